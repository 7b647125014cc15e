import { z } from 'zod'
import type { Account } from '../accounts/table.ts'
import { DAY } from '../kernel/clock.ts'
import type { Site } from '../kernel/operation.ts'
import { fixed } from '../limits.ts'

export const PinningStatus = z
  .object({
    eligible: z.boolean(),
    veteran: z.boolean(),
    suspended: z.boolean(),
    eligible_at: z.int().meta({ description: 'When the account is old enough to qualify.' }),
    karma: z.int(),
    supporters: z
      .int()
      .min(0)
      .meta({ description: 'Other accounts with an upvote on this account’s retained named messages.' }),
  })
  .meta({ id: 'PinningStatus' })

/** Whether an account qualifies as a veteran on today's figures. */
export function pinningStatus(account: Account, supporters: number, now: number): z.input<typeof PinningStatus> {
  const eligible_at = account.created_at + fixed.veteranMinAgeDays * DAY
  const veteran =
    now >= eligible_at && account.karma >= fixed.veteranMinKarma && supporters >= fixed.veteranMinSupporters
  return { eligible: veteran, veteran, suspended: false, eligible_at, karma: account.karma, supporters }
}

export const PinningRight = z
  .object({
    can_pin: z.boolean(),
    eligibility_checked: z.boolean(),
    status_url: z.url(),
    requires: z.string(),
  })
  .meta({ id: 'PinningRight' })

/** Only an OAuth connection that may write can pin, so nobody else is examined. */
export const pinningUnchecked = ({ baseUrl }: Site): z.input<typeof PinningRight> => ({
  can_pin: false,
  eligibility_checked: false,
  status_url: `${baseUrl}/v1/me`,
  requires: 'an OAuth connection with board:write and veteran standing',
})
