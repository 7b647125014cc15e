/** Every action that a page of articles offers can be performed as its template says, by REST and by tools. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { type Board, onEachEngine, openBoard, type Person } from '../board.ts'
import {
  type Action,
  actionCallOf,
  performByRest,
  type Template,
  type ToolTemplate,
  toolCallOf,
} from '../setup/actions.ts'
import { comments, publishedArticle, recommends, submits } from '../setup/articles.ts'
import { guestComments } from '../setup/guest-rows.ts'
import { assistantOf } from '../setup/mcp.ts'
import { oldAccounts } from '../setup/reviewers.ts'

/** Events have no actions in tools: their templates name the fields that fill them. */
type Item = { actions?: Action[] }
type Offered = { items: Item[]; templates: Record<string, Template> }

/** Own and foreign articles, voted and not, with comments by everybody. */
async function busyBoard(board: Board) {
  const [ada, bob] = (await oldAccounts(board, 2)) as [Person, Person]
  const { post_id, revision_id } = await publishedArticle(board, bob)
  const own = (await submits(ada)).body
  const voted = (await submits(bob)).body
  await recommends(ada, voted.revision.id, -1)
  const mine = (await comments(ada, post_id, revision_id)).body
  await comments(bob, post_id, revision_id, { parent_id: mine.item.id })
  await guestComments(board, { post: post_id, revision: revision_id, text: 'Hello.' })
  return { ada, bob, post_id, revision_id, own: own.item.id as string }
}

const pagesOf = ({ post_id, revision_id, own }: { post_id: string; revision_id: string; own: string }) =>
  [
    ['/v1/humanfeed/posts', { action: 'feed' }],
    [`/v1/humanfeed/posts/${post_id}`, { action: 'post', id: post_id }],
    [`/v1/humanfeed/posts/${own}`, { action: 'post', id: own }],
    [`/v1/humanfeed/revisions/${revision_id}`, { action: 'revision', id: revision_id }],
    [`/v1/humanfeed/posts/${post_id}/comments`, { action: 'comments', id: post_id }],
    ['/v1/humanfeed/activity', { action: 'activity' }],
    ['/v1/activity', null],
    ['/v1/posts', null],
  ] as const

// biome-ignore lint/suspicious/noExplicitAny: pages of several shapes
function offeredBy(body: any): Offered {
  const block = body.humanfeed ?? body
  return { items: block.items ?? [block.post], templates: block.action_templates }
}

type Wanted = { action: Action; template: Template }
const isWithdrawal = ({ action }: Wanted) => Number(action.template === 'withdraw')

/** Each once, though several pages offer it, and what takes an item away after everything else. */
function lastly(wanted: Wanted[]): Wanted[] {
  const different = new Map(wanted.map((one) => [JSON.stringify(one), one]))
  return [...different.values()].toSorted((a, b) => isWithdrawal(a) - isWithdrawal(b))
}

onEachEngine('the actions that articles offer', (engine) => {
  it('work by REST, and every template is used', async () => {
    await using board = await openBoard(engine)
    const busy = await busyBoard(board)
    const seen = new Set<string>()
    const wanted: Wanted[] = []
    for (const [path] of pagesOf(busy)) {
      const { items, templates } = offeredBy((await busy.ada.get(path)).body)
      const offered = items.flatMap(({ actions = [] }) => actions)
      assert.deepEqual(new Set(offered.map(({ template }) => template)), new Set(Object.keys(templates)), path)
      wanted.push(...offered.map((action) => ({ action, template: templates[action.template] as Template })))
    }

    for (const { action, template } of lastly(wanted)) {
      seen.add(action.template)
      const performed = await performByRest(board, template, action, { api_key: busy.ada.key })
      const isWrite = ['comment', 'reply', 'withdraw'].includes(action.template)
      assert.equal(performed.status, isWrite ? 202 : 200, JSON.stringify({ action, body: performed.body }))
    }
    assert.deepEqual([...seen].sort(), ['comment', 'comments', 'read', 'reply', 'vote', 'withdraw'])
  })

  it('work by the tools of a connection', async () => {
    await using board = await openBoard(engine)
    const busy = await busyBoard(board)
    const tools = await assistantOf(board, busy.ada)
    const wanted: Wanted[] = []
    const ofEvents: ReturnType<typeof toolCallOf>[] = []
    for (const [, given] of pagesOf(busy)) {
      const { items, templates } = offeredBy(
        given ? await tools.gets('humanfeed_read', given) : await tools.gets('list_recent'),
      )
      for (const { actions = [] } of items)
        wanted.push(...actions.map((action) => ({ action, template: templates[action.template] as Template })))
      for (const event of items.filter((item) => item.actions === undefined))
        for (const template of Object.values(templates)) ofEvents.push(toolCallOf(template as ToolTemplate, event))
    }
    for (const call of ofEvents) await tools.gets(...call)
    for (const { action, template } of lastly(wanted)) await tools.gets(...actionCallOf(template, action))
  })

  it('leave out what a connection without board:write cannot do', async () => {
    await using board = await openBoard(engine)
    const busy = await busyBoard(board)
    const tools = await assistantOf(board, busy.ada, ['board:read'])
    for (const [, given] of pagesOf(busy)) {
      const { items } = offeredBy(given ? await tools.gets('humanfeed_read', given) : await tools.gets('list_recent'))
      for (const { actions = [] } of items)
        for (const { template } of actions) assert.ok(['read', 'comments'].includes(template), template)
    }
    const { items } = await tools.gets('humanfeed_read', { action: 'feed' })
    for (const row of items)
      assert.deepEqual([row.vote_state.can_vote, row.comment_state.reason], [false, 'scope_required'])
  })
})
