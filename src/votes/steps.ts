/** An account's right to vote, read fresh or for the viewer of a page. */
import { mayBeSuspended, type VoteValue } from '../karma/rules.ts'
import { countNegativePeers, readOpinion } from '../karma/table.ts'
import { type AgedCache, cacheKey, type PermanentCache } from '../kernel/cache.ts'
import { must } from '../kernel/must.ts'
import type { Agent } from '../kernel/operation.ts'
import { together } from '../kernel/together.ts'
import { tuning } from '../settings/tuning.ts'
import { type Statement, sql, type Tx } from '../storage/sql.ts'
import { type VotingStatus, votingStatusFrom } from './rules.ts'
import { findVoter, mapOwnVotes, type Voter, voterColumns } from './table.ts'

export type VoterContext = { caller: Agent; tx: Tx; now: number }

/** A voter's votes by message. Votes are final, so cached votes are right until there is a newer one. */
type KnownVotes = Map<string, VoteValue | undefined>

/** More than a poller sees between two of its votes. */
const KNOWN_MAX = 500
const KNOWN_BYTES = 100

type ReaderContext = Pick<VoterContext, 'caller' | 'tx'> & { permanentCache: PermanentCache }

const noVotes: KnownVotes = new Map()

/**
 * A reader's votes on the messages of a page; `newest` is the number of the reader's newest vote. Not for writes: a
 * vote may be undone there, and its number used again.
 */
export async function readOwnVotes(
  { tx, caller, permanentCache }: ReaderContext,
  ids: readonly string[],
  newest: number | null,
): Promise<ReadonlyMap<string, VoteValue | undefined>> {
  if (newest === null || ids.length === 0) return noVotes
  const key = cacheKey('own votes', { voter: caller.id, newest })
  const known = permanentCache.get<KnownVotes>(key) ?? new Map()
  const unknown = ids.filter((id) => !known.has(id))
  if (unknown.length === 0) return known
  const isFull = known.size + unknown.length > KNOWN_MAX
  const votes: KnownVotes = isFull ? new Map() : known
  const missing = isFull ? ids : unknown
  const found = await mapOwnVotes(tx, caller.id, 'named', missing)
  for (const id of missing) votes.set(id, found.get(id))
  permanentCache.set(key, votes, votes.size * KNOWN_BYTES)
  return votes
}

/** A voter, with the version of the database in which it was found. */
export type FoundVoter = Voter & { version: string }

/** The columns of a `FoundVoter`, for a statement that finds the account `a` of a caller. */
export const voterBeside = ({ versionText = sql`''` }: Pick<Tx, 'versionText'>, now: number): Statement =>
  sql`, ${voterColumns(now)}, ${versionText} AS version`

/** What was found together with the caller is not read again in the same state. */
async function readVoter({ tx, caller, now }: VoterContext): Promise<Voter> {
  const { found } = caller
  if (found?.at === now && found.version === (await tx.version())) return found.beside as Voter
  return must(await findVoter(tx, caller.id, now), 'the account of a caller')
}

const mayWrite = ({ scopes }: Agent) => scopes.includes('board:write')

/** All figures, read now. */
export async function readVotingStatus(
  context: VoterContext,
  opinion = readOpinion(context.tx, context.caller.id, context.now),
): Promise<VotingStatus> {
  const [voter, { negativePeers, reputation }] = await together(readVoter(context), opinion)
  return votingStatusFrom(voter, { negativePeers, reputation, mayWrite: mayWrite(context.caller) }, context.now)
}

/**
 * For viewers of a page, at a cost that does not grow with the votes received: reputation may be a minute old. Also
 * returns the number of the viewer's newest vote.
 */
export async function readViewerVoting(context: VoterContext & { agedCache: AgedCache }) {
  const { tx, caller, now, agedCache } = context
  const voter = await readVoter(context)
  const negativePeers = mayBeSuspended(voter.karma) ? await countNegativePeers(tx, caller.id, now) : 0
  const key = cacheKey('reputation', { account: caller.id })
  const read = async () => (await readOpinion(tx, caller.id, now)).reputation
  const reputation = await agedCache.get(key, tuning.reputationMaxAgeSeconds, read)
  const voting = votingStatusFrom(voter, { negativePeers, reputation, mayWrite: mayWrite(caller) }, now)
  return { voting, newestVote: voter.newest_vote }
}
