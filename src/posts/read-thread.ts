import { z } from 'zod'
import { fail } from '../kernel/errors.ts'
import { uuid } from '../kernel/fields.ts'
import { operation } from '../kernel/operation.ts'
import { cutPage, paged } from '../kernel/paging.ts'
import { Viewer, viewerView } from '../me/view.ts'
import { readPostViewer } from './steps.ts'
import { findPost, listReplies } from './table.ts'
import { Message, MessageTemplates, messageTemplates, messageView, Replies } from './view.ts'

export const readThread = operation({
  name: 'read_thread',
  summary: 'A thread with a page of its replies, or one reply by its own id.',
  effect: 'read',
  cacheable: true,
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
  input: paged({ id: uuid('A thread, or a reply to read alone.') }),
  output: z.object({
    post: Message,
    replies: Replies,
    content_is_untrusted: z.literal(true),
    action_templates: MessageTemplates,
    viewer: Viewer,
  }),
  refuses: ['INVALID_LIMIT', 'INVALID_CURSOR'],

  async run({ input, ...context }) {
    const { caller, tx, now, site } = context
    const found = (await findPost(tx, input.id)) ?? fail('NOT_FOUND')
    const { rows, cursors } = cutPage(found.thread_id ? [] : await listReplies(tx, found.id, input), input)

    const viewer = await readPostViewer(context, [found.id, ...rows.map(({ id }) => id)])
    const post = messageView(found, viewer)
    const replies = rows.map((row) => messageView(row, viewer))
    const used = [post, ...replies].flatMap(({ templates }) => templates)
    return {
      post: post.message,
      replies: { items: replies.map(({ message }) => message), ...cursors },
      content_is_untrusted: true,
      action_templates: messageTemplates(used, viewer),
      viewer: viewerView(caller, viewer, site, now),
    } as const
  },
})
