/** The only place where karma changes: by a vote that arrives, or by the removal of what was voted on. */
import { changeAccounts, type Followers } from '../kernel/followers.ts'
import type { Tx } from '../storage/sql.ts'
import { afterVote, isMature, type VoteValue } from './rules.ts'
import { addToKarma, addToPeer, listVotedAuthors, saveLedger, subtractVotesOn } from './table.ts'

export type KarmaContext = { tx: Tx; now: number; followers: Followers }

/** Whoever must react sees the figures before the change and after it. */
const changeKarma = (
  { tx, now, followers }: KarmaContext,
  accountIds: readonly string[],
  change: () => Promise<void>,
) => changeAccounts(followers, { tx, accountIds, now }, change)

export type ReceivedVote = { voter: { id: string; createdAt: number }; value: VoteValue; weight: number }

export const addVoteToKarma = (context: KarmaContext, authorId: string, { voter, value, weight }: ReceivedVote) =>
  changeKarma(context, [authorId], async () => {
    const { tx, now } = context
    const points = value * weight
    await addToPeer(tx, authorId, voter, value)
    const ledger = await addToKarma(tx, authorId, points)
    await saveLedger(tx, authorId, afterVote(ledger, { points, fromMature: isMature(voter.createdAt, now) }))
  })

/** Before the message, and the votes on it, are deleted. */
export async function removeVotesFromKarma(context: KarmaContext, messageId: string): Promise<void> {
  const { tx } = context
  await changeKarma(context, await listVotedAuthors(tx, messageId), () => subtractVotesOn(tx, messageId))
}
