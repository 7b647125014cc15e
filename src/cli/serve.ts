import type { Server } from 'node:http'
import { openApp } from '../app.ts'
import { checkBlockedWords } from '../assembly/blocked-words.ts'
import { systemClock } from '../kernel/clock.ts'
import { openLog } from '../log/log.ts'
import { findMissingPackage } from '../program/late-packages.ts'
import { type Config, ConfigError, type Environment, readConfig } from '../settings/config.ts'
import { checkGrace } from '../settings/grace.ts'
import { fixed } from '../settings/limits.ts'
import { checkSecret } from '../settings/secrets.ts'
import { collectAfterStart, letHeapGrow } from '../worker/heap.ts'
import { openPatiently } from './patience.ts'
import { watchForUnexpected } from './unexpected.ts'

function refuseAddress(
  error: NodeJS.ErrnoException,
  variable: 'PORT' | 'ADMIN_PORT',
  host: string,
  port: number,
): never {
  const hostVariable = variable === 'PORT' ? 'HOST' : 'ADMIN_HOST'
  const address = `${hostVariable}=${host} ${variable}=${port}`
  const problems: Record<string, string> = {
    EADDRINUSE: `${variable}=${port} is in use on ${host}: stop the other program, or choose another port.`,
    EACCES: `${variable}=${port} may not be used by this user: choose a port from 1024.`,
  }
  throw new ConfigError(
    problems[error.code ?? ''] ?? `${address} cannot be listened on (${error.code ?? error.message}).`,
  )
}

async function listenOn(admin: Server, { adminHost, adminPort }: Config) {
  const port = adminPort ?? 0
  await new Promise((resolve, reject) =>
    admin.once('listening', resolve).once('error', reject).listen(port, adminHost),
  ).catch((error) => refuseAddress(error, 'ADMIN_PORT', adminHost, port))
}

/** Undefined for a server that does not listen on a port. */
function portOf(server: Server): number | undefined {
  const address = server.address()
  return typeof address === 'object' ? address?.port : undefined
}

/** Ends a stop that hangs; requests and the database have shorter deadlines. */
const HANG_MAX_SECONDS = 2 * fixed.shutdownMaxSeconds

const unfolded =
  'the write-ahead log could not be merged into the database file (is the disk full, or does another process use it?): a copy needs these files too'

/** Checks that come before the database is opened, besides the form of each variable. */
export const startChecks = () => [checkSecret, checkGrace(systemClock.now()), checkBlockedWords, checkPackages]

function checkPackages() {
  const missing = findMissingPackage()
  if (missing) throw new ConfigError(`The package ${missing} is not installed: run npm ci.`)
}

/** Runs the service until a signal stops it. */
export async function serve(env: Environment): Promise<void> {
  const config = readConfig(env, ...startChecks())
  letHeapGrow()
  const log = await openLog(config.logLevel)
  for (const warning of config.warnings) log.warn(warning)
  // Loaded only if it is needed, because it costs memory.
  const metrics = config.adminPort === null ? undefined : (await import('../metrics/metrics.ts')).createMetrics()
  watchForUnexpected(log, metrics?.countRejection)

  const app = await openPatiently(() => openApp({ config, env, log, ...metrics }), log)
  const { databaseUrl, limits } = config
  const admin = metrics?.listener({ ...app, databaseUrl, limits })
  try {
    if (admin) await listenOn(admin, config)
    await app.server
      .listen({ host: config.host, port: config.port })
      .catch((error) => refuseAddress(error, 'PORT', config.host, config.port))
  } catch (error) {
    admin?.close()
    await app.close()
    throw error
  }
  let stopping = false
  const stop = async (signal: string) => {
    // npm and the terminal both forward an interrupt; the second one must not interrupt the shutdown.
    if (stopping) return
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
    const files = await app.close().catch((err) => {
      log.error({ err }, 'the database could not be closed')
      process.exit(1)
    })
    if (files.length > 0) log.warn({ files }, unfolded)
    log.info('stopped')
    process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)

  const [port, admin_port] = [portOf(app.server.server), admin && portOf(admin)]
  log.info({ url: config.baseUrl, host: config.host, port, admin_port }, 'listening')
  log.flush() // at once: scripts wait for this line to know that the service is ready
  collectAfterStart()
}
