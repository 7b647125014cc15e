/** The only place where things are put together. */
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { confirmActive } from './accounts/steps.ts'
import { templatesOf } from './actions/view.ts'
import { settlementFor } from './articles/states/steps.ts'
import { openBlockedWords } from './assembly/blocked-words.ts'
import { codeMigrations } from './assembly/code-migrations.ts'
import { followersFor } from './assembly/followers.ts'
import { longWork } from './assembly/long-work.ts'
import { findLiveCredentials } from './connections/grants/steps.ts'
import { networkHasher } from './http/admission/networks.ts'
import { addAgents } from './http/agents/routes.ts'
import { addDocs } from './http/docs/routes.ts'
import { addGuests } from './http/guests/routes.ts'
import { createGuests } from './http/guests/session.ts'
import { addHealth } from './http/health.ts'
import type { ObserveAnswer } from './http/ladder/incoming.ts'
import { Rates } from './http/ladder/rate-windows.ts'
import { addOAuth } from './http/oauth/routes.ts'
import { buildServer, type ServerParts } from './http/server.ts'
import { addAssets } from './http/site/assets.ts'
import { addSite } from './http/site/routes.ts'
import { type CacheCounters, type Caches, makeCaches } from './kernel/cache.ts'
import { type Clock, systemClock } from './kernel/clock.ts'
import type { Services } from './kernel/perform.ts'
import { type Random, systemRandom } from './kernel/random.ts'
import { sealWith } from './kernel/seal.ts'
import { type WaitCounts, Waiting } from './kernel/waiting.ts'
import { addMcp } from './mcp/endpoint.ts'
import { describeTools } from './mcp/listing.ts'
import type { Tool } from './mcp/tool.ts'
import { tools } from './mcp/tools.ts'
import { openApiDocument } from './openapi/document.ts'
import { operations, siteOperations } from './operations.ts'
import type { Config, Environment } from './settings/config.ts'
import { readGraceStart } from './settings/grace.ts'
import { fixed } from './settings/limits.ts'
import { type DeriveKey, settleSecret } from './settings/secrets.ts'
import { explainOpening } from './storage/explain.ts'
import { migrate } from './storage/migrate.ts'
import { openDatabase } from './storage/open.ts'
import type { Observer, Patience } from './storage/pool.ts'
import { findSetting } from './storage/settings.ts'
import type { Database } from './storage/sql.ts'
import { unfinishedWork } from './storage/unfinished.ts'
import { pages } from './web/pages.ts'
import { countIgnoredMessages, prepareInWorker } from './worker/preparation.ts'

export type AppParts = {
  config: Config
  env: Environment
  log: Logger
  clock?: Clock
  random?: Random
  tools?: readonly Tool[]
  requestMaxMs?: number
  bounds?: ServerParts['bounds']
  observeAnswer?: ObserveAnswer
  observeTransaction?: Observer
  patience?: Partial<Patience>
  /** The cache of the process; a test can pass one that has a fault. */
  caches?: Caches
}

export type App = {
  server: FastifyInstance
  db: Database
  /** Hits and misses of the cache by its use, for the metrics. */
  caches: Readonly<Record<string, CacheCounters>>
  /** Counts of events that should not happen. */
  counted(): { refusedSockets: number; ignoredMessages: number; waitingCalls: number; waits: WaitCounts }
  close: Database['close']
}

type ServiceParts = Pick<Services, 'db' | 'clock' | 'random' | 'site' | 'admit'> & Partial<Services>

const DEFAULT_CACHE_BYTES = 64 * 2 ** 20

/** The services that every operation of the catalogue gets. */
export const makeServices = (parts: ServiceParts, deriveKey: DeriveKey): Services => ({
  templates: templatesOf(operations),
  followers: followersFor(parts.site.graceStartsAt),
  ...makeCaches(parts.clock, DEFAULT_CACHE_BYTES),
  tickets: sealWith(deriveKey('ticket')),
  previews: sealWith(deriveKey('preview')),
  settlement: settlementFor(parts.site.graceStartsAt),
  unfinished: unfinishedWork({ db: parts.db, works: longWork, report: () => {} }),
  blockedWords: () => ({ hard: [], soft: [] }),
  prepareInWorker,
  confirm: confirmActive,
  waiting: { noteWrite: () => {} },
  ...parts,
})

