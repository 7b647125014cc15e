import assert from 'node:assert/strict'
import fs from 'node:fs'
import { describe, it } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { openDatabase } from '../../src/storage/open.ts'
import { type Database, sql, type Tx } from '../../src/storage/sql.ts'
import { Connection } from '../../src/storage/sqlite-connection.ts'
import { freshDatabase } from '../setup/databases.ts'

const count = async (tx: Tx) => (await tx.one<{ n: number }>(sql`SELECT count(*) AS n FROM rows`))?.n
const add = (db: Database) => db.write('add', (tx) => tx.run(sql`INSERT INTO rows DEFAULT VALUES`))
const read = (db: Database) => db.read('count', count)

async function openRows() {
  const database = await freshDatabase('sqlite')
  const db = await openDatabase(database.url)
  await db.write('create', (tx) => tx.script('CREATE TABLE rows (id INTEGER PRIMARY KEY)'))
  return db
}

describe('reads of SQLite', () => {
  it('of the same moment share one snapshot, and leave none open', async (t) => {
    const db = await openRows()
    const begin = t.mock.method(Connection.prototype, 'beginRead')
    const end = t.mock.method(Connection.prototype, 'endRead')
    const counts = await Promise.all(Array.from({ length: 40 }, () => read(db)))
    assert.deepEqual(new Set(counts), new Set([0]))
    assert.equal(await read(db), 0)
    await nextTurn()
    assert.deepEqual([begin.mock.callCount(), end.mock.callCount()], [1, 1])
    await db.close()
  })

  it('see every commit that came before them, while an earlier read goes on in its own snapshot', async () => {
    const db = await openRows()
    const { promise: pause, resolve: goOn } = Promise.withResolvers<void>()
    const long = db.read('long', async (tx) => {
      const before = await count(tx)
      await pause
      return [before, await count(tx)]
    })
    for (let n = 1; n <= 20; n++) {
      const meanwhile = read(db)
      await add(db)
      assert.deepEqual([await read(db), (await meanwhile) ?? -1], [n, n - 1])
    }
    goOn()
    assert.deepEqual(await long, [0, 0])
    await db.close()
  })

  it('do not share a snapshot that an error has ended', async () => {
    const db = await openRows()
    const ended = db.read('ended', (tx) => tx.script('ROLLBACK'))
    const after = ended.then(() => read(db))
    await ended
    assert.equal(await after, 0)
    await db.close()
  })

  it('see the commits of another process at once', async () => {
    const database = await freshDatabase('sqlite')
    const [db, other] = [await openDatabase(database.url), await openDatabase(database.url)]
    await db.write('create', (tx) => tx.script('CREATE TABLE rows (id INTEGER PRIMARY KEY)'))
    for (let n = 1; n <= 10; n++) {
      await Promise.all([read(db), read(db)])
      await add(other)
      assert.equal(await read(db), n)
    }
    await db.close()
    await other.close()
  })

  it('that began while a commit was on its way to the disk go on in their snapshot after it has arrived', async (t) => {
    const db = await openRows()
    for (let round = 0; round < 3; round++) {
      const syncing = Promise.withResolvers<() => void>()
      const sync = fs.fdatasync
      const held = t.mock.method(
        fs,
        'fdatasync',
        (file: number, done: fs.NoParamCallback) => syncing.resolve(() => sync(file, done)),
        { times: 1 },
      )
      const writing = add(db)
      const finishSync = await syncing.promise
      const goOn = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const long = goOn.map(({ promise }) =>
        db.read('long', async (tx) => {
          const before = await count(tx)
          await promise
          return [before, await count(tx)]
        }),
      )
      await nextTurn()
      finishSync()
      await writing
      held.mock.restore()
      for (const [n, { resolve }] of goOn.entries()) {
        await add(db) // may not use the connection of a read that goes on
        resolve()
        assert.deepEqual(await long[n], [3 * round, 3 * round])
      }
      assert.equal(await read(db), 3 * round + 3)
    }
    assert.deepEqual(await db.close(), [])
  })
})
