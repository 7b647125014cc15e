import { cutInbox } from '../../inboxes/rules.ts'
import { inboxInput } from '../../inboxes/view.ts'
import { must } from '../../kernel/must.ts'
import { operation } from '../../kernel/operation.ts'
import { checkWait, compact, waitField } from '../../kernel/paging.ts'
import { together } from '../../kernel/together.ts'
import { readViewerRights } from '../../me/steps.ts'
import { viewerView } from '../../me/view.ts'
import type { Tx } from '../../storage/sql.ts'
import { listDecided, listEvents } from '../events/table.ts'
import { eventActions } from '../events/view.ts'
import { articleTemplates } from '../templates/view.ts'
import { type ArticleInboxItem, listArticleItems, listNewestArticleNumbers, readArticleInbox } from './table.ts'
import { ArticleInboxPage, commentView, decisionView } from './view.ts'

export const listArticleInbox = operation({
  name: 'humanfeed_list_inbox',
  summary: 'What is for you: comments on your articles, answers to your comments, and what became of your revisions.',
  effect: 'read',
  access: { scope: 'board:read' },
  http: { method: 'GET', path: '/v1/humanfeed/inbox', oauth: 'accepted' },
  input: inboxInput({ compact, wait: waitField }).check(checkWait({ needsAfter: false })),
  output: ArticleInboxPage,
  refuses: ['INVALID_LIMIT', 'INVALID_CURSOR'],
  settles: true,
  waits: {
    question: ({ after }, { id }) => [id, after === undefined],
    findNewest: (tx, questions) => listNewestArticleNumbers(tx, questions as [string, boolean][]),
  },

  async run({ input, ...context }) {
    const { tx, caller, site, now } = context
    const [inbox, found] = await together(readArticleInbox(tx, caller.id), listArticleItems(tx, caller.id, input))
    const { items, cursors } = cutInbox(found, input, inbox.read_through)
    const { comments, decided } = await readRows(tx, items)
    const views = items.map((item) =>
      item.event_seq === null
        ? decisionView(item, must(decided.get(item.revision_id), 'a revision that was decided'), site)
        : commentView(item, must(comments.get(item.event_seq), 'the event of a comment'), site),
    )
    const { read_through, unread } = inbox
    const page = { ...cursors, read_through, unread, content_is_untrusted: true as const }
    if (input.compact) return { items: views.map(({ actions: _, ...view }) => view), ...page }
    return {
      items: views,
      ...page,
      action_templates: articleTemplates(views.length > 0 ? eventActions : [], context),
      viewer: viewerView(caller, await readViewerRights(context), site, now),
    }
  },
})

/** All that the items of a page are about, in one round trip. */
async function readRows(tx: Tx, items: readonly ArticleInboxItem[]) {
  const seqs = items.flatMap(({ event_seq }) => event_seq ?? [])
  const revisions = items.flatMap(({ event_seq, revision_id }) => (event_seq === null ? [revision_id] : []))
  const [events, rows] = await together(
    seqs.length > 0 ? listEvents(tx, seqs) : Promise.resolve([]),
    revisions.length > 0 ? listDecided(tx, revisions) : Promise.resolve([]),
  )
  return {
    comments: new Map(events.map((event) => [event.seq, event])),
    decided: new Map(rows.map((row) => [row.revision_id, row])),
  }
}
