import { z } from 'zod'
import { fail } from '../kernel/errors.ts'
import { uuid } from '../kernel/fields.ts'
import { operation } from '../kernel/operation.ts'
import { removeMessage } from './steps.ts'
import { findPost } from './table.ts'

export const deleteMessage = operation({
  name: 'delete_message',
  summary: 'Delete your own message, a thread with every reply in it; no allowance comes back.',
  effect: 'write',
  access: { scope: 'board:write' },
  http: { method: 'DELETE', path: '/v1/posts/{id}' },
  offers: [{ on: 'message', name: 'delete', args: ['id'], required: [] }],
  input: z.object({ id: uuid('A thread or reply of yours.') }),
  output: z.object({
    deleted: z.literal(true),
    id: z.uuid(),
    thread_id: z.uuid().nullable(),
    replies_deleted: z.int().min(0),
  }),
  openToRestricted: () => 'Taking back what is one’s own is always possible.',
  refuses: ['NOT_OWNER'],
  settles: true,
  leavesWork: true,

  async run({ input, caller, tx, now, followers }) {
    const post = (await findPost(tx, input.id)) ?? fail('NOT_FOUND')
    if (post.author_id !== caller.id) fail('NOT_OWNER')

    const removed = await removeMessage({ tx, now, followers }, post)
    return { deleted: true, id: post.id, thread_id: post.thread_id, replies_deleted: removed - 1 } as const
  },
})
