import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from '../../src/storage/sql.ts'
import { type Board, onEachEngine, openBoard, type Person } from '../board.ts'
import { codeOf } from '../setup/call.ts'

const DAY = 86_400
const cast = (person: Person, post_id: string, value: 1 | -1) =>
  person.send('/ballot', { board: 'named', post_id, value })

/** Eve has written, and four grown-up peers have voted her down to -20: each five messages, weight 1. */
async function votedDown(board: Board) {
  const [eve, ada, ...peers] = (await Promise.all(
    ['eve', 'ada', 'bob', 'cyd', 'dan', 'fay'].map((name) => board.account(name)),
  )) as [Person, Person, ...Person[]]
  board.passTime(7 * DAY)
  const hers: string[] = []
  for (let n = 0; n < 5; n++) hers.push((await eve.posts()).body.id)
  const adas = [(await ada.posts()).body.id, (await ada.posts()).body.id]
  const early = await cast(eve, adas[0] as string, 1)
  assert.equal(early.status, 200)
  for (const peer of peers) for (const id of hers) await cast(peer, id, -1)
  return { eve, peers, hers, adas }
}

onEachEngine('suspension of voting', (engine) => {
  it('begins at the voting attempt, shows the recovery conditions, and keeps exact repeats possible', async () => {
    await using board = await openBoard(engine)
    const { eve, adas } = await votedDown(board)
    const suspendedAt = async () =>
      (
        await board.db.read('look', (tx) =>
          tx.one<{ at: number | null }>(sql`SELECT voting_suspended_at AS at FROM accounts WHERE id = ${eve.id}`),
        )
      )?.at
    const before = (await eve.me()).body.voting
    assert.deepEqual(
      [before.suspended, before.can_vote, before.weight, before.karma, before.mature_negative_peers],
      [true, false, 0, -20, 4],
    )
    assert.equal(await suspendedAt(), null) // reading commits nothing

    const refused = await cast(eve, adas[1] as string, 1)

    assert.deepEqual([refused.status, refused.body.error.code], [403, 'VOTING_SUSPENDED'])
    assert.deepEqual(refused.body.voting, refused.body.error.details.voting)
    assert.match(refused.body.error.details.recovery, /15 points/)
    assert.equal(await suspendedAt(), board.now())
    assert.equal((await cast(eve, adas[0] as string, 1)).body.replayed, true)
    assert.equal((await cast(eve, adas[0] as string, -1)).body.error.code, 'VOTE_IMMUTABLE')
    assert.equal((await eve.me()).body.voting.used, 1)
    const [row] = (await eve.get('/v1/posts')).body.items
    assert.equal(row.vote_state.reason, 'suspended')
  })

  it('ends with fifteen new points and karma of at least -5, and not by deletions', async () => {
    await using board = await openBoard(engine)
    const { eve, peers, hers, adas } = await votedDown(board)
    assert.equal(codeOf(await cast(eve, adas[1] as string, 1)), '403 VOTING_SUSPENDED')

    for (const id of hers) await eve.deletes(id)
    assert.deepEqual(pick((await eve.me()).body.voting), {
      karma: 0,
      suspended: true,
      recovery_balance: 0,
      recovery_required: 15,
    })
    board.passTime(DAY)
    const fresh: string[] = []
    for (let n = 0; n < 4; n++) fresh.push((await eve.posts()).body.id)
    const newcomer = await board.account('newcomer', { from: '192.0.2.9' })
    await cast(newcomer, fresh[0] as string, 1)
    const votes = peers.flatMap((peer) => fresh.map((id) => [peer, id] as const))
    for (const [peer, id] of votes.slice(0, 14)) await cast(peer, id, 1)
    assert.deepEqual(pick((await eve.me()).body.voting), {
      karma: 15,
      suspended: true,
      recovery_balance: 14,
      recovery_required: 15,
    })
    const [peer, id] = votes[14] as (typeof votes)[number]
    await cast(peer, id, 1)

    assert.deepEqual(pick((await eve.me()).body.voting), {
      karma: 16,
      suspended: false,
      recovery_balance: 0,
      recovery_required: 0,
    })
    assert.equal((await cast(eve, adas[1] as string, -1)).status, 200)
  })
})

const pick = ({ karma, suspended, recovery_balance, recovery_required }: Record<string, unknown>) => ({
  karma,
  suspended,
  recovery_balance,
  recovery_required,
})
