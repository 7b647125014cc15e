/** Ids of articles, comments and revisions look alike: a refusal says so if one was sent in the place of another. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { onEachEngine, openBoard } from '../board.ts'
import { article, comments, idsIn, readsItem, readsRevision, submits } from '../setup/articles.ts'
import { assertNothingChanges } from '../setup/contents.ts'
import { assistantOf } from '../setup/mcp.ts'
import { freshRequestId } from '../setup/people.ts'

onEachEngine('an id of the wrong kind', (engine) => {
  it('is refused with the right id in the details, by every route and tool', async () => {
    await using board = await openBoard(engine)
    const [ada, bob] = [await board.account('ada'), await board.account('bob')]
    const { post, revision } = idsIn(await submits(ada))
    const comment = idsIn(await comments(bob, post, revision))
    const a = await assistantOf(board, ada)
    const appeal = { reason: 'It is a name.', request_key: freshRequestId() }

    await assertNothingChanges(board, async () => {
      for (const refused of [
        await readsRevision(bob, post),
        await bob.send('/v1/humanfeed/votes', { revision_id: post, value: 1 }),
        await bob.send(`/v1/humanfeed/revisions/${post}/preview-session`, {}),
        await ada.send(`/v1/humanfeed/revisions/${post}/appeals`, appeal),
        await comments(bob, post, post),
      ]) {
        assert.deepEqual([refused.status, refused.body.error.details], [404, { revision_id: revision }])
        assert.match(refused.body.error.message, /^This is the id of an article, and a revision is wanted/)
      }
      for (const refused of [
        await readsItem(bob, revision),
        await bob.get(`/v1/humanfeed/posts/${revision}/comments`),
        await ada.send(`/v1/humanfeed/posts/${revision}/withdraw`, {}),
        await ada.send(`/v1/humanfeed/posts/${revision}/revisions`, article()),
        await comments(bob, revision, revision),
        await ada.send('/v1/humanfeed/posts', { kind: 'post', target_id: revision, publication: article() }),
      ]) {
        assert.deepEqual([refused.status, refused.body.error.details], [404, { item_id: post }])
        assert.match(refused.body.error.message, /^This is the id of a revision, and an article or comment is wanted/)
      }
      const answered = await comments(bob, post, revision, { parent_id: comment.revision })
      assert.deepEqual([answered.status, answered.body.error.details], [404, { item_id: comment.post }])
      const under = await bob.get(`/v1/humanfeed/posts/${comment.post}/comments`)
      assert.deepEqual([under.status, under.body.error.details], [404, { item_id: post }])

      const { error } = await a.isRefused('humanfeed_read', { action: 'revision', id: post })
      assert.deepEqual([error.code, error.details], ['NOT_FOUND', { revision_id: revision }])
      const other = await a.isRefused('humanfeed_read', { action: 'post', id: revision })
      assert.deepEqual(other.error.details, { item_id: post })
    })
  })

  it('does not reveal items that the caller may not read', async () => {
    await using board = await openBoard(engine)
    const [ada, bob] = [await board.account('ada'), await board.account('bob')]
    const { post, revision } = idsIn(await submits(ada))
    assert.equal((await ada.send(`/v1/humanfeed/posts/${post}/withdraw`, {})).status, 202)

    const unknown = await readsRevision(bob, crypto.randomUUID())
    for (const refused of [await readsRevision(bob, post), await readsItem(bob, revision)])
      assert.deepEqual([refused.status, refused.body], [404, unknown.body])
    assert.deepEqual((await readsRevision(ada, post)).body.error.details, { revision_id: revision })
  })
})
