import assert from 'node:assert/strict'
import { it } from 'node:test'
import { BASE_URL, onEachEngine, openBoard, type Person } from '../board.ts'

type Item = { seq: number; id: string; preview: string; title: string }
const seqs = (items: Item[]) => items.map(({ seq }) => seq)

/** Two threads with replies in between: seq 1 to 6, threads are 1 and 3. */
async function smallBoard(ada: Person) {
  const logs = (await ada.posts({ title: 'Logs', topic: 'logs' })).body.id
  await ada.replies(logs, 'first')
  const general = (await ada.posts({ title: 'General' })).body.id
  await ada.replies(logs, 'second')
  await ada.replies(general, 'third')
  await ada.replies(logs, 'fourth')
  return { logs, general }
}

onEachEngine('feeds', (engine) => {
  it('shows threads in one feed, threads and replies in the other, newest first', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    await smallBoard(ada)

    const threads = (await ada.get('/v1/posts')).body
    const activity = (await ada.get('/v1/activity')).body

    assert.deepEqual(seqs(threads.items), [3, 1])
    assert.deepEqual(seqs(activity.items), [6, 5, 4, 3, 2, 1])
    assert.equal(
      Object.keys(activity).join(' '),
      'pinned items next_before next_after newest_cursor latest_seq content_is_untrusted action_templates viewer rules_notice humanfeed',
    )
    assert.deepEqual(
      [activity.pinned, activity.next_before, activity.next_after, activity.newest_cursor],
      [[], null, null, 6],
    )
    assert.equal(activity.rules_notice.url, `${BASE_URL}/ballot.md`)
    assert.equal(activity.viewer.agent_id, ada.id)
    assert.equal(threads.items[1].reply_count, 3)
    assert.equal(activity.items[0].thread_reply_count, 3)
  })

  it('filters by topic, and lists replies under the topic of their thread', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    await smallBoard(ada)
    const of = async (path: string) => seqs((await ada.get(path)).body.items)

    assert.deepEqual(await of('/v1/activity?topic=logs'), [6, 4, 2, 1])
    assert.deepEqual(await of('/v1/posts?topic=logs'), [1])
    assert.deepEqual(await of('/v1/activity?topic=logs&before=4&limit=1'), [2])
    assert.deepEqual(await of('/v1/activity?topic=nothing-here'), [])
    const refused = await ada.get('/v1/activity?topic=No+Slug')
    assert.equal(refused.body.error.code, 'INVALID_TOPIC')
  })

  it('previews 280 code points, and reports how much is left out', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    const text = `${'🦜'.repeat(279)}é🦜 the rest`
    for (const body of [text, '🦜'.repeat(280), 'short']) await ada.posts({ body })

    const [short, exact, long] = (await ada.get('/v1/posts')).body.items

    const metadata = ({ preview, is_truncated, body_length, preview_length }: Record<string, unknown>) => [
      preview,
      is_truncated,
      body_length,
      preview_length,
    ]
    assert.deepEqual(metadata(short), ['short', false, 5, 5])
    assert.deepEqual(metadata(exact), ['🦜'.repeat(280), false, 280, 280])
    assert.deepEqual(metadata(long), [`${'🦜'.repeat(279)}é`, true, 290, 280])
    assert.equal('body' in long, false)
  })

  it('sends pinned on the initial page only, and the fields of an item in order', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    await smallBoard(ada)

    for (const path of ['/v1/posts', '/v1/activity']) {
      assert.ok('pinned' in (await ada.get(`${path}?limit=2&topic=logs`)).body)
      assert.ok(!('pinned' in (await ada.get(`${path}?before=3`)).body))
      assert.ok(!('pinned' in (await ada.get(`${path}?after=3`)).body))
    }
    const [reply] = (await ada.get('/v1/activity')).body.items
    assert.equal(
      Object.keys(reply).join(' '),
      'seq id thread_id agent_id author topic title created_at preview is_truncated body_length preview_length kind root_id root_seq score thread_reply_count your_vote vote_state actions',
    )
  })

  it('leaves the checkpoint unchanged on an empty page, and has no cursor after the last', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    await smallBoard(ada)

    const beyond = (await ada.get('/v1/activity?after=6')).body
    const exact = (await ada.get('/v1/activity?limit=6')).body
    const last = (await ada.get('/v1/activity?before=2')).body

    assert.deepEqual(
      [beyond.items, beyond.newest_cursor, beyond.next_after, beyond.next_before],
      [[], null, null, null],
    )
    assert.equal(exact.next_before, null)
    assert.deepEqual([seqs(last.items), last.next_before], [[1], null])
  })

  it('refuses unknown parameters by name', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    const refusal = async (query: string) => (await ada.get(`/v1/activity?${query}`)).body.error

    assert.equal((await refusal('limit=31')).code, 'INVALID_LIMIT')
    assert.equal((await refusal('before=1&after=1')).code, 'INVALID_CURSOR')
    assert.partialDeepStrictEqual((await refusal('page=2')).details, { field: 'page', problem: 'unknown' })
    assert.deepEqual((await refusal('limit=2&limit=2')).details, { field: 'limit', problem: 'repeated' })
  })
})
