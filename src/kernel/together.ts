/**
 * Sends statements that do not need each other's answers together, which costs one round trip on PostgreSQL. If several
 * fail, the first one in their order is thrown, as if each had been awaited before the next.
 */
export async function together<T extends readonly Promise<unknown>[]>(...begun: T) {
  try {
    return await Promise.all(begun)
  } catch {
    await Promise.allSettled(begun)
    return Promise.all(begun)
  }
}
