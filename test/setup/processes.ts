/** Real server processes, ended by pid whatever happens, and a small keep-alive client to load them with. */
import { type ChildProcess, spawn } from 'node:child_process'
import { Agent, request } from 'node:http'
import { settings } from '../../src/settings/limits.ts'
import { type Answer, type Call, decodeAnswer, encodeBody } from './call.ts'

export const SHARED_SECRET = 'a secret that every process of the test shares'
/** Only ends a process that hangs: a busy machine is slow. */
const START_MAX_MS = 120_000

/** Every rate, quota and capacity off. */
export const noLimits = Object.fromEntries(Object.values(settings).map(({ name }) => [name, '0']))

export type Exit = { code: number | null; signal: NodeJS.Signals | null }
export type Env = Readonly<Record<string, string | undefined>>
export type Process = ReturnType<typeof launch>
export type Server = Process & { url: string }

/** A child that outlives a failed test would hold its port and database for ever. */
const running = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})
process.once('SIGTERM', () => process.exit(143))

const thisCheckout = new URL('../..', import.meta.url)

/** Runs the service, or another command of it. */
export const launch = (env: Env, command = 'serve', checkout?: URL | string, flags: readonly string[] = []) =>
  launchProgram([...flags, 'src/main.js', command], env, checkout)

/** Runs a program on Node with these variables and no others but Node's compile cache; an undefined one is left out. */
export const launchProgram = (words: readonly string[], env: Env, checkout: URL | string = thisCheckout) =>
  launchFile(
    process.execPath,
    words,
    { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...env },
    checkout,
  )

/** Runs an executable with these variables and no others. */
export function launchFile(file: string, words: readonly string[], env: Env, cwd: URL | string) {
  const child = spawn(file, words, { cwd, env: env as NodeJS.ProcessEnv, stdio: ['ignore', 'pipe', 'pipe'] })
  running.add(child)
  const written = { stdout: '', stderr: '' }
  const readers = new Set<() => void>()
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      written[name] += text
      for (const read of readers) read()
    })
  }
  const exited = new Promise<Exit>((resolve) => {
    child.once('close', (code, signal) => {
      running.delete(child)
      resolve({ code, signal })
    })
  })
  const kill = (signal: NodeJS.Signals) => child.kill(signal)

  /** Waits until a line of the log has this message, and gives the line; undefined if the process ends before. */
  const logged = (message: string) =>
    new Promise<Record<string, unknown> | undefined>((resolve) => {
      const read = () => {
        const line = written.stdout.split('\n').find((candidate) => candidate.includes(`"msg":"${message}"`))
        if (!line?.endsWith('}')) return
        readers.delete(read)
        resolve(JSON.parse(line))
      }
      readers.add(read)
      void exited.then(() => resolve(undefined))
      read()
    })
  /** An orderly end, at which Node writes its compile cache. */
  const stop = () => {
    kill('SIGTERM')
    return exited
  }
  const end = async () => {
    kill('SIGKILL')
    await exited
  }
  return { pid: child.pid as number, written, exited, kill, stop, logged, [Symbol.asyncDispose]: end }
}

/** Starts the service on a free port and waits until it listens. */
export async function startServer(env: Env, checkout?: string, flags?: readonly string[]): Promise<Server> {
  const shared = { HOST: '127.0.0.1', PORT: '0', BASE_URL: 'http://board.test', SECRET_KEY: SHARED_SECRET }
  const started = launch({ ...shared, ...noLimits, ...env }, 'serve', checkout, flags)
  const watchdog = setTimeout(() => started.kill('SIGKILL'), START_MAX_MS)
  const line = await started.logged('listening')
  clearTimeout(watchdog)
  if (!line) throw new Error(`The server did not start: ${started.written.stderr || started.written.stdout}`)
  return { ...started, url: `http://127.0.0.1:${line.port}` }
}

/** Starts several at the same moment; if one fails, the others end with it. */
export async function startServers(count: number, env: Env, checkout?: string) {
  const starts = await Promise.allSettled(Array.from({ length: count }, () => startServer(env, checkout)))
  const servers = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []))
  const end = async () => {
    await Promise.all(servers.map((server) => server[Symbol.asyncDispose]()))
  }
  const failed = starts.find((start) => start.status === 'rejected')
  if (failed) await end()
  if (failed) throw failed.reason
  return { servers, [Symbol.asyncDispose]: end }
}

export type Client = ReturnType<typeof connect>

/** Keeps up to `connections` sockets open to one server; a connection that breaks off is an error. */
export function connect(url: string, connections = 64) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const call: Call = (path, { method = 'GET', headers = {}, body } = {}) =>
    new Promise<Answer>((resolve, reject) => {
      const payload = encodeBody(body)
      const length = payload === undefined ? {} : { 'content-length': Buffer.byteLength(payload) }
      const sent = request(url + path, { agent, method, headers: { ...headers, ...length } }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () =>
          resolve(decodeAnswer(response.statusCode as number, response.headers, Buffer.concat(chunks).toString())),
        )
      })
      sent.on('error', reject).end(payload)
    })
  const close = () => agent.destroy()
  return { call, close, [Symbol.dispose]: close }
}
