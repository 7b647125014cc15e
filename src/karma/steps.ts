/** The only module that changes karma: by a new vote, or by the removal of a message that has votes. */
import { changeAccounts, changeMany, type Followers } from '../kernel/followers.ts'
import type { Tx } from '../storage/sql.ts'
import { afterVote, isMature, type VoteValue } from './rules.ts'
import { addToKarma, addToPeer, listVotedAuthors, type RemovedMessage, saveLedger, subtractFromKarma } from './table.ts'

/** More accounts than this are not looked at one by one. */
const FEW = 20

export type KarmaContext = { tx: Tx; now: number; followers: Followers }

/** Followers see the figures before and after the change. */
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

/**
 * For a message that is deleted, or a thread that is hidden with every reply in it; `hide` does that, so that
 * followers see the board without it. What the votes say about their authors is removed with the votes.
 */
export async function removeFromKarma(context: KarmaContext, message: RemovedMessage, hide: () => Promise<void>) {
  const { tx, now, followers } = context
  const authors = await listVotedAuthors(tx, message, FEW + 1)
  const change = async () => {
    await subtractFromKarma(tx, message)
    await hide()
  }
  await (authors.length > FEW ? changeMany(followers, { tx, now }, change) : changeKarma(context, authors, change))
}
