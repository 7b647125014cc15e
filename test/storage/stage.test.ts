/** A staged write is a transaction that does not wait for the disk; the writes around it do. */
import assert from 'node:assert/strict'
import fs from 'node:fs'
import { it } from 'node:test'
import { openDatabase } from '../../src/storage/open.ts'
import { sql, type Tx } from '../../src/storage/sql.ts'
import { onEachEngine, openBoard } from '../board.ts'
import { assertNothingChanges } from '../setup/contents.ts'

/** Whether PostgreSQL will wait for the disk when it commits this transaction. */
async function waits(tx: Tx): Promise<boolean> {
  const row = await tx.one<{ setting: string }>(sql`SELECT current_setting('synchronous_commit') AS setting`)
  return row?.setting !== 'off'
}

type Way = 'write' | 'stage'

onEachEngine('a staged write', (engine) => {
  it('does not wait for the disk, and every write after it does', async (t) => {
    await using board = await openBoard(engine)
    const { db } = board
    const sync = t.mock.method(fs, 'fdatasync').mock
    const change = (tx: Tx) => tx.run(sql`UPDATE counters SET value = value + 1 WHERE name = 'accounts'`)
    const isWaitedFor = async (way: Way) => {
      if (engine === 'postgres') return db[way](way, waits)
      const before = sync.callCount()
      await db[way](way, change)
      return sync.callCount() > before
    }

    const asked: Way[] = ['write', 'stage', 'write', 'stage']
    const waited: boolean[] = []
    for (const way of asked) waited.push(await isWaitedFor(way))
    await assert.rejects(
      db.stage('failing', () => Promise.reject(new Error('no'))),
      /no/,
    )
    waited.push(await isWaitedFor('write'))

    assert.deepEqual(waited, [true, false, true, false, true])
  })

  it('does not change the version for reads, unlike every other commit', async () => {
    await using board = await openBoard(engine)
    const beside = await openDatabase(board.databaseUrl)
    const { db } = board
    const change = (tx: Tx) => tx.run(sql`UPDATE counters SET value = value + 1 WHERE name = 'accounts'`)
    const stage = (n: number) =>
      db.stage('stage', (tx) =>
        tx.run(sql`INSERT INTO article_assets (hash, bytes, unused_since) VALUES (${`hash ${n}`}, 1, 1)`),
      )
    const versions = [await db.version()]
    const steps = [
      () => stage(1),
      () => stage(2),
      () => db.write('write', change),
      () => stage(3),
      () => beside.write('write', change),
      () => stage(4),
    ]
    for (const step of steps) {
      await step()
      versions.push(await db.version())
    }
    const [before, one, two, written, three, besides, four] = versions
    assert.deepEqual([one, two, three, four], [before, before, written, besides])
    assert.equal(new Set([before, written, besides]).size, 3)
    assert.equal(await db.read('version', async (tx) => tx.version()), four)
    await beside.close()
  })

  it('is undone as a whole when it throws', async () => {
    await using board = await openBoard(engine)
    await assertNothingChanges(board, async () => {
      const work = async (tx: Tx) => {
        await tx.run(sql`INSERT INTO article_assets (hash, bytes, unused_since) VALUES ('x', 1, 1)`)
        throw new Error('no')
      }
      await assert.rejects(board.db.stage('failing', work), /no/)
    })
  })
})
