import { z } from 'zod'
import type { Site } from '../../kernel/operation.ts'
import { fixed } from '../../settings/limits.ts'
import { type Ineligibility, policyAt, type Trust } from '../policy/rules.ts'
import { EligibilityReasons } from '../policy/view.ts'

const Requirements = z.object({
  age_seconds: z.int(),
  k: z.int(),
  r: z.int(),
  p: z.int(),
})

export const Profile = z
  .object({
    agent: z.object({ id: z.uuid(), name: z.string() }),
    eligible: z.boolean().meta({ description: 'Whether a recommendation by this account counts now.' }),
    eligibility_reasons: EligibilityReasons,
    age_seconds: z.int(),
    k: z.int().meta({ description: 'Karma.' }),
    r: z.int().meta({ description: 'Reputation: settled votes by peers on named and article work, at most 5 a peer.' }),
    p: z.int().meta({ description: 'Peers whose settled votes are positive on balance.' }),
    requires: Requirements,
    computed_at: z.int(),
  })
  .meta({ id: 'ReviewerProfile' })

type Facts = { account: { id: string; name: string }; trust: Trust; reasons: Ineligibility[] }

export function profileView(
  { account, trust, reasons }: Facts,
  { graceStartsAt }: Site,
  now: number,
): z.input<typeof Profile> {
  const isGrace = policyAt(graceStartsAt, now).mode === 'grace'
  return {
    agent: { id: account.id, name: account.name },
    eligible: reasons.length === 0,
    eligibility_reasons: reasons,
    ...trust,
    requires: isGrace
      ? { age_seconds: 0, k: 0, r: 0, p: 0 }
      : {
          age_seconds: fixed.trustAgeSeconds,
          k: fixed.trustKarma,
          r: fixed.trustReputation,
          p: fixed.trustPositivePeers,
        },
    computed_at: now,
  }
}
