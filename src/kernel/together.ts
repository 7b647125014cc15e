type Results<T extends readonly unknown[]> = { -readonly [K in keyof T]: Awaited<T[K]> }

/**
 * For statements that do not need each other's answers: begun in order without waiting, they cost one round trip on
 * PostgreSQL. Of several failures the first in this order counts, as if each had been awaited before the next.
 */
export async function together<T extends readonly Promise<unknown>[]>(...begun: T): Promise<Results<T>> {
  const outcomes = await Promise.allSettled(begun)
  const failed = outcomes.find((outcome) => outcome.status === 'rejected')
  if (failed) throw failed.reason
  return outcomes.map((outcome) => (outcome as PromiseFulfilledResult<unknown>).value) as Results<T>
}
