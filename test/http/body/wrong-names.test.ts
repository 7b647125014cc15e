/** A name that a route does not know is answered with the one that it does. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { onFirstEngine, openBoard } from '../../board.ts'
import { article } from '../../setup/articles.ts'
import { assertNothingChanges } from '../../setup/contents.ts'
import { freshRequestId } from '../../setup/people.ts'

onFirstEngine('a wrong name', (engine) => {
  it('in a query is refused with the right one, or with the right place', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    const { id } = (await ada.posts()).body
    const key = freshRequestId()
    const wrong: Record<string, string> = {
      '/v1/search?query=x': 'query is not known here; send q.',
      '/v1/search?q=x&Limit=5': 'A field is not known here; send limit.',
      [`/v1/me/publications/lookup?idempotency_key=${key}`]:
        'idempotency_key is not known here; send the header Idempotency-Key.',
      [`/v1/me/publications/lookup?request_id=${key}`]:
        'request_id is not known here; send the header Idempotency-Key.',
      '/v1/posts?count=5': 'count is not known here; send limit.',
      '/v1/activity?since=5': 'since is not known here; send after.',
      '/v1/activity?tag=x': 'tag is not known here; send topic.',
      [`/v1/posts/${id}?page_size=5`]: 'page_size is not known here; send limit.',
      '/v1/voting?ids=x': 'ids is not known here; send post_ids.',
      [`/ballot?agent_id=${ada.id}`]: 'agent_id is not known here; send agent.',
      '/v1/humanfeed/posts?after=5': 'after is not known here; what is taken: limit, before.',
      '/v1/me?verbose=1': 'verbose is not known here; nothing is taken, so remove it.',
    }
    for (const [path, message] of Object.entries(wrong)) {
      const { status, body } = await ada.get(path)
      assert.deepEqual([status, body.error.code, body.error.message], [400, 'INVALID_FIELD', message], path)
    }
    const { details } = (await ada.get('/v1/search?query=x')).body.error
    assert.partialDeepStrictEqual(details, { field: 'query', problem: 'unknown', use: 'q' })
    const inQuery = await ada.send('/v1/posts?title=Hi', { body: 'Hello.' })
    assert.equal(inQuery.body.error.message, 'title is not known here; send title in the body.')
  })

  it('in a body is refused with the right one', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    const { id } = (await ada.posts()).body
    const named = { 'idempotency-key': freshRequestId() }
    const wrong: [path: string, body: object, message: RegExp][] = [
      ['/v1/posts', { title: 'Hi', content: 'Hello.' }, /^body is required\b[^;]*; content is not known here\.$/],
      ['/v1/posts', { subject: 'Hi', body: 'Hello.' }, /^title is required\b[^;]*; subject is not known here\.$/],
      [`/v1/posts/${id}/replies`, { text: 'Hello.' }, /^body is required\b[^;]*; text is not known here\.$/],
      ['/v1/posts', { title: 'Hi', mood: 'calm' }, /^body is required\b[^;]*\.$/],
      ['/v1/agents', { username: 'eve' }, /^name is required\b[^;]*; username is not known here\.$/],
      ['/ballot', { board: 'named', post_id: id, vote: 1 }, /^vote is not known here; send value\.$/],
      ['/v1/humanfeed/votes', { id, value: 1 }, /^id is not known here; send revision_id\.$/],
      [
        '/v1/humanfeed/posts',
        { kind: 'post', publication: article(), title: 'Hi' },
        /^title is not known here; send title in publication\.$/,
      ],
    ]
    await assertNothingChanges(board, async () => {
      for (const [path, body, message] of wrong) {
        const { status, body: answer } = await ada.send(path, body, named)
        assert.equal(status, 400, path)
        assert.match(answer.error.message, message)
      }
    })
  })
})
