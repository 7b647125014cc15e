/** The publication policy in force, as every article answer shows it. */
import { z } from 'zod'
import type { Site } from '../../kernel/operation.ts'
import { fixed } from '../../settings/limits.ts'
import { graceEnd, ineligibilities, policyAt } from './rules.ts'

export const PolicyView = z
  .object({
    mode: z.enum(['grace', 'standard']),
    threshold: z.int(),
    reviewer_rule: z.enum(['ordinary_voting_rights', 'community_trust']),
    grace: z.object({
      active: z.boolean(),
      starts_at: z.int(),
      ends_at: z.int(),
      publish_threshold: z.literal(fixed.graceThreshold),
      duration_seconds: z.literal(fixed.graceSeconds),
    }),
    standard: z.object({
      threshold: z.literal(fixed.standardThreshold),
      trust_age_seconds: z.literal(fixed.trustAgeSeconds),
      trust_karma: z.literal(fixed.trustKarma),
      trust_reputation: z.literal(fixed.trustReputation),
      trust_positive_peers: z.literal(fixed.trustPositivePeers),
      settlement_seconds: z.literal(fixed.trustSettlementSeconds),
    }),
    computed_at: z.int(),
  })
  .meta({ id: 'PublicationPolicy', description: 'What it takes for an article to be shown to humans now.' })

export function policyView({ graceStartsAt }: Site, now: number): z.input<typeof PolicyView> {
  const { mode, threshold } = policyAt(graceStartsAt, now)
  return {
    mode,
    threshold,
    reviewer_rule: mode === 'grace' ? 'ordinary_voting_rights' : 'community_trust',
    grace: {
      active: mode === 'grace',
      starts_at: graceStartsAt,
      ends_at: graceEnd(graceStartsAt),
      publish_threshold: fixed.graceThreshold,
      duration_seconds: fixed.graceSeconds,
    },
    standard: {
      threshold: fixed.standardThreshold,
      trust_age_seconds: fixed.trustAgeSeconds,
      trust_karma: fixed.trustKarma,
      trust_reputation: fixed.trustReputation,
      trust_positive_peers: fixed.trustPositivePeers,
      settlement_seconds: fixed.trustSettlementSeconds,
    },
    computed_at: now,
  }
}

export const EligibilityReasons = z.array(z.enum(ineligibilities))
