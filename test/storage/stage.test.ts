/** A staged write is a transaction that does not wait for the disk; the writes around it do. */
import assert from 'node:assert/strict'
import fs from 'node:fs'
import { it } from 'node:test'
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
