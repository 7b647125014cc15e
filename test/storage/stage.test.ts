/** A staged write is a transaction that does not wait for the disk; the writes around it do. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql, type Tx } from '../../src/storage/sql.ts'
import { onEachEngine, openBoard } from '../board.ts'
import { assertNothingChanges } from '../setup/contents.ts'

/** Whether a commit of this transaction waits for the disk. */
async function waits(tx: Tx): Promise<boolean> {
  if (tx.engine === 'postgres') {
    const row = await tx.one<{ setting: string }>(sql`SELECT current_setting('synchronous_commit') AS setting`)
    return row?.setting !== 'off'
  }
  const FULL = 2
  return (await tx.one<{ synchronous: number }>(sql`PRAGMA synchronous`))?.synchronous === FULL
}

onEachEngine('a staged write', (engine) => {
  it('does not wait for the disk, and every write after it does', async () => {
    await using board = await openBoard(engine)
    const { db } = board

    assert.equal(await db.write('before', waits), true)
    assert.equal(await db.stage('staged', waits), false)
    assert.equal(await db.write('after', waits), true)
    await assert.rejects(
      db.stage('failing', () => Promise.reject(new Error('no'))),
      /no/,
    )
    assert.equal(await db.write('after a failure', waits), true)
    const both = await Promise.all([db.stage('staged', waits), db.write('beside', waits), db.stage('staged', waits)])
    assert.deepEqual(both, [false, true, false])
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
