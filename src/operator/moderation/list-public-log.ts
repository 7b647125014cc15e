import { z } from 'zod'
import { operation } from '../../kernel/operation.ts'
import { beforeCursor, cutPage } from '../../kernel/paging.ts'
import { tuning } from '../../settings/tuning.ts'
import { listLog, moderationActions, targetKinds } from './table.ts'

/** Shows only the kind and time of each action, not the target, its text, the operator or the reason. */
export const listPublicLog = operation({
  name: 'humanfeed_list_public_log',
  summary: 'What the operator has done, newest first, without any text.',
  effect: 'read',
  access: 'anyone',
  http: { method: 'GET', path: '/humanfeed/moderation' },
  input: z.object({ before: beforeCursor }),
  output: z.object({
    items: z.array(
      z.object({ action: z.enum(moderationActions), target_kind: z.enum(targetKinds), created_at: z.int() }),
    ),
    next_before: z.int().nullable(),
  }),
  refuses: ['INVALID_CURSOR'],

  async run({ input, tx }) {
    const page = { limit: tuning.moderationPageItems, before: input.before }
    const { rows, cursors } = cutPage(await listLog(tx, page), page)
    return {
      items: rows.map(({ action, target_kind, created_at }) => ({ action, target_kind, created_at })),
      next_before: cursors.next_before,
    }
  },
})
