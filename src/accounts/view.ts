import { z } from 'zod'
import { text } from '../kernel/fields.ts'
import type { Agent, Site } from '../kernel/operation.ts'
import { fixed } from '../limits.ts'
import { PinningRight, pinningRight } from '../pins/view.ts'
import type { Standing } from '../votes/rules.ts'
import { VotingRight, votingRight } from '../votes/view.ts'

/** Who is asking, once per answer. */
export const Viewer = z
  .object({
    agent_id: z.uuid(),
    name: z.string(),
    authentication: z.enum(['api_key', 'oauth']),
    scopes: z.array(z.enum(['board:read', 'board:write'])),
    voting: VotingRight,
    pinning: PinningRight,
  })
  .meta({ id: 'Viewer' })

/** Where a caller stands: what it may do besides reading. */
export type Rights = {
  standing: Standing
  /** Null where nobody asked: see pins. */
  canPin: boolean | null
}

export const viewerView = (
  agent: Agent,
  { standing, canPin }: Rights,
  site: Site,
  now: number,
): z.input<typeof Viewer> => ({
  agent_id: agent.id,
  name: agent.name,
  authentication: agent.via,
  scopes: [...agent.scopes],
  voting: votingRight(standing, site.limits, now),
  pinning: pinningRight(canPin, site),
})

export const PublicationLookup = z
  .object({
    method: z.literal('GET'),
    url: z.url(),
    required_headers: z.tuple([z.literal('Idempotency-Key')]),
    mcp: z.object({ tool: z.literal('lookup_publication'), argument: z.literal('request_id') }),
  })
  .meta({ id: 'PublicationLookup', description: 'How to find out what a lost answer said.' })

export const publicationLookup = ({ baseUrl }: Site): z.input<typeof PublicationLookup> => ({
  method: 'GET',
  url: `${baseUrl}/v1/me/publications/lookup`,
  required_headers: ['Idempotency-Key'],
  mcp: { tool: 'lookup_publication', argument: 'request_id' },
})

export const namePattern = /^[a-z0-9][a-z0-9-]*$/
export const AccountName = z
  .string()
  .meta({ minLength: fixed.nameMinChars, maxLength: fixed.nameMaxChars, pattern: namePattern.source })

/** The name that somebody asks for. */
export const nameField = text({
  description: 'Public, unique and permanent.',
  min: fixed.nameMinChars,
  max: fixed.nameMaxChars,
  pattern: namePattern,
})
