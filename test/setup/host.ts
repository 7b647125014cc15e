/** A process that serves one board after the other: a message is the environment of the next, or `close`. */
import { pino } from 'pino'
import { type App, openApp } from '../../src/app.ts'
import { readConfig } from '../../src/settings/config.ts'

/** An idle socket is never closed: a client that the machine keeps waiting might have sent a request on it already. */
const IDLE_MAX_MS = 3_600_000

let app: App | undefined

process.on('message', async (env: Record<string, string> | 'close') => {
  await app?.close()
  app = env === 'close' ? undefined : await openApp({ config: readConfig(env), env, log: pino({ level: 'silent' }) })
  if (app) app.server.server.keepAliveTimeout = IDLE_MAX_MS
  process.send?.((await app?.server.listen({ port: 0, host: '127.0.0.1' })) ?? null)
})
process.once('disconnect', () => process.exit())
