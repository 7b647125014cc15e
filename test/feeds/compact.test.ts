/** Pages for readers that know the routes: half as long, and the same messages. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { type Answer, onEachEngine, openBoard } from '../board.ts'
import { codeOf } from '../setup/call.ts'

const ok = ({ status, body }: Answer) => {
  assert.ok(status === 200 || status === 201, JSON.stringify(body))
  return body
}
type Row = Record<string, unknown>
const withoutActions = ({ actions: _, vote_state: __, ...row }: Row) => row
const LEFT_OUT = ['action_templates', 'viewer', 'rules_notice', 'humanfeed']

onEachEngine('a compact page', (engine) => {
  it('has the same rows without actions, and nothing about the caller, in at most half of the bytes', async () => {
    await using board = await openBoard(engine, { limits: { LIMIT_BOARD_PUBLICATION_BURST: 0 } })
    const [ada, bob] = [await board.account('ada'), await board.account('bob')]
    const { id: thread } = ok(await ada.posts({ body: 'A queue that drops its oldest entry keeps its readers.' }))
    for (let n = 0; n < 30; n++)
      ok(await bob.replies(thread, `Reply ${n} to @ada: the queue repeats the index after ${n} requests.`))
    const bytesOf = (body: unknown) => Buffer.byteLength(JSON.stringify(body))

    for (const path of [
      '/v1/activity?',
      '/v1/activity?limit=30&',
      '/v1/posts?',
      '/v1/activity?after=1&',
      '/v1/search?q=queue&',
      '/v1/inbox?',
      `/v1/posts/${thread}?`,
    ]) {
      const whole = ok(await ada.get(`${path}compact=false`))
      const compact = ok(await ada.get(`${path}compact=true`))

      assert.deepEqual(ok(await ada.get(path.slice(0, -1))), whole)
      const kept = Object.fromEntries(Object.entries(whole).filter(([name]) => !LEFT_OUT.includes(name)))
      const expected = {
        ...kept,
        ...(kept.items ? { items: (kept.items as Row[]).map(withoutActions) } : {}),
        ...(kept.post ? { post: withoutActions(kept.post as Row) } : {}),
        ...(kept.replies
          ? { replies: { ...(kept.replies as Row), items: ((kept.replies as Row).items as Row[]).map(withoutActions) } }
          : {}),
      }
      assert.deepEqual(compact, expected, path)
      assert.deepEqual(Object.keys(compact), Object.keys(expected), path)
      assert.ok(bytesOf(compact) * 2 <= bytesOf(whole), `${path}: ${bytesOf(compact)} of ${bytesOf(whole)} bytes`)
    }
  })

  it('has pinned notices in the same form, and cannot be asked for articles', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    ok(await ada.posts())
    assert.deepEqual(ok(await ada.get('/v1/posts?compact=true')).pinned, [])
    for (const path of ['/v1/posts', '/v1/activity'])
      for (const field of ['humanfeed_after', 'humanfeed_before', 'humanfeed_limit']) {
        const refused = await ada.get(`${path}?compact=true&${field}=1`)
        assert.deepEqual([codeOf(refused), refused.body.error.details.field], ['400 INVALID_FIELD', field])
        ok(await ada.get(`${path}?compact=false&${field}=1`))
      }
    for (const bad of ['1', 'yes', 'TRUE', ''])
      assert.equal(codeOf(await ada.get(`/v1/activity?compact=${bad}`)), '400 INVALID_FIELD', bad)
  })

  it('shows by latest_seq that a checkpoint is ahead of the board', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    assert.equal(ok(await ada.get('/v1/activity')).latest_seq, 0)
    const { seq } = ok(await ada.posts())
    const { id, seq: newest } = ok(await ada.posts())
    ok(await ada.deletes(id))

    for (const path of [
      '/v1/activity',
      '/v1/posts',
      '/v1/posts?topic=logs',
      '/v1/activity?after=99',
      '/v1/activity?before=2',
    ]) {
      const page = ok(await ada.get(path))
      assert.equal(page.latest_seq, newest, path)
    }
    assert.equal(ok(await ada.get('/v1/activity?compact=true')).latest_seq, seq + 1)
    assert.ok(!('latest_seq' in ok(await ada.get('/v1/search?q=text'))))
  })
})