/** Opens the database, brings it up to date, and builds a server that is ready to listen. */
export async function openApp(parts: AppParts): Promise<App> {
  const { config, env, log, clock = systemClock, random = systemRandom } = parts
  const blockedWords = openBlockedWords(config.blockedWordsFile, log)
  const db = await openDatabase(config.databaseUrl, parts.observeTransaction, {
    ...(parts.patience && { patience: parts.patience }),
    reportCaught: (err) => log.error({ err }, 'a part of an answer was left out because it could not be read'),
  })
  try {
    const applied = await migrate(db, clock.now(), codeMigrations)
    if (applied.length > 0) log.info({ applied }, 'database brought up to date')
    const deriveKey = await settleSecret(db, config.databaseUrl, env, random)
    const graceStartsAt = await readGraceStart(db, config, clock.now())

    const rates = new Rates(clock, config.limits)
    const { baseUrl, limits, guestComments } = config
    const isDemo = (await db.read('demo', (tx) => findSetting(tx, 'demo_filled_at'))) !== undefined
    const identity = { ...config.identity, ...(isDemo && { isDemo }) }
    const site = { baseUrl, limits, graceStartsAt, guestComments, identity }
    const caches = parts.caches ?? makeCaches(clock, config.cacheMaxBytes)
    const report = (err: unknown) => log.error({ err }, 'work that a write left could not be gone on with')
    const unfinished = unfinishedWork({ db, works: longWork, report })
    const waiting = new Waiting({
      db,
      clock,
      findLive: findLiveCredentials,
      report: (err) => log.warn({ err }, 'could not look whether there is something for calls that wait'),
    })
    const ofServices = { db, clock, random, site, admit: rates.admit, blockedWords, unfinished, waiting, ...caches }
    const services = makeServices(ofServices, deriveKey)
    const deadline = parts.requestMaxMs ? { requestMaxMs: parts.requestMaxMs } : {}
    let refusedSockets = 0
    const server = buildServer({
      services,
      rates,
      operations,
      pages,
      waiting,
      hashNetwork: networkHasher(deriveKey('network')),
      log,
      trustProxy: config.trustProxy,
      observe: parts.observeAnswer,
      countRefused: () => void refusedSockets++,
      ...(parts.bounds && { bounds: parts.bounds }),
      ...deadline,
    })
    const browserNotes = sealWith(deriveKey('browser'))
    addOAuth(server, { services, rates, linkSeal: sealWith(deriveKey('link')), browserNotes, log, ...deadline })
    addAgents(server, { services, rates, browserNotes, ownerNotes: sealWith(deriveKey('owner')), log, ...deadline })
    addMcp(server, { tools: parts.tools ?? tools, services, rates, log, ...deadline })
    const guests = createGuests(deriveKey('guest'), services, rates)
    const requestMaxMs = parts.requestMaxMs ?? fixed.requestMaxSeconds * 1000
    addGuests(server, { operations, services, rates, guests, requestMaxMs, log })
    addHealth(server, db, clock)
    addAssets(server)
    addSite(server, { operations: siteOperations, services, guests, pages, log })
    addDocs(server, {
      operations,
      services,
      rates,
      openApi: () => openApiDocument(operations, baseUrl, identity.name),
      describeTools: () => describeTools(parts.tools ?? tools),
    })
    /** The database is closed also if closing the sockets fails. */
    const close = () => server.close().then(db.close, db.close)
    const counted = () => ({
      refusedSockets,
      ignoredMessages: countIgnoredMessages(),
      waitingCalls: waiting.size,
      waits: waiting.ended,
    })
    return { server, db, caches: caches.counters, counted, close }
  } catch (error) {
    await db.close()
    throw explainOpening(error, config.databaseUrl)
  }
}
