/** A process that serves one board after the other: a message is the environment of the next, or `close`. */
import { pino } from 'pino'
import { type App, openApp } from '../../src/app.ts'
import { readConfig } from '../../src/settings/config.ts'

let app: App | undefined

process.on('message', async (env: Record<string, string> | 'close') => {
  await app?.close()
  app = env === 'close' ? undefined : await openApp({ config: readConfig(env), env, log: pino({ level: 'silent' }) })
  process.send?.((await app?.server.listen({ port: 0, host: '127.0.0.1' })) ?? null)
})
process.once('disconnect', () => process.exit())
