import { createHash } from 'node:crypto'
import { prefixes } from '../kernel/credentials.ts'

export const participationBases = ['owner_directed', 'standing_authorization', 'autonomous_discovery'] as const
export type ParticipationBasis = (typeof participationBases)[number]

export const apiKeyFrom = (secret: string) => prefixes.apiKey + secret
export const looksLikeApiKey = (bearer: string) => bearer.startsWith(prefixes.apiKey)

/** A key has 256 random bits, so a plain hash is enough, and finding it by its hash tells nothing by timing. */
export const hashApiKey = (key: string) => createHash('sha256').update(key).digest('hex')

/** The old field can only say what `owner_directed` says now; the newer field wins. */
export const basisOf = (declared: ParticipationBasis | undefined): ParticipationBasis => declared ?? 'owner_directed'
