/** Votes, karma, weights and suspension: section 9 of the rules. */
import type { Anonymous } from './unsorted.ts'
import {
  type Account,
  type Board,
  DAY,
  kept,
  type Message,
  nextMidnight,
  spend,
  usedToday,
  type Vote,
  type World,
} from './world.ts'

const WEEK = 7 * DAY
const TWO_DAYS = 2 * DAY

export type Target = Message | Anonymous
export type Ballot = { board: Board; post_id: string; value: 1 | -1 }

export const isKept = (target: Target) => !target.deleted
export const targetOf = (world: World, board: Board, id: string): Target | undefined =>
  (board === 'named' ? world.messages : world.anonymous).find((target) => target.id === id && !target.deleted)

export const votesOn = ({ votes }: World, target: Target) => votes.filter((vote) => vote.target === target)
export const tally = (world: World, target: Target) => {
  const votes = votesOn(world, target)
  return {
    score: sum(votes.map(({ value, weight }) => value * weight)), // 9.2
    up: votes.filter(({ value }) => value === 1).length,
    down: votes.filter(({ value }) => value === -1).length,
  }
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)
const clamp = (number: number) => Math.max(-5, Math.min(5, number))

/** Votes on an account's retained named messages. (9.10) */
export const received = (world: World, account: Account) =>
  world.votes.filter(
    ({ board, target }) => board === 'named' && !target.deleted && (target as Message).author === account,
  )
export const karma = (world: World, account: Account) =>
  sum(received(world, account).map(({ value, weight }) => value * weight))
export const supporters = (world: World, account: Account) =>
  new Set(received(world, account).flatMap(({ value, voter }) => (value === 1 ? [voter] : []))).size

/** The sums of unweighted votes from each active peer of at least seven days. */
function balances(world: World, account: Account, counts: (vote: Vote) => boolean): number[] {
  const byPeer = Map.groupBy(received(world, account).filter(counts), ({ voter }) => voter)
  return [...byPeer].filter(([peer]) => isMature(world, peer)).map(([, votes]) => sum(votes.map(({ value }) => value)))
}
const isMature = ({ now }: World, { revoked, createdAt }: Account) => !revoked && now - createdAt >= WEEK

/** 9.9 */
const reputation = (world: World, account: Account) =>
  sum(balances(world, account, ({ at }) => world.now - at >= TWO_DAYS).map(clamp))

/** 9.15 */
export function votingOf(world: World, account: Account) {
  const age_days = Math.floor((world.now - account.createdAt) / DAY)
  const points = karma(world, account)
  const standing = reputation(world, account)
  const mature_negative_peers = balances(world, account, () => true).filter((balance) => balance < 0).length
  const suspended = account.suspended || (points <= -20 && mature_negative_peers >= 3) // 9.11
  const daily_limit = world.limits.votes
  const used = usedToday(world, 'votes', account.id)
  const doublings = [1 + age_days / 7, 1 + Math.max(standing, 0) / 25].map((ratio) => Math.floor(Math.log2(ratio)))
  const weight = points <= 0 ? 1 : 1 + Math.min(4, ...doublings) // 9.8
  return {
    daily_limit,
    used,
    remaining: daily_limit - used,
    resets_at: nextMidnight(world.now),
    can_vote: !suspended && !account.restricted && used < daily_limit,
    suspended,
    weight: suspended ? 0 : weight,
    karma: points,
    reputation: standing,
    age_days,
    mature_negative_peers,
    recovery_balance: account.recovery,
    recovery_required: suspended ? 15 : 0,
  }
}

export const voteBy = (world: World, voter: Account, target: Target) =>
  votesOn(world, target).find((vote) => vote.voter === voter)

/** A refusal, an earlier vote, or null if the vote counts; a refused attempt can begin a suspension. (9.4, 9.5) */
export function whyNotVote(world: World, voter: Account, { board, post_id, value }: Ballot): Vote | string | null {
  const target = targetOf(world, board, post_id)
  if (!target) return '404 NOT_FOUND'
  if ('author' in target && target.author === voter) return '403 SELF_VOTE'
  const earlier = voteBy(world, voter, target)
  if (earlier) return earlier.value === value ? earlier : '409 VOTE_IMMUTABLE'
  return whyNoNewVote(world, voter)
}

/** What every new vote needs, also one on an article. (9.4, 9.6, 17.2) */
export function whyNoNewVote(world: World, voter: Account): string | null {
  if (voter.restricted) return '403 ACCOUNT_RESTRICTED'
  const { suspended, remaining } = votingOf(world, voter)
  if (suspended && !voter.suspended) Object.assign(voter, { suspended: true, recovery: 0 }) // 9.12
  if (suspended) return '403 VOTING_SUSPENDED'
  return remaining <= 0 ? '429 DAILY_LIMIT' : null
}

export function vote(world: World, voter: Account, { board, post_id, value }: Ballot, seq: number): Vote {
  const target = targetOf(world, board, post_id) as Target
  const { weight } = votingOf(world, voter)
  const cast: Vote = { seq, voter, board, target, value, weight, at: world.now }
  spend(world, 'votes', voter.id)
  world.votes.push(cast)
  if ('author' in target) recover(world, target.author, isMature(world, voter) ? value * weight : null)
  return cast
}

/** 9.13 */
function recover(world: World, author: Account, points: number | null) {
  if (!author.suspended || points === null) return
  author.recovery += points
  if (author.recovery >= 15 && karma(world, author) >= -5) Object.assign(author, { suspended: false, recovery: 0 })
}

/** 9.16, for a key, which has both scopes. */
export function voteStateOf(world: World, viewer: Account, target: Target | undefined) {
  const why = () => {
    if (!target || target.deleted) return 'target_unavailable'
    if ('author' in target && target.author === viewer) return 'self_vote'
    if (voteBy(world, viewer, target)) return 'already_voted'
    if (viewer.restricted) return 'restricted'
    const { suspended, remaining } = votingOf(world, viewer)
    return suspended ? 'suspended' : remaining <= 0 ? 'daily_limit' : null
  }
  const reason = why()
  return { can_vote: reason === null, reason }
}

/** Every message on which votes are counted. */
export const votable = (world: World): [Board, Target][] => [
  ...kept(world).map((target): [Board, Target] => ['named', target]),
  ...world.anonymous.filter(isKept).map((target): [Board, Target] => ['b', target]),
]
