/** The only place where things are put together. */
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { confirmActive } from './accounts/steps.ts'
import { templatesOf } from './actions/view.ts'
import { settlementFor } from './articles/steps.ts'
import type { Config, Environment } from './config.ts'
import { followersFor } from './followers.ts'
import { readGraceStart } from './grace.ts'
import { addAgents } from './http/agents/routes.ts'
import { addAssets } from './http/assets.ts'
import { addDocs } from './http/docs.ts'
import { createGuests } from './http/gate/guests.ts'
import { networkHasher } from './http/gate/networks.ts'
import { Rates } from './http/gate/rates.ts'
import { addGuests } from './http/guests.ts'
import { addHealth } from './http/health.ts'
import { addOAuth } from './http/oauth/routes.ts'
import { buildServer } from './http/server.ts'
import { addSite } from './http/site.ts'
import { agedCache, permanentCache } from './kernel/cache.ts'
import { type Clock, systemClock } from './kernel/clock.ts'
import type { Services } from './kernel/perform.ts'
import { type Random, systemRandom } from './kernel/random.ts'
import { sealWith } from './kernel/seal.ts'
import { fixed } from './limits.ts'
import { addMcp } from './mcp/endpoint.ts'
import { describeTools } from './mcp/listing.ts'
import type { Tool } from './mcp/tool.ts'
import { tools } from './mcp/tools.ts'
import { operations, siteOperations } from './operations.ts'
import { prepareInWorker } from './preparation.ts'
import { type DeriveKey, settleSecret } from './secrets.ts'
import { migrate } from './storage/migrate.ts'
import { openDatabase } from './storage/open.ts'
import type { Database, Observer } from './storage/sql.ts'
import { pages } from './web/pages.ts'

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

type ServiceParts = Pick<Services, 'db' | 'clock' | 'random' | 'site' | 'admit'> & Partial<Services>

/** What every operation of the catalogue is performed with. */
export const makeServices = (parts: ServiceParts, deriveKey: DeriveKey): Services => ({
  templates: templatesOf(operations),
  followers: followersFor(parts.site.graceStartsAt),
  agedCache: agedCache(parts.clock),
  permanentCache: permanentCache(),
  tickets: sealWith(deriveKey('ticket')),
  previews: sealWith(deriveKey('preview')),
  settlement: settlementFor(parts.site.graceStartsAt),
  blockedWords: () => ({ hard: [], soft: [] }),
  prepareInWorker,
  confirm: confirmActive,
  ...parts,
})

/** Opens the database, brings it up to date, and builds a server that is ready to listen. */
export async function openApp(parts: AppParts): Promise<App> {
  const { config, env, log, clock = systemClock, random = systemRandom } = parts
  const db = await openDatabase(config.databaseUrl, parts.observeTransaction)
  try {
    const applied = await migrate(db, clock.now())
    if (applied.length > 0) log.info({ applied }, 'database brought up to date')
    const deriveKey = await settleSecret(db, config.databaseUrl, env, random)
    const graceStartsAt = await readGraceStart(db, config, clock.now())

    const rates = new Rates(clock, config.limits)
    const site = { baseUrl: config.baseUrl, limits: config.limits, graceStartsAt, guestComments: config.guestComments }
    const services = makeServices({ db, clock, random, site, admit: rates.admit }, deriveKey)
    const bounds = parts.requestMaxMs ? { requestMaxMs: parts.requestMaxMs } : {}
    const server = buildServer({
      services,
      rates,
      operations,
      pages,
      hashNetwork: networkHasher(deriveKey('network')),
      log,
      trustProxy: config.trustProxy,
      ...(parts.observeAnswer && { observe: parts.observeAnswer }),
      ...bounds,
    })
    const browserNotes = sealWith(deriveKey('browser'))
    addOAuth(server, { services, rates, tickets: sealWith(deriveKey('link')), browserNotes, log, ...bounds })
    addAgents(server, { services, rates, browserNotes, ownerNotes: sealWith(deriveKey('owner')), log, ...bounds })
    addMcp(server, { tools: parts.tools ?? tools, services, rates, log, ...bounds })
    const guests = createGuests(deriveKey('guest'), { clock, random, baseUrl: config.baseUrl, rates })
    const requestMaxMs = parts.requestMaxMs ?? fixed.requestMaxSeconds * 1000
    addGuests(server, { operations, services, rates, guests, requestMaxMs, log })
    addHealth(server, db)
    addAssets(server)
    addSite(server, { operations: siteOperations, services, guests, pages, log })
    addDocs(server, { operations, site, describeTools: () => describeTools(parts.tools ?? tools) })
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
