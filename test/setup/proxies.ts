/** Real proxies with the files of `deploy/`, in front of real processes of the board. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { connect as connectTcp } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Answer, type Call, decodeAnswer, encodeBody } from './call.ts'
import { freePort } from './listening.ts'

export const HOST = 'board.example'

const example = (file: string) => readFileSync(new URL(`../../deploy/${file}`, import.meta.url), 'utf8')

/** Replaces each text exactly where the example has it; an example that has changed fails the test. */
function adapt(text: string, changes: readonly (readonly [string | RegExp, string])[]): string {
  return changes.reduce((changed, [from, to]) => {
    const next = changed.replaceAll(from, to)
    if (next === changed) throw new Error(`The example no longer contains ${from}.`)
    return next
  }, text)
}

type Place = { folder: string; port: number; httpPort: number; upstreams: readonly string[] }
type Start = { file: string; args: string[]; env: Record<string, string> }

function prepareNginx({ folder, port, httpPort, upstreams }: Place): Start {
  const site = adapt(example('nginx/posting-board.conf'), [
    [/listen \[::\]:\d+.*;\n/g, '\n'],
    ['listen 80;', `listen 127.0.0.1:${httpPort};`],
    ['listen 443 ssl', `listen 127.0.0.1:${port} ssl`],
    [/\/etc\/letsencrypt\/live\/board\.example\//g, `${folder}/`],
    ['/var/log/nginx', folder],
    ['127.0.0.1:8080', upstreams[0] as string],
    ['127.0.0.1:8081', upstreams[1] as string],
  ])
  writeFileSync(join(folder, 'posting-board.conf'), site)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((of) => `${of}_temp_path ${folder}/${of};`)
  // Like Debian's own file, which has addresses in both of its logs.
  const logs = `access_log ${folder}/access.log; error_log ${folder}/error.log;`
  const http = `http { ${logs} ${temporary.join(' ')} include ${folder}/posting-board.conf; }`
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; pid ${folder}/nginx.pid; error_log stderr; ${process.getuid?.() === 0 ? 'user root;' : ''} events {} ${http}`,
  )
  return { file: 'nginx', args: ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', 'stderr'], env: {} }
}

function prepareCaddy({ folder, port, httpPort, upstreams }: Place): Start {
  const site = adapt(example('caddy/Caddyfile'), [
    // The certificate of the test, instead of one from a public authority.
    [/^\{$/gm, `{\n\tadmin off\n\thttp_port ${httpPort}`],
    [/^\theader Strict/gm, `\ttls ${folder}/fullchain.pem ${folder}/privkey.pem\n\theader Strict`],
  ])
  writeFileSync(join(folder, 'Caddyfile'), site)
  return {
    file: 'caddy',
    args: ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile'],
    env: {
      HOME: folder,
      BOARD_ADDRESS: `https://${HOST}:${port}`,
      BOARD_UPSTREAMS: upstreams.join(' '),
    },
  }
}

const prepared = { nginx: prepareNginx, caddy: prepareCaddy }
export type ProxyName = keyof typeof prepared
export const proxyNames = Object.keys(prepared) as ProxyName[]

const path = `${process.env.PATH}:/usr/sbin:/usr/local/sbin`
const isThere = (program: string, flag: string) =>
  spawnSync(program, [flag], { env: { PATH: path } }).error === undefined

/** Why a proxy cannot be tried here; undefined where it can. */
export function missingFor(proxy: ProxyName): string | undefined {
  const missing = [
    ...(isThere(proxy, proxy === 'nginx' ? '-v' : 'version') ? [] : [proxy]),
    ...(isThere('openssl', 'version') ? [] : ['openssl']),
  ]
  return missing.length > 0 ? `${missing.join(' and ')} not installed` : undefined
}

function makeCertificate(folder: string) {
  const files = ['-keyout', join(folder, 'privkey.pem'), '-out', join(folder, 'fullchain.pem')]
  const what = ['-x509', '-nodes', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-days', '2']
  const made = spawnSync('openssl', ['req', ...what, '-subj', `/CN=${HOST}`, ...files], { encoding: 'utf8' })
  if (made.status !== 0) throw new Error(made.stderr)
}

const running = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

export async function startProxy(proxy: ProxyName, upstreams: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), `board-${proxy}-`))
  makeCertificate(folder)
  const [port, httpPort] = [await freePort(), await freePort()]
  const { file, args, env } = prepared[proxy]({ folder, port, httpPort, upstreams })
  const child = spawn(file, args, { env: { PATH: path, ...env }, stdio: ['ignore', 'ignore', 'pipe'] })
  running.add(child)
  let written = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    written += text
  })
  const exited = new Promise<void>((resolve) => {
    const end = () => {
      running.delete(child)
      resolve()
    }
    child.once('error', end).once('close', end)
  })
  const readLog = (log: string) => readFileSync(join(folder, log), 'utf8')
  /** Returns everything that the proxy has logged, by file. */
  const end = async (): Promise<Record<string, string>> => {
    child.kill('SIGTERM')
    await exited
    const files = globSync('*.log', { cwd: folder }).map((log) => [log, readLog(log)])
    rmSync(folder, { recursive: true, force: true })
    return { ...Object.fromEntries(files), stderr: written }
  }
  let ended: ReturnType<typeof end> | undefined
  const stop = () => (ended ??= end())
  while (!(await listens(port))) {
    if (!running.has(child)) throw new Error(`${proxy} did not start: ${written}`)
    await pause(20)
  }
  return { port, httpPort, stop, [Symbol.asyncDispose]: async () => void (await stop()) }
}

const listens = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connectTcp(port, '127.0.0.1', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })

/** Calls the board through the proxy, from one of the addresses of this machine. */
export const throughProxy =
  (port: number, localAddress = '127.0.0.1'): Call =>
  (path, { method = 'GET', headers = {}, body } = {}) =>
    new Promise<Answer>((resolve, reject) => {
      const payload = encodeBody(body)
      const length = payload === undefined ? {} : { 'content-length': Buffer.byteLength(payload) }
      const options = {
        host: '127.0.0.1',
        port,
        localAddress,
        servername: HOST,
        rejectUnauthorized: false, // the certificate is the test's own
        path,
        method,
        headers: { host: HOST, ...headers, ...length },
      }
      request(options, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', reject)
        response.on('end', () =>
          resolve(decodeAnswer(response.statusCode as number, response.headers, Buffer.concat(chunks).toString())),
        )
      })
        .on('error', reject)
        .end(payload)
    })
