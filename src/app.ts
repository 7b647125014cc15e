/** The only place where things are put together. */
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { confirmActive } from './accounts/steps.ts'
import type { Config, Environment } from './config.ts'
import { addHealth } from './http/health.ts'
import { networkHasher } from './http/networks.ts'
import { addOAuth } from './http/oauth/routes.ts'
import { addPages } from './http/pages.ts'
import { Rates } from './http/rates.ts'
import { buildServer } from './http/server.ts'
import { type Clock, systemClock } from './kernel/clock.ts'
import { createKept } from './kernel/kept.ts'
import { type Random, systemRandom } from './kernel/random.ts'
import { createRecall } from './kernel/recall.ts'
import { ticketsSealedWith } from './kernel/tickets.ts'
import { addMcp } from './mcp/endpoint.ts'
import type { Tool } from './mcp/tool.ts'
import { tools } from './mcp/tools.ts'
import { operations } from './operations.ts'
import { settleSecret } from './secrets.ts'
import { migrate } from './storage/migrate.ts'
import { openDatabase } from './storage/open.ts'
import { settleSetting } from './storage/settings.ts'
import type { Database, Observer } from './storage/sql.ts'

export type AppParts = {
  config: Config
  env: Environment
  log: Logger
  clock?: Clock
  random?: Random
  tools?: readonly Tool[]
  requestMaxMs?: number
  observeAnswer?: (route: string, status: number, seconds: number) => void
  observeTransaction?: Observer
}

export type App = { server: FastifyInstance; db: Database; close(): Promise<void> }

/** Opens the database, brings it up to date, and builds a server that is ready to listen. */
export async function openApp(parts: AppParts): Promise<App> {
  const { config, env, log, clock = systemClock, random = systemRandom } = parts
  const db = await openDatabase(config.databaseUrl, parts.observeTransaction)
  try {
    const applied = await migrate(db, clock.now())
    if (applied.length > 0) log.info({ applied }, 'database brought up to date')
    const deriveKey = await settleSecret(db, config.databaseUrl, env, random)
    await db.write('first start', (tx) => settleSetting(tx, 'first_started_at', String(clock.now())))

    const rates = new Rates(clock, config.limits)
    const site = { baseUrl: config.baseUrl, limits: config.limits }
    const services = {
      db,
      clock,
      random,
      site,
      recall: createRecall(clock),
      kept: createKept(),
      tickets: ticketsSealedWith(deriveKey('ticket')),
      admit: rates.admit,
      confirm: confirmActive,
    }
    const bounds = parts.requestMaxMs ? { requestMaxMs: parts.requestMaxMs } : {}
    const server = buildServer({
      services,
      rates,
      operations,
      hashNetwork: networkHasher(deriveKey('network')),
      log,
      trustProxy: config.trustProxy,
      ...(parts.observeAnswer && { observe: parts.observeAnswer }),
      ...bounds,
    })
    addOAuth(server, {
      services,
      rates,
      tickets: ticketsSealedWith(deriveKey('link')),
      browserNotes: ticketsSealedWith(deriveKey('browser')),
      log,
      ...bounds,
    })
    addMcp(server, { tools: parts.tools ?? tools, services, rates, log, ...bounds })
    addHealth(server, db)
    addPages(server, operations, site)
    const close = async () => {
      await server.close()
      await db.close()
    }
    return { server, db, close }
  } catch (error) {
    await db.close()
    throw error
  }
}
