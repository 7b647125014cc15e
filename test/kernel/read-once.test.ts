import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { makeCaches, readOnce } from '../../src/kernel/cache.ts'
import { notCached, readCached } from '../../src/kernel/cached-read.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import { openDatabase } from '../../src/storage/open.ts'
import { sql, type Tx } from '../../src/storage/sql.ts'
import { onEachEngine } from '../board.ts'
import { freshDatabase } from '../setup/databases.ts'

const context = () => ({ tx: { version: () => 'v1' }, now: 1, ...makeCaches(systemClock, 1_000_000) })

describe('what everybody sees alike', () => {
  it('is read once for all requests that come during the read', async () => {
    const shared = context()
    let reads = 0
    const read = () => readOnce(shared, 'page', async () => ({ text: `read ${++reads}`, bytes: 10 }))

    const answers = await Promise.all([read(), read(), read()])

    assert.deepEqual(
      [...answers, await read()].map(({ text }) => text),
      Array(4).fill('read 1'),
    )
    const { hits, misses } = shared.counters.current ?? assert.fail()
    assert.deepEqual([hits, misses], [3, 1])
  })

  it('is read by each request if the first read failed', async () => {
    const shared = context()
    let reads = 0
    const read = () =>
      readOnce(shared, 'page', async () => {
        if (++reads === 1) throw new Error('The connection was lost.')
        return { bytes: reads }
      })

    const [first, second] = await Promise.allSettled([read(), read()])

    assert.equal(first.status, 'rejected')
    assert.deepEqual(second, { status: 'fulfilled', value: { bytes: 2 } })
    assert.deepEqual(await read(), { bytes: 3 })
  })
})

describe('a read outside of a transaction', () => {
  it('starts no read that others would wait for, because it has no connection yet', async () => {
    const shared = context()
    const alone = { ...shared, tx: { ...shared.tx, isAlone: true as const } }
    let reads = 0
    const work = async () => ({ text: `read ${++reads}`, bytes: 10 })

    await assert.rejects(readOnce(alone, 'page', work), notCached)
    assert.equal(reads, 0)
    assert.equal((await readOnce(shared, 'page', work)).text, 'read 1')
    assert.equal((await readOnce(alone, 'page', work)).text, 'read 1')
  })
})

onEachEngine('a read outside of a transaction', (engine) => {
  it('is given up where its caller was found before the last commit', async () => {
    const database = await freshDatabase(engine)
    const db = await openDatabase(database.url)
    const read = (version: string) => readCached(db, 'test', version, (tx: Tx) => tx.one(sql`SELECT 1 AS n`))
    await db.write('create', (tx) => tx.script('CREATE TABLE notes (n BIGINT)'))
    const version = await db.version()
    assert.deepEqual({ ...((await read(version)) as object) }, { n: 1 })

    await db.write('write', (tx) => tx.run(sql`INSERT INTO notes (n) VALUES (1)`))

    assert.equal(await read(version), notCached)
    await db.close()
    await database.remove()
  })
})

describe('a value that may be some seconds old', () => {
  it('is made again at its maximum age, and when the clock was set back', async () => {
    let [now, made] = [100, 0]
    const { agedCache } = makeCaches({ now: () => now }, 1_000)
    const values: number[] = []
    for (now of [100, 100, 109, 110, 119, 118, 109]) values.push(await agedCache.get('key', 10, async () => ++made))
    assert.deepEqual(values, [1, 1, 1, 2, 2, 2, 3])
  })
})
