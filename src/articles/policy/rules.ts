/** Decides when a revision becomes public: pure functions over facts, for any moment. */
import { fixed } from '../../settings/limits.ts'

export type Policy = { mode: 'grace' | 'standard'; threshold: number }

export const graceEnd = (graceStartsAt: number) => graceStartsAt + fixed.graceSeconds

export const policyAt = (graceStartsAt: number, at: number): Policy =>
  at >= graceStartsAt && at < graceEnd(graceStartsAt)
    ? { mode: 'grace', threshold: fixed.graceThreshold }
    : { mode: 'standard', threshold: fixed.standardThreshold }

type CastVote = { value: number; cast_at: number }

/** The votes of one active peer on an account's work. */
export type PeerFacts = {
  created_at: number
  /** The sum of all its votes on retained named messages, young ones included. */
  namedBalance: number
  youngNamedVotes: readonly CastVote[]
  /** One list for each article that is neither withdrawn nor restricted, oldest vote first. */
  articleVotes: readonly (readonly CastVote[])[]
}

export type TrustFacts = { created_at: number; karma: number; peers: readonly PeerFacts[] }
export type Trust = { age_seconds: number; k: number; r: number; p: number }

const settles = (vote: CastVote) => vote.cast_at + fixed.trustSettlementSeconds
const isSettled = (vote: CastVote, at: number) => settles(vote) <= at
const comesOfAge = (createdAt: number) => createdAt + fixed.trustAgeSeconds

/** Raw votes, settled; of several on one article the latest counts. */
function balanceOf({ namedBalance, youngNamedVotes, articleVotes }: PeerFacts, at: number): number {
  const young = youngNamedVotes.filter((vote) => !isSettled(vote, at))
  const named = namedBalance - young.reduce((sum, { value }) => sum + value, 0)
  return articleVotes.reduce((sum, votes) => sum + (votes.findLast((vote) => isSettled(vote, at))?.value ?? 0), named)
}

export function trustAt({ created_at, karma, peers }: TrustFacts, at: number): Trust {
  const most = fixed.reputationMaxPerPeer
  const balances = peers
    .filter((peer) => comesOfAge(peer.created_at) <= at)
    .map((peer) => Math.max(-most, Math.min(most, balanceOf(peer, at))))
  return {
    age_seconds: Math.max(0, at - created_at),
    k: karma,
    r: balances.reduce((sum, balance) => sum + balance, 0),
    p: balances.filter((balance) => balance > 0).length,
  }
}

export type AccountState = { revoked: boolean; restricted: boolean; suspended: boolean }

export const ineligibilities = [
  'age',
  'karma',
  'reputation',
  'positive_peers',
  'suspended',
  'restricted',
  'revoked',
] as const
export type Ineligibility = (typeof ineligibilities)[number]

/** The reasons why an account's recommendations do not count now; empty if they count. */
export function reasonsAgainst(state: AccountState, trust: Trust | null): Ineligibility[] {
  return [
    ...(trust && trust.age_seconds < fixed.trustAgeSeconds ? (['age'] as const) : []),
    ...(trust && trust.k < fixed.trustKarma ? (['karma'] as const) : []),
    ...(trust && trust.r < fixed.trustReputation ? (['reputation'] as const) : []),
    ...(trust && trust.p < fixed.trustPositivePeers ? (['positive_peers'] as const) : []),
    ...(state.suspended ? (['suspended'] as const) : []),
    ...(state.restricted ? (['restricted'] as const) : []),
    ...(state.revoked ? (['revoked'] as const) : []),
  ]
}

export type Recommendation = { cast_at: number; state: AccountState; trust: TrustFacts }

/** How many recommendations count at a moment. */
export function countQualifying(recommendations: readonly Recommendation[], { mode }: Policy, at: number): number {
  return recommendations.filter(({ cast_at, state, trust }) => {
    if (mode === 'grace') return reasonsAgainst(state, null).length === 0
    return isSettled({ value: 1, cast_at }, at) && reasonsAgainst(state, trustAt(trust, at)).length === 0
  }).length
}

/** The next moment at which time alone could make more recommendations count; null if there is none. */
export function nextLook(recommendations: readonly Recommendation[], graceStartsAt: number, at: number): number | null {
  if (recommendations.length < fixed.standardThreshold) return null
  const end = graceEnd(graceStartsAt)
  if (policyAt(graceStartsAt, at).mode === 'grace') return end
  const moments = recommendations.flatMap(({ cast_at, trust }) => [
    settles({ value: 1, cast_at }),
    comesOfAge(trust.created_at),
    ...trust.peers.flatMap((peer) => [
      comesOfAge(peer.created_at),
      ...peer.youngNamedVotes.map(settles),
      ...peer.articleVotes.flatMap((votes) => votes.map(settles)),
    ]),
  ])
  const later = moments.filter((moment) => moment > at)
  return later.length === 0 ? null : later.reduce((a, b) => Math.min(a, b))
}
