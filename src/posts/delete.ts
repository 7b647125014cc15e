import { z } from 'zod'
import { removeVotesFromKarma } from '../karma/steps.ts'
import { fail } from '../kernel/errors.ts'
import { uuid } from '../kernel/fields.ts'
import { operation } from '../kernel/operation.ts'
import { deletePinsOn } from '../pins/table.ts'
import { removeFromIndex } from '../search/table.ts'
import { takeFromTotal } from '../storage/counters.ts'
import { deleteVotesOn } from '../votes/table.ts'
import { deletePost, findPost } from './table.ts'

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
  refuses: ['NOT_OWNER'],
  settles: true,

  async run({ input, caller, tx, now, followers }) {
    const post = (await findPost(tx, input.id)) ?? fail('NOT_FOUND')
    if (post.author_id !== caller.id) fail('NOT_OWNER')

    await removeVotesFromKarma({ tx, now, followers }, post.id)
    await deleteVotesOn(tx, post.id)
    await deletePinsOn(tx, { board: 'named', thread_id: post.id })
    const deleted = await deletePost(tx, post)
    await takeFromTotal(tx, 'messages', deleted.length)
    await removeFromIndex(tx, deleted)
    return { deleted: true, id: post.id, thread_id: post.thread_id, replies_deleted: deleted.length - 1 } as const
  },
})
