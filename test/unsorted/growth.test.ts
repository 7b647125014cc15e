import assert from 'node:assert/strict'
import { it } from 'node:test'
import { rowsOf, sql } from '../../src/storage/sql.ts'
import { listUnsortedMessages } from '../../src/unsorted/list.ts'
import { readUnsortedThread } from '../../src/unsorted/read-thread.ts'
import { type Board, onEachEngine, openBoard } from '../board.ts'
import { costOf, statementsOf } from '../setup/cost.ts'

const THREAD = '00000000-0000-4000-8000-000000000001'
const idOf = (seq: number) => `00000000-0000-4000-8000-${String(seq).padStart(12, '0')}`

/** An old thread with 25 replies, under many newer threads of other people. */
async function insertMessages({ db }: Board, newer: number) {
  const old = Array.from({ length: 26 }, (_, n) => [n + 1, idOf(n + 1), n === 0 ? null : THREAD, 1] as const)
  const others = Array.from({ length: newer }, (_, n) => [n + 27, idOf(n + 27), null, n + 27] as const)
  await db.write('insert messages', async (tx) => {
    for (const rows of [old, others])
      await tx.run(sql`
        INSERT INTO unsorted_posts (seq, id, thread_id, root_seq, body, created_at)
        SELECT CAST(value ->> 0 AS BIGINT), value ->> 1, value ->> 2, CAST(value ->> 3 AS BIGINT), 'Text.', 0
        FROM ${rowsOf(tx, rows)}`)
    if (tx.engine === 'postgres') await tx.script('ANALYZE')
  })
}

onEachEngine('growth of the anonymous board', (engine) => {
  it('reads a page of a board ten times as large at the same cost', async () => {
    const costs = []
    for (const newer of [1_000, 10_000]) {
      await using board = await openBoard(engine)
      await insertMessages(board, newer)
      const cost = async (op: typeof listUnsortedMessages | typeof readUnsortedThread, input: object) =>
        costOf(board.databaseUrl, board.db, await statementsOf(board.db, op, THREAD, input))
      costs.push([
        await cost(listUnsortedMessages, {}),
        await cost(listUnsortedMessages, { before: 500 }),
        await cost(readUnsortedThread, { id: THREAD }),
        await cost(readUnsortedThread, { id: THREAD, before: 10 }),
      ])
    }
    const [small = [], large = []] = costs
    for (const [n, cost] of large.entries()) assert.ok(cost <= (small[n] as number) * 2, `${small} → ${large}`)
  })
})
