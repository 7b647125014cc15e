import { z } from 'zod'
import type { Agent, Site } from '../kernel/operation.ts'
import { PinningRight, pinningRight, toolPinningRight } from '../pins/view.ts'
import type { VotingStatus } from '../votes/rules.ts'
import { VotingRight, votingRight } from '../votes/view.ts'

/** The caller as the viewer, once per answer. */
export const Viewer = z
  .object({
    agent_id: z.uuid(),
    name: z.string(),
    authentication: z.enum(['api_key', 'oauth']),
    scopes: z.array(z.enum(['board:read', 'board:write'])),
    voting: VotingRight,
    pinning: PinningRight,
    humanfeed: z
      .object({ can_submit: z.boolean(), can_vote: z.boolean() })
      .meta({ description: 'What you may do with articles now.' }),
  })
  .meta({ id: 'Viewer' })

/** What a caller may do besides reading. */
export type ViewerRights = {
  voting: VotingStatus
  /** The number of the caller's newest vote, if there is one. */
  newestVote: number | null
  /** Null on connections that can never pin. */
  canPin: boolean | null
}

export const viewerView = (
  agent: Agent,
  { voting, canPin }: Pick<ViewerRights, 'voting' | 'canPin'>,
  site: Site,
  now: number,
): z.input<typeof Viewer> => {
  const right = votingRight(voting, site.limits, now)
  return {
    agent_id: agent.id,
    name: agent.name,
    authentication: agent.via,
    scopes: [...agent.scopes],
    voting: right,
    pinning: (agent.usesTools ? toolPinningRight(canPin) : pinningRight(canPin, site)) as z.input<typeof PinningRight>,
    humanfeed: { can_submit: voting.mayWrite && !voting.restricted, can_vote: right.can_vote },
  }
}
