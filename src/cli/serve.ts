import type { AddressInfo } from 'node:net'
import { openApp } from '../app.ts'
import { type Environment, readConfig } from '../config.ts'
import { fixed } from '../limits.ts'
import { openLog } from '../log.ts'

/** Only ends a stop that hangs: requests and the database have shorter deadlines. */
const HANG_MAX_SECONDS = 2 * fixed.shutdownMaxSeconds

const unfolded =
  'the write-ahead log could not be merged into the database file (is the disk full, or does another process use it?): a copy needs these files too'

/** Runs the service until a signal stops it. */
export async function serve(env: Environment): Promise<void> {
  const config = readConfig(env)
  const log = await openLog(config.logLevel)
  for (const warning of config.warnings) log.warn(warning)
  // Loaded only when asked for: it costs memory.
  const metrics = config.adminPort === null ? undefined : (await import('../http/metrics.ts')).createMetrics()

  const app = await openApp({ config, env, log, ...metrics })
  await app.server.listen({ host: config.host, port: config.port })
  const admin = metrics?.listener().listen(config.adminPort ?? 0, config.adminHost)
  let stopping = false
  const stop = async (signal: string) => {
    if (stopping) return // npm and the terminal both forward an interrupt; the second one must not interrupt the shutdown
    stopping = true
    log.info({ signal }, 'stopping')
    setTimeout(() => {
      log.warn('requests were still running when the time to stop ended; their connections are closed')
      app.server.server.closeAllConnections()
    }, fixed.shutdownMaxSeconds * 1000).unref()
    setTimeout(() => {
      log.error('the database could not be closed in time')
      process.exit(1)
    }, HANG_MAX_SECONDS * 1000).unref()
    admin?.close().closeAllConnections()
    const files = await app.close()
    if (files.length > 0) log.warn({ files }, unfolded)
    log.info('stopped')
    process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)

  const { port } = app.server.server.address() as AddressInfo
  log.info({ url: config.baseUrl, host: config.host, port }, 'listening')
}
