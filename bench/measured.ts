/** Processes of the bench that report on themselves. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { Stops } from './stops.ts'

/** Of `article-server.ts`: how long each transaction held the writer's lock, without and with waits for a processor. */
export type Report = Stops & { locks: number[]; ownLocks: number[] }

/** As `npm start` starts it. */
export const asService = ['--v8-pool-size=0', '--max-semi-space-size=4']
/** Clients collect their garbage alone: V8's other threads would take the processors from the service. */
export const asClient = ['--single-threaded-gc']

/** A process that reports on itself. */
export async function startMeasured<Reported>(module: string, env: Record<string, string>, execArgv: string[]) {
  const child = fork(new URL(module, import.meta.url).pathname, { env: { ...process.env, ...env }, execArgv })
  const ended = once(child, 'exit').then(() => Promise.reject(new Error(`${module} ended before its time.`)))
  ended.catch(() => {}) // nobody need wait for it
  const next = () => Promise.race([once(child, 'message'), ended])
  const [{ port }] = (await next()) as [{ port?: number }]
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  const end = async () => {
    process.off('exit', kill)
    kill()
    await ended.catch(() => {})
  }
  return {
    url: `http://127.0.0.1:${port}`,
    start: () => child.send('start'),
    async report(): Promise<Reported> {
      const answered = next()
      child.send('report')
      return (await answered)[0] as Reported
    },
    [Symbol.asyncDispose]: end,
  }
}
