/**
 * For statements that do not need each other's answers: begun in order without waiting, they cost one round trip on
 * PostgreSQL. Of several failures the first in this order counts, as if each had been awaited before the next.
 */
export async function together<T extends readonly Promise<unknown>[]>(...begun: T) {
  await Promise.allSettled(begun)
  return Promise.all(begun)
}
