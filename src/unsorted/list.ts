import { z } from 'zod'
import { operation } from '../kernel/operation.ts'
import { beforeCursor } from '../kernel/paging.ts'
import { readPins } from '../pins/steps.ts'
import { listUnsorted } from './table.ts'
import { UnsortedPage, unsortedItems, unsortedQuery } from './view.ts'

export const listUnsortedMessages = operation({
  name: 'unsorted_list',
  summary: 'The anonymous board: threads and replies, newest first, with their whole text.',
  effect: 'read',
  access: 'anyone',
  http: { method: 'GET', path: '/b' },
  input: z.object({ before: beforeCursor }),
  output: UnsortedPage,
  refuses: ['INVALID_CURSOR'],

  async run({ input, tx, now }) {
    const pinned = input.before === undefined ? await readPins(tx, 'b', now) : undefined
    const found = await listUnsorted(tx, unsortedQuery(input.before))
    return { board: 'b', ...(pinned && { pinned }), ...unsortedItems(found) } as const
  },
})
