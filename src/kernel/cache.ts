/** Memory of this process. Both kinds are bounded: a full one drops its oldest half. */
import type { Clock } from './clock.ts'

/** For values that can never go stale, because their key names everything that they depend on. */
export type PermanentCache = {
  get<T>(key: string): T | undefined
  set(key: string, value: unknown): void
  readonly counters: CacheCounters
}

/** For values that the contract lets be some seconds old. */
export type AgedCache = {
  get<T>(key: string, maxAgeSeconds: number, work: () => Promise<T>): Promise<T>
  readonly counters: CacheCounters
}

/** Shown to the operator; `bytes` where the size of the values is known. */
export type CacheCounters = { hits: number; misses: number; entries: number; bytes?: number }

const MAX_ENTRIES = 10_000

/** A key that names its parts: two different questions can never share one. */
export function cacheKey(kind: string, parts: Readonly<Record<string, string | number | boolean | null>>): string {
  let key = kind
  for (const name in parts) key += ` ${name}=${parts[name]}`
  return key
}

class BoundedMap {
  readonly counters: CacheCounters = { hits: 0, misses: 0, entries: 0 }
  readonly #values = new Map<string, unknown>()

  get(key: string, isGood: (value: unknown) => boolean = () => true): unknown {
    const value = this.#values.get(key)
    if (value !== undefined && isGood(value)) {
      this.counters.hits++
      return value
    }
    this.counters.misses++
    return undefined
  }

  set(key: string, value: unknown) {
    if (this.#values.size >= MAX_ENTRIES) this.#dropOldestHalf()
    this.#values.delete(key) // so that it becomes the newest
    this.#values.set(key, value)
    this.counters.entries = this.#values.size
  }

  #dropOldestHalf() {
    for (const key of this.#values.keys()) {
      if (this.#values.size <= MAX_ENTRIES / 2) return
      this.#values.delete(key)
    }
  }
}

export const permanentCache = () => new BoundedMap() as PermanentCache

type Entry = { value: unknown; at: number }

export function agedCache(clock: Clock): AgedCache {
  const known = new BoundedMap()
  return {
    counters: known.counters,
    async get<T>(key: string, maxAgeSeconds: number, work: () => Promise<T>) {
      const now = clock.now()
      const isFresh = (entry: unknown) => {
        const age = now - (entry as Entry).at // negative when the clock was set back
        return age >= 0 && age < maxAgeSeconds
      }
      const found = known.get(key, isFresh) as Entry | undefined
      if (found) return found.value as T
      const value = await work()
      known.set(key, { value, at: now })
      return value
    },
  }
}
