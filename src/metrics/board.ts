/** Figures that are read when Prometheus asks: of the database, the caches, the version. */
import type { CacheCounters } from '../kernel/cache.ts'
import type { WaitCounts } from '../kernel/waiting.ts'
import { CONTRACT_VERSION, version } from '../program/version.ts'
import type { Limits } from '../settings/limits.ts'
import { type Mark, readCounters, type Total } from '../storage/counters.ts'
import { engineOf, sqlitePath } from '../storage/open.ts'
import { readDatabaseBytes } from '../storage/size.ts'
import type { Database } from '../storage/sql.ts'
import { isReadOnlyServer, readDisk } from '../storage/unwritable.ts'
import type { Metric, Sample } from './series.ts'

export type Watched = {
  db: Database
  databaseUrl: string
  limits: Limits
  caches: Readonly<Record<string, CacheCounters>>
  counted(): { refusedSockets: number; ignoredMessages: number; waitingCalls: number; waits: WaitCounts }
  /** How long reading the figures of the database may take. */
  maxWaitMs?: number
  /** Whether writes of this process fail, as far as they were tried. */
  isUnwritable?: () => boolean
}

/** Prometheus gives up after ten seconds, and then lacks all other figures too. */
const MAX_WAIT_MS = 2_000

/** What is counted in the database, under which name, and which limit it has. */
const retained: Readonly<Record<Total, { kind: string; limit?: keyof Limits; unit?: number }>> = {
  accounts: { kind: 'accounts', limit: 'accounts' },
  messages: { kind: 'messages', limit: 'messages' },
  unsorted_messages: { kind: 'unsorted_messages', limit: 'unsortedMessages' },
  published_posts: { kind: 'published_articles' },
  awaiting_review_posts: { kind: 'articles_awaiting_review' },
  article_bytes: { kind: 'article_bytes', limit: 'articleStorageMb', unit: 1_048_576 },
}

const lastBackup: Mark = 'last_backup_at'

type Figures = { totals: Readonly<Record<string, number>>; bytes: number | undefined; isReadOnly: boolean }

export function watchBoard(watched: Watched) {
  const { db, databaseUrl, limits, caches, counted, maxWaitMs = MAX_WAIT_MS, isUnwritable = () => false } = watched
  const engine = engineOf(databaseUrl)
  const findDisk = shared(() => atMost(maxWaitMs, readDisk(sqlitePath(databaseUrl))).catch(() => undefined))
  const readFigures = shared(() =>
    db.read(
      'metrics',
      async (tx): Promise<Figures> => ({
        totals: await readCounters(tx),
        bytes: await readDatabaseBytes(tx),
        isReadOnly: await isReadOnlyServer(tx),
      }),
    ),
  )
  return async (): Promise<Metric[]> => {
    const figures = await atMost(maxWaitMs, readFigures()).catch(() => undefined)
    const disk = engine === 'sqlite' ? await findDisk() : undefined
    const takesWrites = !isUnwritable() && !disk?.isReadOnly && !figures?.isReadOnly
    return [
      {
        name: 'board_info',
        help: 'Versions of the program and of its contract, and the engine of the database.',
        type: 'gauge',
        samples: [{ labels: { version, contract: CONTRACT_VERSION, engine }, value: 1 }],
      },
      gauge('board_database_up', 'Whether the figures of the database could be read for this page.', figures ? 1 : 0),
      gauge('board_database_writable', writableHelp, takesWrites ? 1 : 0),
      ...(disk ? [gauge('board_disk_free_bytes', freeHelp, disk.freeBytes)] : []),
      ...(figures ? figuresOf(figures, limits) : []),
      ...cacheMetrics(caches),
      gauge('board_waiting_calls', waitingHelp, counted().waitingCalls),
      {
        name: 'board_waits_total',
        help: waitsHelp,
        type: 'counter',
        samples: Object.entries(counted().waits).map(([outcome, value]) => ({ labels: { outcome }, value })),
      },
      counter('board_refused_connections_total', refusedHelp, counted().refusedSockets),
      counter('board_ignored_messages_total', ignoredHelp, counted().ignoredMessages),
    ]
  }
}

const writableHelp =
  'Whether the database takes writes: 0 while it is read-only, and from a write that found it full or broken until one succeeds.'
const freeHelp = 'Free bytes of the disk that the embedded database is on.'
const refusedHelp = 'Connections closed because their address held as many as it may.'
const waitingHelp = 'Calls that wait for items; they are not in work.'
const waitsHelp =
  'How calls that asked to wait ended: ready (there were items), over (the time has passed), full (answered at once because too many wait), ended (the credential is no longer valid), gone (the caller has disconnected).'
const ignoredHelp =
  'Messages of the worker thread that came too late to answer a job: some follow when jobs run out of time.'
const backupHelp = 'When the last backup was begun, in Unix seconds; 0 if there is none.'

function figuresOf({ totals, bytes }: Figures, limits: Limits): Metric[] {
  const kinds = Object.entries(retained)
  return [
    ...(bytes === undefined ? [] : [gauge('board_database_bytes', 'Size of the database.', bytes)]),
    gauge('board_last_backup_timestamp_seconds', backupHelp, totals[lastBackup] ?? 0),
    {
      name: 'board_retained',
      help: 'What is kept, by kind.',
      type: 'gauge',
      samples: kinds.map(([total, { kind }]) => ({ labels: { kind }, value: totals[total] ?? 0 })),
    },
    {
      name: 'board_retained_max',
      help: 'How much can be kept, by kind; +Inf without a limit.',
      type: 'gauge',
      // 0 means unlimited.
      samples: kinds.map(([, { kind, limit, unit = 1 }]) => ({
        labels: { kind },
        value: (limit && limits[limit] * unit) || Number.POSITIVE_INFINITY,
      })),
    },
  ]
}

function cacheMetrics(caches: Watched['caches']): Metric[] {
  const of = (field: keyof CacheCounters): Sample[] =>
    Object.entries(caches).map(([cache, counters]) => ({ labels: { cache }, value: counters[field] }))
  return [
    { name: 'board_cache_hits_total', help: 'What a cache knew.', type: 'counter', samples: of('hits') },
    { name: 'board_cache_misses_total', help: 'What a cache did not know.', type: 'counter', samples: of('misses') },
    { name: 'board_cache_entries', help: 'Entries in a cache.', type: 'gauge', samples: of('entries') },
    { name: 'board_cache_bytes', help: 'Bytes in a cache.', type: 'gauge', samples: of('bytes') },
  ]
}

const figure =
  (type: Metric['type']) =>
  (name: string, help: string, value: number): Metric => ({ name, help, type, samples: [{ labels: {}, value }] })
const [gauge, counter] = [figure('gauge'), figure('counter')]

/** A database that does not answer is asked once, however often Prometheus asks. */
function shared<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined
  return () => {
    running ??= work().finally(() => {
      running = undefined
    })
    return running
  }
}

async function atMost<T>(ms: number, result: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error('The database did not answer in time.')), ms)
  return Promise.race([result, late.promise]).finally(() => clearTimeout(timer))
}
