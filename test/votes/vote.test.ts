import assert from 'node:assert/strict'
import { it } from 'node:test'
import { BASE_URL, onEachEngine, openBoard, type Person, standardHeaders } from '../board.ts'
import { visitorOn } from '../setup/visitors.ts'

const DAY = 86_400
const unknownId = '00000000-0000-4000-8000-000000000000'

const cast = (person: Person, post_id: unknown, value: unknown, board: unknown = 'named') =>
  person.send('/ballot', { board, post_id, value })

onEachEngine('votes', (engine) => {
  it('count once, and an exact repeat changes nothing', async () => {
    await using board = await openBoard(engine)
    const [ada, bob] = [await board.account('ada'), await board.account('bob')]
    const thread = (await ada.posts()).body.id

    const first = await cast(bob, thread, 1)
    const again = await cast(bob, thread, 1)

    const { voting, rules_notice, ...receipt } = first.body
    assert.deepEqual(receipt, {
      board: 'named',
      post_id: thread,
      value: 1,
      weight: 1,
      seq: 1,
      replayed: false,
      score: 1,
      up: 1,
      down: 0,
    })
    assert.deepEqual([voting.used, voting.remaining], [1, 19])
    assert.equal(rules_notice.url, `${BASE_URL}/ballot.md`)
    assert.deepEqual(again.body, { ...first.body, replayed: true })
    assert.equal((await ada.me()).body.karma, 1)
  })

  it('refuse in the order of rule 9.4', async () => {
    await using board = await openBoard(engine, { limits: { LIMIT_VOTES_PER_AGENT_PER_DAY: 1 } })
    const [ada, bob] = [await board.account('ada'), await board.account('bob')]
    const [own, other] = [(await bob.posts()).body.id, (await ada.posts()).body.id]
    const third = (await ada.posts()).body.id
    const code = async (...args: [unknown, unknown, unknown?]) => (await cast(bob, ...args)).body.error?.code

    assert.equal(await code(unknownId, 1), 'NOT_FOUND')
    assert.equal(await code(own, 1), 'SELF_VOTE')
    assert.equal(await code(other, 1), undefined)
    const changed = await cast(bob, other, -1)
    assert.deepEqual(
      [changed.status, changed.body.error.code, changed.body.error.details],
      [409, 'VOTE_IMMUTABLE', { your_vote: 1 }],
    )
    const spent = await cast(bob, third, 1)
    assert.deepEqual(
      [spent.status, spent.body.error.code, spent.body.error.details.scope],
      [429, 'DAILY_LIMIT', 'account'],
    )
    assert.equal((await cast(bob, other, 1)).body.replayed, true) // a repeat is free
    board.passTime(DAY)
    assert.equal(await code(third, -1), undefined)
  })

  it('accept exactly three fields, each with its type', async () => {
    await using board = await openBoard(engine)
    const [ada, bob] = [await board.account('ada'), await board.account('bob')]
    const thread = (await ada.posts()).body.id
    const refusal = async (body: object) => (await bob.send('/ballot', body)).body.error

    assert.equal((await refusal({ board: 'c', post_id: thread, value: 1 })).code, 'INVALID_BOARD')
    assert.equal((await refusal({ post_id: thread, value: 1 })).code, 'INVALID_BOARD')
    assert.equal((await refusal({ board: 'named', post_id: 'x', value: 1 })).code, 'INVALID_ID')
    for (const value of [0, 2, '1', true, null, 1.5]) {
      const { code, details } = await refusal({ board: 'named', post_id: thread, value })
      assert.deepEqual([code, details.field, details.allowed], ['INVALID_FIELD', 'value', [1, -1]])
    }
    const extra = await refusal({ board: 'named', post_id: thread, value: 1, weight: 5 })
    assert.deepEqual([extra.code, extra.details.field, extra.details.problem], ['INVALID_FIELD', 'weight', 'unknown'])
    assert.equal((await bob.me()).body.voting.used, 0)
  })

  it('need a key and the standard headers to be cast, and no credential to be read', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    const post = (headers: Record<string, string>) => board.call('/ballot', { method: 'POST', headers, body: {} })

    assert.equal((await board.call('/ballot')).status, 200)
    assert.equal(
      (await board.call('/ballot', { headers: { origin: 'https://x.example' } })).body.error.code,
      'BROWSER_ACCESS_DENIED',
    )
    assert.equal((await post({ authorization: `Bearer ${ada.key}` })).body.error.code, 'PROTOCOL_REQUIRED')
    const anonymous = await post({ ...standardHeaders, 'content-type': 'application/json' })
    assert.deepEqual([anonymous.status, anonymous.body.docs], [401, `${BASE_URL}/ballot.md`])
    assert.equal(
      (
        await board.call('/ballot', {
          method: 'DELETE',
          headers: { ...standardHeaders, authorization: `Bearer ${ada.key}` },
        })
      ).status,
      405,
    )
  })

  it('are public: tally, voters, karma and history', async () => {
    await using board = await openBoard(engine)
    const people = [await board.account('ada'), await board.account('bob'), await board.account('cyd')] as const
    const [ada, bob, cyd] = people
    const thread = (await ada.posts()).body.id
    const reply = (await bob.replies(thread)).body.id
    await cast(bob, thread, 1)
    await cast(cyd, thread, -1)
    await cast(cyd, reply, 1)
    const look = async (query: string) => (await board.call(`/ballot?${query}`)).body

    const tally = await look(`board=named&post_id=${thread}`)
    assert.deepEqual(
      { ...tally, rules_notice: 0 },
      { board: 'named', post_id: thread, score: 0, up: 1, down: 1, rules_notice: 0 },
    )
    const first = await look(`board=named&post_id=${thread}&voters=true&limit=1`)
    const second = await look(`board=named&post_id=${thread}&voters=true&limit=1&before=${first.next_before}`)
    assert.deepEqual(first.votes, [
      {
        seq: 2,
        voter_id: cyd.id,
        voter: 'cyd',
        board: 'named',
        post_id: thread,
        value: -1,
        weight: 1,
        created_at: board.now(),
      },
    ])
    assert.deepEqual([first.next_before, second.votes[0].voter, second.next_before], [2, 'bob', null])
    assert.deepEqual(
      { ...(await look(`agent=${bob.id}`)), rules_notice: 0 },
      { agent: { id: bob.id, name: 'bob' }, karma: 1, rules_notice: 0 },
    )
    const history = await look(`voter=${cyd.id}`)
    assert.deepEqual(
      history.votes.map((v: { seq: number }) => v.seq),
      [3, 2],
    )
    await cyd.revokes()
    assert.equal((await look(`voter=${cyd.id}`)).voter.name, 'cyd')
    await ada.deletes(thread)
    assert.deepEqual((await look(`voter=${cyd.id}`)).votes, [])
    assert.equal((await board.call(`/ballot?board=named&post_id=${thread}`)).status, 404)
    assert.equal((await look(`agent=${bob.id}`)).karma, 0)
  })

  it('are inspected by one question at a time', async () => {
    await using board = await openBoard(engine)
    const [ada] = [await board.account('ada')]
    const thread = (await ada.posts()).body.id
    const code = async (query: string) => (await board.call(`/ballot?${query}`)).body.error?.code
    const target = `board=named&post_id=${thread}`
    const { details } = (await board.call(`/ballot?post_id=${thread}`)).body.error
    assert.deepEqual(details, { field: 'board', problem: 'missing', allowed: ['named', 'b'] })

    const wrong: Record<string, string> = {
      [`post_id=${thread}`]: 'INVALID_BOARD',
      'board=named': 'INVALID_FIELD',
      'voters=true': 'INVALID_FIELD',
      'voters=false': 'INVALID_FIELD',
      'limit=5': 'INVALID_FIELD',
      'before=5': 'INVALID_FIELD',
      [`agent=${ada.id}&limit=5`]: 'INVALID_FIELD',
      [`agent=${ada.id}&voter=${ada.id}`]: 'INVALID_FIELD',
      [`agent=${ada.id}&${target}`]: 'INVALID_FIELD',
      [`voter=${ada.id}&voters=true`]: 'INVALID_FIELD',
      [`voter=${ada.id}&${target}`]: 'INVALID_FIELD',
      [`${target}&limit=5`]: 'INVALID_FIELD',
      [`${target}&before=5`]: 'INVALID_FIELD',
      [`${target}&voters=false&limit=5`]: 'INVALID_FIELD',
      [`${target}&voters=yes`]: 'INVALID_FIELD',
      [`${target}&voters=true&limit=31`]: 'INVALID_LIMIT',
      [`${target}&voters=true&before=0`]: 'INVALID_CURSOR',
      'board=x&post_id=y': 'INVALID_BOARD',
      'board=named&post_id=y': 'INVALID_ID',
      'agent=y': 'INVALID_ID',
      'colour=red': 'INVALID_FIELD',
      [`agent=${unknownId}`]: 'NOT_FOUND',
      [`voter=${unknownId}`]: 'NOT_FOUND',
    }
    for (const [query, expected] of Object.entries(wrong)) assert.equal(await code(query), expected, query)
    const usage = (await board.call('/ballot')).body
    assert.deepEqual(
      [usage.system, usage.daily_limit, usage.values, usage.weight],
      ['ballot', 20, [1, -1], { min: 1, max: 5 }],
    )
  })

  it('are offered without an allowance if the operator sets no limit', async () => {
    await using board = await openBoard(engine, { limits: { LIMIT_VOTES_PER_AGENT_PER_DAY: 0 } })
    const [ada, bob] = [await board.account('ada'), await board.account('bob')]
    assert.equal((await ada.posts()).status, 201)
    const { items, viewer } = (await bob.get('/v1/posts')).body
    assert.deepEqual([items[0].vote_state, viewer.voting.can_vote], [{ can_vote: true, reason: null }, true])
  })

  it('are shown to each viewer with what the viewer may still vote', async () => {
    await using board = await openBoard(engine, { limits: { LIMIT_VOTES_PER_AGENT_PER_DAY: 2 } })
    const [ada, bob] = [await board.account('ada'), await board.account('bob')]
    const threads: string[] = []
    for (let n = 0; n < 3; n++) threads.push((await ada.posts()).body.id)
    const own = (await bob.posts()).body.id
    await cast(bob, threads[0], -1)
    const states = async () => {
      const { items, viewer } = (await bob.get('/v1/posts')).body
      const votes = (item: { actions: { template: string; values?: number[]; exact_retry?: boolean }[] }) =>
        item.actions.find((a) => a.template === 'vote')
      return {
        viewer: viewer.voting,
        rows: items.map((item: { your_vote: number; vote_state: { reason: string } }) => [
          item.your_vote,
          item.vote_state.reason,
          votes(item as never)?.values,
          votes(item as never)?.exact_retry,
        ]),
      }
    }

    const before = await states()
    await cast(bob, threads[1], 1)
    const after = await states()

    assert.deepEqual(before.rows, [
      [null, 'self_vote', undefined, undefined],
      [null, null, [1, -1], undefined],
      [null, null, [1, -1], undefined],
      [-1, 'already_voted', [-1], true],
    ])
    assert.deepEqual(before.viewer, { can_vote: true, remaining: 1, daily_limit: 2, weight: 1, suspended: false })
    assert.deepEqual(after.rows[1], [null, 'daily_limit', undefined, undefined])
    assert.deepEqual([after.viewer.can_vote, after.viewer.remaining], [false, 0])
    const ids = [threads[1], unknownId, own, (threads[1] as string).toUpperCase(), threads[2]]
    const { items, voting } = (await bob.get(`/v1/voting?post_ids=${ids.join(',')}`)).body
    assert.deepEqual(
      items.map((item: { your_vote: number; vote_state: { reason: string } }) => [
        item.your_vote,
        item.vote_state.reason,
      ]),
      [
        [1, 'already_voted'],
        [null, 'target_unavailable'],
        [null, 'self_vote'],
        [null, 'daily_limit'],
      ],
    )
    assert.deepEqual([voting.used, voting.can_vote], [2, false])
  })

  it('work on the anonymous board too, from the same allowance, and change no karma', async () => {
    await using board = await openBoard(engine, { limits: { LIMIT_VOTES_PER_AGENT_PER_DAY: 2 } })
    const [ada, bob] = [await board.account('ada'), await board.account('bob')]
    const stranger = visitorOn(board)
    const anonymous = (await stranger.says('Guess who.')).body.id
    const reply = (await stranger.says('Me again.', { reply_to: anonymous })).body.id
    const named = (await ada.posts()).body.id

    const first = await cast(bob, anonymous, -1, 'b')
    await cast(bob, reply, 1, 'b')

    assert.deepEqual([first.status, first.body.score, first.body.up, first.body.down], [200, -1, 0, 1])
    assert.equal((await cast(bob, anonymous, -1, 'b')).body.replayed, true)
    assert.equal((await cast(bob, anonymous, 1, 'b')).status, 409)
    assert.equal((await cast(bob, anonymous, 1)).status, 404) // not a message of the named board
    assert.equal((await cast(bob, named, 1)).body.error.code, 'DAILY_LIMIT')
    const { items } = (await bob.get(`/v1/voting?board=b&post_ids=${anonymous},${named}`)).body
    assert.deepEqual(
      items.map((item: { your_vote: number; vote_state: { reason: string } }) => [
        item.your_vote,
        item.vote_state.reason,
      ]),
      [
        [-1, 'already_voted'],
        [null, 'target_unavailable'],
      ],
    )
    const seen = (await stranger.get(`/b/t/${anonymous}`, { accept: 'application/json' })).body
    assert.deepEqual([seen.post.score, seen.items[0].score], [-1, 1])
    const { votes } = (await board.call(`/ballot?board=b&post_id=${anonymous}&voters=true`)).body
    assert.deepEqual([votes[0].voter, votes[0].board], ['bob', 'b'])
    assert.equal((await bob.get(`/ballot?voter=${bob.id}`)).body.votes.length, 2)
    assert.deepEqual([(await ada.me()).body.karma, (await bob.me()).body.karma], [0, 0])
  })
})
