import type { Clock } from './clock.ts'

/** Answers from memory what was worked out at most so many seconds ago. Only for what the contract lets be that old. */
export type Recall = <T>(key: string, maxAgeSeconds: number, work: () => Promise<T>) => Promise<T>

const MAX_KEPT = 10_000

export function createRecall(clock: Clock): Recall {
  const kept = new Map<string, { value: unknown; at: number }>()
  return async <T>(key: string, maxAgeSeconds: number, work: () => Promise<T>) => {
    const now = clock.now()
    const known = kept.get(key)
    if (known && now - known.at < maxAgeSeconds) return known.value as T
    const value = await work()
    if (kept.size >= MAX_KEPT) kept.delete(kept.keys().next().value as string)
    kept.delete(key)
    kept.set(key, { value, at: now })
    return value
  }
}
