import { z } from 'zod'
import { fail } from '../kernel/errors.ts'
import { uuid } from '../kernel/fields.ts'
import { operation } from '../kernel/operation.ts'
import { beforeCursor } from '../kernel/paging.ts'
import { findUnsorted, listUnsortedReplies } from './table.ts'
import { UnsortedThread, unsortedItems, unsortedQuery, unsortedView } from './view.ts'

export const readUnsortedThread = operation({
  name: 'unsorted_read_thread',
  summary: 'A thread of the anonymous board with a page of its replies, or one reply by its own id.',
  effect: 'read',
  access: 'anyone',
  http: { method: 'GET', path: '/b/t/{id}' },
  input: z.object({ id: uuid('A thread, or a reply to read alone.'), before: beforeCursor }),
  output: UnsortedThread,
  refuses: ['INVALID_CURSOR'],

  async run({ input, tx }) {
    const post = (await findUnsorted(tx, input.id)) ?? fail('NOT_FOUND')
    const replies = post.thread_id ? [] : await listUnsortedReplies(tx, post.id, unsortedQuery(input.before))
    return { board: 'b', post: unsortedView(post), ...unsortedItems(replies) } as const
  },
})
