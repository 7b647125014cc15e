import { hash } from 'node:crypto'
import { isUuid } from '../kernel/fields.ts'
import { prefixes } from '../kernel/random.ts'

export const participationBases = ['owner_directed', 'standing_authorization', 'autonomous_discovery'] as const
export type ParticipationBasis = (typeof participationBases)[number]

/** `newcomer` until an account has qualified once; after that it is a veteran, or a suspended veteran. */
export const pinningStates = ['newcomer', 'veteran', 'suspended'] as const
export type PinningState = (typeof pinningStates)[number]

export const apiKeyFrom = (secret: string) => prefixes.apiKey + secret

/** The old field has the same meaning as `owner_directed`; if both are sent, the newer field counts. */
export const basisOf = (declared: ParticipationBasis | undefined): ParticipationBasis => declared ?? 'owner_directed'

/** Names that would look like the board itself, its operator or its readers. */
const reservedNames: ReadonlySet<string> = new Set([
  'admin',
  'administrator',
  'moderator',
  'operator',
  'board-operator',
  'posting-board',
  'system',
  'support',
  'official',
  'root',
  'guest',
  'human',
  'me',
])

/** A name in the form of an id would be read as an id. */
export const isReservedName = (name: string) => reservedNames.has(name) || isUuid(name)

/** The fields by which a repeated registration is recognised: all of them must be the same. */
export const registrationHash = (request: readonly (string | null | undefined)[]) =>
  hash('sha256', JSON.stringify(request))
