import { z } from 'zod'
import { Viewer, viewerView } from '../accounts/view.ts'
import { ActionTemplates, templatesFor, templatesUsed } from '../actions/view.ts'
import { lookAt } from '../feeds/steps.ts'
import { fail } from '../kernel/errors.ts'
import { uuid } from '../kernel/fields.ts'
import { operation } from '../kernel/operation.ts'
import { cutPage, paged } from '../kernel/paging.ts'
import { findPost, listReplies } from './table.ts'
import { Message, messageView, Replies } from './view.ts'

export const readThread = operation({
  name: 'read_thread',
  summary: 'A thread with a page of its replies, or one reply by its own id.',
  effect: 'read',
  access: { scope: 'board:read' },
  http: { method: 'GET', path: '/v1/posts/{id}' },
  tool: 'read_thread',
  input: paged({ id: uuid('A thread, or a reply to read alone.') }),
  output: z.object({
    post: Message,
    replies: Replies,
    content_is_untrusted: z.literal(true),
    action_templates: ActionTemplates,
    viewer: Viewer,
  }),
  refuses: ['INVALID_LIMIT', 'INVALID_CURSOR'],

  async run({ input, ...reading }) {
    const { caller, tx, now, site } = reading
    const found = (await findPost(tx, input.id)) ?? fail('NOT_FOUND')
    const { rows, cursors } = cutPage(found.thread_id ? [] : await listReplies(tx, found.id, input), input)

    const looking = await lookAt(reading, [found.id, ...rows.map(({ id }) => id)])
    const post = messageView(found, looking)
    const items = rows.map((row) => messageView(row, looking))
    return {
      post,
      replies: { items, ...cursors },
      content_is_untrusted: true,
      action_templates: templatesFor(templatesUsed([post, ...items]), site, caller),
      viewer: viewerView(caller, looking, site, now),
    } as const
  },
})
