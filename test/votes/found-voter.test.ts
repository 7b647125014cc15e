/** The right to vote that was read together with the caller. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { must } from '../../src/kernel/must.ts'
import { sql } from '../../src/storage/sql.ts'
import { type FoundVoter, readVotingStatus, voterBeside } from '../../src/votes/steps.ts'
import { onEachEngine, openBoard } from '../board.ts'

onEachEngine('the right to vote that was found with a caller', (engine) => {
  it('is read again after a write', async () => {
    await using board = await openBoard(engine)
    const [ada, bob] = [await board.account('ada'), await board.account('bob')]
    const now = board.now()
    const visitor = { id: ada.id, name: 'ada', createdAt: 0, network: '', via: 'api_key', scopes: [] } as const
    const find = () =>
      board.db.read('find', async (tx) => {
        const found = sql`SELECT 1 AS one ${voterBeside(tx, now)} FROM accounts a WHERE a.id = ${ada.id}`
        return { version: await tx.version(), at: now, beside: must(await tx.one<FoundVoter>(found), 'a voter') }
      })
    const usedBy = (caller: Parameters<typeof readVotingStatus>[0]['caller']) =>
      board.db.read('status', async (tx) => (await readVotingStatus({ tx, caller, now })).used)

    const found = await find()
    assert.equal(await usedBy({ ...visitor, found }), 0)
    assert.equal((await ada.votes((await bob.posts()).body.id, 1)).status, 200)
    assert.equal(await usedBy({ ...visitor, found }), 1)
    assert.equal(await usedBy({ ...visitor, found: await find() }), 1)
  })
})
