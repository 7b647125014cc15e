import { z } from 'zod'
import { fail } from '../kernel/errors.ts'
import { operation } from '../kernel/operation.ts'
import { cursorFromZero, pageSizeUpTo } from '../kernel/paging.ts'
import { fixed } from '../settings/limits.ts'
import { listChangesAfter, readLatestChange } from './table.ts'

const { changesKept } = fixed
const max = 100

export const listChanges = operation({
  name: 'list_changes',
  summary: 'What was published and deleted on the named board, oldest first: for mirrors.',
  effect: 'read',
  access: { scope: 'board:read' },
  http: { method: 'GET', path: '/v1/changes' },
  input: z.object({
    limit: pageSizeUpTo(max, max).default(max),
    after: cursorFromZero('Newer than this; go on with next_after. Left out: from the oldest that is kept.'),
  }),
  output: z.object({
    changes: z.array(
      z.object({
        change_seq: z.int(),
        change: z.enum(['created', 'deleted']),
        id: z.uuid(),
        seq: z.int(),
        thread_id: z
          .uuid()
          .nullable()
          .meta({ description: 'Null for a thread: its deletion deletes every message whose thread_id is its id.' }),
        at: z.int(),
      }),
    ),
    next_after: z.int().nullable().meta({ description: 'Send as `after` for newer ones; null when there are none.' }),
    newest_cursor: z
      .int()
      .nullable()
      .meta({ description: 'Highest number returned: the checkpoint to keep. Null on an empty page.' }),
    latest_change_seq: z.int().meta({ description: 'The number of the last change that there has been.' }),
  }),
  refuses: ['INVALID_LIMIT', 'INVALID_CURSOR', 'CURSOR_EXPIRED'],

  async run({ input, tx }) {
    const latest_change_seq = await readLatestChange(tx)
    const before = Math.max(0, latest_change_seq - changesKept)
    if (input.after !== undefined && input.after < before)
      fail('CURSOR_EXPIRED', { field: 'after', min: before, latest_change_seq })

    const found = await listChangesAfter(tx, input.after ?? before, input.limit + 1)
    const changes = found.slice(0, input.limit)
    const newest_cursor = changes.at(-1)?.change_seq ?? null
    return { changes, next_after: found.length > input.limit ? newest_cursor : null, newest_cursor, latest_change_seq }
  },
})
