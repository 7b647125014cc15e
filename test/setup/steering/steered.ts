/** The service in a process of its own, whose clock, threads and disk a test steers, and which can be killed and started again. */
import { once } from 'node:events'
import { get } from 'node:http'
import { fileURLToPath } from 'node:url'
import { type Call, CLOSED } from '../call.ts'
import { freePort } from '../listening.ts'
import { type Client, connect, type Env, type Server, startServer } from '../processes.ts'

const preload = fileURLToPath(new URL('preload.ts', import.meta.url))
const flags = ['--expose-gc', '--v8-pool-size=0', '--import', preload]

export type Memory = { bytes: number; descriptors: number }
export type Steered = Awaited<ReturnType<typeof startSteered>>

export async function startSteered(env: Env, seconds = 0) {
  const steeringPort = await freePort()
  let server: Server
  let client: Client
  let offset = seconds

  async function ask(command: string): Promise<Memory> {
    const [answer] = await once(get({ host: '127.0.0.1', port: steeringPort, path: `/${command}` }), 'response')
    let text = ''
    for await (const piece of answer) text += piece
    return JSON.parse(text)
  }
  const setClock = async (seconds: number) => {
    offset = seconds
    await ask(`clock=${offset}`)
  }
  async function start() {
    server = await startServer({ ...env, STEERING_PORT: String(steeringPort) }, undefined, flags)
    client = connect(server.url)
    await setClock(offset)
  }
  async function kill() {
    client.close()
    server.kill('SIGKILL')
    await server.exited
  }
  await start()

  const call: Call = (path, options) =>
    client.call(path, options).catch(() => ({ status: CLOSED, headers: {}, body: null }))
  return {
    call,
    start,
    kill,
    setClock,
    passTime: (seconds: number) => setClock(offset + seconds),
    /** In seconds, as the process reads it. */
    now: () => Math.floor(Date.now() / 1000) + offset,
    port: () => Number(new URL(server.url).port),
    endThreads: () => ask('threads'),
    fillDisk: () => ask('disk-full'),
    freeDisk: () => ask('disk-free'),
    /** After all garbage is collected. */
    memory: () => ask('memory'),
    logBytes: () => server.written.stdout.length,
    stop: async () => {
      client.close()
      return server.stop()
    },
    [Symbol.asyncDispose]: kill,
  }
}
