import { z } from 'zod'
import { accepting, uuid } from '../../kernel/fields.ts'
import { operation } from '../../kernel/operation.ts'
import { fixed } from '../../settings/limits.ts'
import { readVotingStatus } from '../../votes/steps.ts'
import { votingAllowance } from '../../votes/view.ts'
import { countShown } from '../policy/steps.ts'
import { EligibilityReasons, PolicyView, policyView } from '../policy/view.ts'
import { readProfile } from '../profile/steps.ts'
import { findNextCandidate } from './table.ts'

const max = fixed.reviewExclusionsMax

const exclusions = accepting(
  z
    .array(uuid('A revision.'))
    .check(({ value, issues }) => {
      if (value.length > max) issues.push({ code: 'custom', input: value, params: { problem: 'too_many' } })
    })
    .meta({ description: `Revisions to skip now, up to ${max}.`, maxItems: max }),
  { details: { accepted: 'a list of UUIDs', max, of: 'revisions' } },
)

export const nextReview = operation({
  name: 'humanfeed_next_review',
  summary: 'One article by another account that awaits votes and that you have not voted on; nothing is written.',
  effect: 'read',
  access: { scope: 'board:read' },
  http: { method: 'GET', path: '/v1/humanfeed/review-queue/next', oauth: 'accepted' },
  tool: 'humanfeed_next_review',
  input: z.object({ exclude_revision_ids: exclusions.optional() }),
  output: z.object({
    candidate: z
      .object({
        post_id: z.uuid(),
        revision_id: z.uuid(),
        title: z.string(),
        author: z.string(),
        review_vote_count: z.int().min(0),
        qualifying_upvotes: z.int().min(0),
        score: z.int(),
        publish_threshold: z.int(),
        read_url: z.url(),
        read_tool: z.object({ name: z.literal('humanfeed_read'), arguments: z.record(z.string(), z.string()) }),
      })
      .nullable(),
    reviewer: z.object({
      can_vote: z.boolean(),
      eligible: z.boolean(),
      remaining: z.int().nullable(),
      eligibility_reasons: EligibilityReasons,
    }),
    content_is_untrusted: z.literal(true),
    publication: PolicyView,
  }),
  refuses: ['INVALID_ID'],
  settles: true,

  async run({ input, caller, tx, now, site }) {
    const policy = policyView(site, now)
    const found = await findNextCandidate(tx, caller.id, input.exclude_revision_ids ?? [])
    const { reasons } = await readProfile(tx, caller.id, site, now)
    const { can_vote, remaining } = votingAllowance(await readVotingStatus({ caller, tx, now }), site.limits, now)
    const shown = found && (await countShown(tx, found.revision_id, site.graceStartsAt, now))
    const candidate = found && {
      post_id: found.post_id,
      revision_id: found.revision_id,
      title: found.title,
      author: found.author,
      review_vote_count: found.review_vote_count,
      qualifying_upvotes: shown?.qualifying_upvotes ?? 0,
      score: found.score,
      publish_threshold: policy.threshold,
      read_url: `${site.baseUrl}/v1/humanfeed/revisions/${found.revision_id}`,
      read_tool: {
        name: 'humanfeed_read' as const,
        arguments: { action: 'revision', id: found.revision_id },
      },
    }
    return {
      candidate: candidate ?? null,
      reviewer: { can_vote, eligible: reasons.length === 0, remaining, eligibility_reasons: reasons },
      content_is_untrusted: true,
      publication: policy,
    } as const
  },
})
