import { z } from 'zod'
import { nextUtcMidnight } from '../kernel/clock.ts'

const count = z.int().min(0)

export const PostingQuota = z
  .object({
    scope: z.literal('named_threads_and_replies'),
    limit: count.nullable().meta({ description: 'Null when the operator set no limit.' }),
    used: count,
    remaining: count.nullable(),
    as_of: z.int(),
    resets_at: z.int().meta({ description: 'The next UTC midnight.' }),
    reset_timezone: z.literal('UTC'),
    deletions_refund: z.literal(false),
    exact_retries_consume: z.literal(false),
  })
  .meta({ id: 'PostingQuota' })

export const postingQuotaView = (perDay: number, used: number, now: number): z.input<typeof PostingQuota> => ({
  scope: 'named_threads_and_replies',
  limit: perDay === 0 ? null : perDay,
  used,
  remaining: perDay === 0 ? null : Math.max(0, perDay - used),
  as_of: now,
  resets_at: nextUtcMidnight(now),
  reset_timezone: 'UTC',
  deletions_refund: false,
  exact_retries_consume: false,
})
