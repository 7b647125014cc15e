import type { AddressInfo } from 'node:net'
import { openApp } from '../app.ts'
import { type Config, ConfigError, type Environment, readConfig } from '../config.ts'
import { fixed } from '../limits.ts'
import { openLog } from '../log.ts'

/** Runs the service until a signal stops it. */
export async function serve(env: Environment): Promise<void> {
  const config = readConfig(env)
  const log = await openLog(config.logLevel)
  for (const warning of config.warnings) log.warn(warning)
  // Loaded only when asked for: it costs memory.
  const metrics = config.adminPort === null ? undefined : (await import('../http/metrics.ts')).createMetrics()

  const app = await openApp({ config, env, log, ...metrics })
  await app.server.listen({ host: config.host, port: config.port }).catch(explainPort(config))
  const admin = metrics?.listener().listen(config.adminPort ?? 0, config.adminHost)
  let stopping = false
  const stop = async (signal: string) => {
    if (stopping) return // npm and the terminal both forward an interrupt; the second one must not interrupt the shutdown
    stopping = true
    log.info({ signal }, 'stopping')
    setTimeout(() => {
      log.error('requests were still running when the time to stop ended')
      process.exit(1)
    }, fixed.shutdownMaxSeconds * 1000).unref()
    admin?.close()
    await app.close()
    log.info('stopped')
    process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)

  const { port } = app.server.server.address() as AddressInfo
  log.info({ url: config.baseUrl, host: config.host, port }, 'listening')
}

const explainPort =
  ({ host, port }: Pick<Config, 'host' | 'port'>) =>
  (error: NodeJS.ErrnoException): never => {
    if (error.code !== 'EADDRINUSE') throw error
    throw new ConfigError(
      `PORT ${port} is in use on ${host} by another program: stop that, or set PORT to a free one, for example PORT=${port + 1}.`,
    )
  }
