/** Values that this process keeps from earlier requests: one store with one bound in bytes, and three ways to use it. */
import type { Tx } from '../storage/sql.ts'
import { notCached } from './cached-read.ts'
import type { Clock } from './clock.ts'

/** For values that can never go stale, because their key names everything that they depend on. */
export type PermanentCache = {
  get<T>(key: string): T | undefined
  set(key: string, value: unknown, bytes: number): void
}

/** For values that may be some seconds old (rule 9.20). */
export type AgedCache = {
  get<T>(key: string, maxAgeSeconds: number, work: () => Promise<T>): Promise<T>
}

/**
 * For values that are right in one state of the board: `state` is the version of the database that they were made from,
 * and the second. Nothing has to be invalidated: a value of another state is not found.
 */
export type CurrentCache = {
  get<T>(key: string, state: string): T | undefined
  set(key: string, state: string, value: unknown, bytes: number): void
}

/** Shown to the operator. */
export type CacheCounters = { hits: number; misses: number; entries: number; bytes: number }

export type Caches = {
  permanentCache: PermanentCache
  agedCache: AgedCache
  currentCache: CurrentCache
  /** How many values were found and not found, by what they are used for. */
  counters: Readonly<Record<string, CacheCounters>>
}

/** The state of the board that a value belongs to: time alone changes some answers. */
export const stateOf = (version: string, now: number) => `${version} ${now}`

/** False for a state of an earlier second: a value that is made now may already belong to the next state. */
export const isOfSecond = (state: string, now: number) => state.endsWith(` ${now}`)

/** A key that names its parts: two different questions can never share one. */
export function cacheKey(kind: string, parts: Readonly<Record<string, string | number | boolean | null>>): string {
  let key = kind
  for (const name in parts) key += ` ${name}=${parts[name]}`
  return key
}

type ReadContext = { tx: Pick<Tx, 'version' | 'isAlone'>; now: number; currentCache: CurrentCache }

/**
 * Reads once what all viewers share, for all requests in the same state: also for those that ask while it is being read.
 * A write sees its own changes, so it always reads. Only a value with a size is stored.
 */
export async function readOnce<T extends { bytes: number } | symbol | undefined>(
  { tx, now, currentCache }: ReadContext,
  key: string,
  work: () => Promise<T>,
): Promise<T> {
  const asked = tx.version()
  const version = typeof asked === 'string' ? asked : await asked
  if (version === '') return work()
  const state = stateOf(version, now)
  const known = currentCache.get<T | Promise<T>>(key, state)
  // What failed for the one who reads, a lost connection for example, need not fail for the others.
  if (known !== undefined) return known instanceof Promise ? known.catch(work) : known
  if (tx.isAlone) throw notCached
  const reading = work()
  currentCache.set(key, state, reading, 0)
  const made = await reading.finally(() => currentCache.set(key, state, undefined, 0))
  if (typeof made === 'object') currentCache.set(key, state, made, made.bytes)
  return made
}

/** What an entry costs besides its key and its value, roughly. */
const ENTRY_BYTES = 160

type Entry = { value: unknown; bytes: number; state: string; at: number; counters: CacheCounters }

/** Bounded by bytes: the entries that were stored longest ago make room for new ones. */
class Store {
  readonly #maxBytes: number
  readonly #entries = new Map<string, Entry>()
  #bytes = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  get(key: string): Entry | undefined {
    return this.#entries.get(key)
  }

  set(key: string, made: Entry) {
    const entry = { ...made, bytes: made.bytes + key.length + ENTRY_BYTES }
    this.#drop(key)
    if (entry.bytes > this.#maxBytes) return
    this.#entries.set(key, entry)
    this.#count(entry, 1)
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#maxBytes) return
      this.#drop(oldest)
    }
  }

  #drop(key: string) {
    const dropped = this.#entries.get(key)
    if (!dropped) return
    this.#entries.delete(key)
    this.#count(dropped, -1)
  }

  #count({ counters, bytes }: Entry, sign: 1 | -1) {
    this.#bytes += sign * bytes
    counters.bytes += sign * bytes
    counters.entries += sign
  }
}

const zeros = (): CacheCounters => ({ hits: 0, misses: 0, entries: 0, bytes: 0 })

/** With `maxBytes` 0 nothing is cached, and every answer is made anew. */
export function makeCaches(clock: Clock, maxBytes: number): Caches {
  const store = new Store(maxBytes)
  const counters = { permanent: zeros(), aged: zeros(), current: zeros() }
  const found = <T>(use: CacheCounters, entry: Entry | undefined, isGood: boolean): T | undefined => {
    if (isGood) use.hits++
    else use.misses++
    return isGood ? (entry?.value as T) : undefined
  }
  return {
    counters,
    permanentCache: {
      get(key) {
        const entry = store.get(key)
        return found(counters.permanent, entry, entry !== undefined)
      },
      set: (key, value, bytes) => store.set(key, { value, bytes, state: '', at: 0, counters: counters.permanent }),
    },
    agedCache: {
      async get<T>(key: string, maxAgeSeconds: number, work: () => Promise<T>) {
        const now = clock.now()
        const entry = store.get(key)
        const age = entry ? now - entry.at : -1 // negative, too, when the clock was set back
        const known = found<T>(counters.aged, entry, age >= 0 && age < maxAgeSeconds)
        if (known !== undefined) return known
        const value = await work()
        store.set(key, { value, bytes: 0, state: '', at: now, counters: counters.aged })
        return value
      },
    },
    currentCache: {
      get(key, state) {
        const entry = store.get(key)
        return found(counters.current, entry, entry?.state === state)
      },
      set: (key, state, value, bytes) => store.set(key, { value, bytes, state, at: 0, counters: counters.current }),
    },
  }
}
