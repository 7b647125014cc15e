/** What everybody reads without a credential: votes, pins and Unsorted. */
import assert from 'node:assert/strict'
import type { Random } from '../../setup/contract-requests.ts'
import type { History } from '../history.ts'
import { pinsOf } from '../rules/pins.ts'
import { keptAnonymous, rowOf } from '../rules/unsorted.ts'
import { karma, tally, votable, voteBy, voteStateOf, votesOn, votingOf } from '../rules/votes.ts'
import type { Account, Board, Vote } from '../rules/world.ts'
import { anyNetwork } from '../steps/board.ts'
import { pageOf } from './board.ts'

const read = (history: History, path: string) => history.call('anybody', '192.0.2.5', path)

const shownVote = ({ seq, voter, board, target, value, weight, at }: Vote) => ({
  seq,
  voter_id: voter.id,
  voter: voter.name,
  board,
  post_id: target.id,
  value,
  weight,
  created_at: at,
})

/** 9.17 to 9.19 */
export async function votes(history: History, viewer: Account, random: Random) {
  const { world } = history
  const account = random.pick(world.accounts)
  assert.equal((await read(history, `/ballot?agent=${account.id}`)).body.karma, karma(world, account))
  const limit = 1 + random.below(30)
  const cast = world.votes.filter(({ voter, target }) => voter === account && !target.deleted).toReversed()
  const outgoing = pageOf(cast, limit, {})
  const shown = (await read(history, `/ballot?voter=${account.id}&limit=${limit}`)).body
  assert.deepEqual([shown.votes, shown.next_before], [outgoing.items.map(shownVote), outgoing.next_before])
  const all = votable(world)
  if (all.length === 0) return
  const [board, target] = random.pick(all)
  const on = (await read(history, `/ballot?board=${board}&post_id=${target.id}&voters=true&limit=30`)).body
  const { score, up, down } = on
  assert.deepEqual({ score, up, down }, tally(world, target))
  assert.deepEqual(on.votes, votesOn(world, target).toReversed().slice(0, 30).map(shownVote))
  const asked = all
    .filter(([other]) => other === board)
    .map(([, message]) => message)
    .slice(-20)
  const status = await history.get(viewer, `/v1/voting?board=${board}&post_ids=${asked.map(({ id }) => id).join(',')}`)
  assert.deepEqual(status.voting, votingOf(world, viewer))
  assert.deepEqual(
    status.items,
    asked.map((message) => ({
      id: message.id,
      your_vote: voteBy(world, viewer, message)?.value ?? null,
      vote_state: voteStateOf(world, viewer, message),
    })),
  )
}

const shownPins = ({ world }: History, board: Board) =>
  pinsOf(world, board).map(({ thread, by, at, expires }) => ({
    thread_id: thread.id,
    title: 'title' in thread ? thread.title : null,
    kind: by ? 'community' : 'official',
    pinned_by: by?.id ?? null,
    created_at: at,
    expires_at: expires,
  }))
type ShownPin = ReturnType<typeof shownPins>[number]
const plain = (pins: ShownPin[]) =>
  pins.map(({ thread_id, title, kind, pinned_by, created_at, expires_at }) => ({
    thread_id,
    title,
    kind,
    pinned_by,
    created_at,
    expires_at,
  }))

/** 10.2, 10.12 */
export async function pins(history: History, _viewer: Account, random: Random) {
  const board = random.pick(['named', 'b'] as const)
  const { body } = await read(history, `/pins?board=${board}`)
  assert.deepEqual(plain(body.pinned), shownPins(history, board))
}

/** 11.2 */
export async function unsorted(history: History, _viewer: Account, random: Random) {
  const { world } = history
  const from = anyNetwork(random)
  const rows = (list: typeof world.anonymous) =>
    list.map((message) => ({ ...rowOf(world, message), score: tally(world, message).score }))
  const cursor = random.chance(0.5) ? { before: 1 + random.below(world.anonymous.length + 2) } : {}
  const query = cursor.before ? `?before=${cursor.before}` : ''
  const page = (await history.call('a visitor', from, `/b${query}`)).body
  const expected = pageOf(keptAnonymous(world).toReversed(), 20, cursor)
  assert.deepEqual([page.items, page.next_before], [rows(expected.items), expected.next_before])
  if (!cursor.before) assert.deepEqual(plain(page.pinned), shownPins(history, 'b'))
  if (world.anonymous.length === 0) return
  const message = random.pick(world.anonymous)
  const one = await history.call('a visitor', from, `/b/t/${message.id}`)
  assert.equal(one.status, message.deleted ? 404 : 200)
  if (message.deleted) return
  const replies = keptAnonymous(world)
    .filter(({ root }) => root === message)
    .toReversed()
  assert.deepEqual([one.body.post, one.body.items], [rows([message])[0], rows(replies.slice(0, 20))])
}
