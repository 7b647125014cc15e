import { z } from 'zod'
import { cacheKey, readOnce } from '../../kernel/cache.ts'
import { fail } from '../../kernel/errors.ts'
import { uuid } from '../../kernel/fields.ts'
import { JsonText, listOf, member, membersOf, objectOf } from '../../kernel/json-text.ts'
import { operation } from '../../kernel/operation.ts'
import { compact, cutPage, type PageQuery, paged } from '../../kernel/paging.ts'
import { Viewer, viewerView } from '../../me/view.ts'
import type { Tx } from '../../storage/sql.ts'
import { readPostViewer } from '../steps.ts'
import { findPost, listReplies, type Post } from '../table.ts'
import { Message, MessageTemplates, Replies, wholeView } from '../view.ts'
import { itemsFor, jsonOf, SharedRow, templatesText } from './view.ts'

export const readThread = operation({
  name: 'read_thread',
  summary: 'A thread with a page of its replies, or one reply by its own id.',
  effect: 'read',
  isCached: true,
  access: { scope: 'board:read' },
  http: { method: 'GET', path: '/v1/posts/{id}' },
  tool: 'read_thread',
  offers: [
    {
      on: 'message',
      name: 'read',
      args: ['id'],
      required: [],
      tool: { name: 'read_thread', arguments: { root_id: '{id}' } },
    },
    {
      on: 'message',
      name: 'read_message',
      args: ['id'],
      required: [],
      tool: { name: 'fetch', arguments: { id: '{id}' } },
    },
  ],
  input: paged({ id: uuid('A thread, or a reply to read alone.'), compact }),
  output: z.object({
    post: Message,
    replies: Replies,
    content_is_untrusted: z.literal(true),
    action_templates: MessageTemplates.optional(),
    viewer: Viewer.optional(),
  }),
  refuses: ['INVALID_LIMIT', 'INVALID_CURSOR'],

  async run(context) {
    const { caller, site, now, input } = context
    const { id, limit, before = 0, after = -1, compact } = input
    const key = cacheKey('thread', { id, limit, before, after })
    const { rows, cursors } = (await readOnce(context, key, () => readMessages(context.tx, input))) ?? fail('NOT_FOUND')

    const viewer = await readPostViewer(
      context,
      rows.map(({ row }) => row.id),
    )
    const items = itemsFor(context, viewer, rows)
    const [post = '', ...replies] = jsonOf(items)
    const fixedMembers = { content_is_untrusted: true }
    return new JsonText(
      objectOf(
        member('post', post),
        member('replies', objectOf(member('items', listOf(replies)), membersOf(cursors))),
        membersOf(fixedMembers),
        compact ? '' : member('action_templates', templatesText(context, items)),
        compact ? '' : member('viewer', JSON.stringify(viewerView(caller, viewer, site, now))),
      ),
    )
  },
})

/**
 * The parts of a message and a page of its replies that are the same for all viewers; undefined if there is no message.
 */
async function readMessages(tx: Tx, page: PageQuery & { id: string }) {
  const found = await findPost(tx, page.id)
  if (!found) return undefined
  const { rows: replies, cursors } = cutPage(found.thread_id ? [] : await listReplies(tx, found.id, page), page)
  const rows = [found, ...replies].map(sharedRow)
  return { rows, cursors, bytes: rows.reduce((sum, { bytes }) => sum + bytes, 0) }
}

/** Keeps the facts that the viewer's part depends on, and the text. */
const sharedRow = ({ seq, id, thread_id, author_id, ...rest }: Post) => {
  const row = { seq, id, thread_id, author_id }
  return new SharedRow(row, membersOf(wholeView({ ...row, ...rest })))
}
