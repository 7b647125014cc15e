/** Memory for what can never go stale, because its key says everything that it depends on. */
export type Kept = { get(key: string): unknown; set(key: string, value: unknown): void }

const MAX_KEPT = 8_000

/** Bounded: when it is full, the oldest half goes. */
export function createKept(): Kept {
  const values = new Map<string, unknown>()
  const dropOldest = () => {
    for (const key of values.keys()) {
      if (values.size <= MAX_KEPT / 2) return
      values.delete(key)
    }
  }
  return {
    get: (key) => values.get(key),
    set(key, value) {
      if (values.size >= MAX_KEPT) dropOldest()
      values.set(key, value)
    },
  }
}
