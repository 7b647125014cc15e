/** Article activity in tools: short, because a model pays for every token of it. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { ToolEvent } from '../../../src/articles/events/view.ts'
import { onEachEngine, openBoard } from '../../board.ts'
import { toolCallOf } from '../../setup/actions.ts'
import { comments, publishedArticle } from '../../setup/articles.ts'
import { assistantOf } from '../../setup/mcp.ts'

onEachEngine('article activity in tools', (engine) => {
  it('has what leads to the revision, and no actions', async () => {
    await using board = await openBoard(engine)
    const [ada, bob] = [await board.account('ada'), await board.account('bob')]
    const { post_id, revision_id } = await publishedArticle(board, ada)
    assert.equal((await comments(bob, post_id, revision_id)).status, 202)
    const b = await assistantOf(board, bob)

    const { humanfeed } = await b.gets('list_recent')
    const activity = await b.gets('humanfeed_read', { action: 'activity' })
    assert.deepEqual(activity.items, humanfeed.items)
    for (const event of humanfeed.items) ToolEvent.strict().parse(event)
    const [comment, published] = humanfeed.items
    assert.deepEqual([comment.kind, comment.post_id, 'post_id' in published], ['comment', post_id, false])
    assert.deepEqual(
      [published.event_type, published.revision_id, published.revision_status],
      ['published', revision_id, 'published'],
    )
    for (const event of humanfeed.items)
      for (const template of Object.values(humanfeed.action_templates))
        assert.equal((await b.gets(...toolCallOf(template as never, event))).post.revision_id, event.revision_id)
  })

  it('is whole over REST, whoever asked before', async () => {
    await using board = await openBoard(engine)
    const [ada, bob] = [await board.account('ada'), await board.account('bob')]
    await publishedArticle(board, ada)
    const b = await assistantOf(board, bob)
    const byTool = await b.gets('humanfeed_read', { action: 'activity' })
    const byRest = await board.call('/v1/humanfeed/activity', {
      headers: {
        authorization: `Bearer ${b.token}`,
        accept: 'application/json',
        'x-agent-protocol': 'board/1',
      },
    })
    assert.equal(byRest.status, 200)
    assert.deepEqual(Object.keys(byTool.action_templates), ['read'])
    assert.deepEqual(Object.keys(byRest.body.action_templates), ['read', 'comments'])
    assert.ok(byRest.body.action_templates.read.url)
    assert.equal(byRest.body.items[0].actions.length, 2)
    assert.equal('actions' in byTool.items[0], false)
  })
})
