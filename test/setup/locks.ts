import { openDatabase } from '../../src/storage/open.ts'

/** Takes the writer's lock from another connection and keeps it until it is released. */
export async function holdLock(databaseUrl: string) {
  const db = await openDatabase(databaseUrl)
  const [locked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holding = db.write('hold', async () => {
    locked.resolve()
    await released.promise
  })
  await locked.promise
  const release = async () => {
    released.resolve()
    await holding
    await db.close()
  }
  return { release }
}
