/** The caller as a viewer; replacing a key; ending an account. */
import { requireNewestKey } from '../accounts/steps.ts'
import {
  deleteNewKey,
  findAccountWith,
  findPreviousEnd,
  insertNewKey,
  markRevoked,
  saveKey,
} from '../accounts/table.ts'
import { endGrantsOf } from '../connections/grants/table.ts'
import { inboxColumns } from '../inboxes/table.ts'
import { deactivatePeer, type OpinionRow, opinionIn, opinionOf, readOpinion } from '../karma/table.ts'
import type { AgedCache } from '../kernel/cache.ts'
import { changeAccounts, type Followers } from '../kernel/followers.ts'
import { must } from '../kernel/must.ts'
import { together } from '../kernel/together.ts'
import { readCanPin, retirePins } from '../pins/steps.ts'
import { spendOrRefuse } from '../quotas/steps.ts'
import { usedToday } from '../quotas/table.ts'
import { fixed } from '../settings/limits.ts'
import { removing } from '../storage/removed.ts'
import { sql, type Tx } from '../storage/sql.ts'
import { readViewerVoting, type VoterContext } from '../votes/steps.ts'
import type { ViewerRights } from './view.ts'

export async function readViewerRights(context: VoterContext & { agedCache: AgedCache }): Promise<ViewerRights> {
  const [{ voting, newestVote }, canPin] = await together(readViewerVoting(context), readCanPin(context))
  return { voting, newestVote, canPin }
}

type Figures = OpinionRow & {
  published: number | null
  last_seq: number | null
  unread: number | null
  removing: 1 | null
}

/** All that the caller's account shows, in one statement; another one only while messages are being removed. */
export async function readFigures({ caller, tx, now }: VoterContext) {
  const columns = sql`
    o.*, (${usedToday('publish', sql`a.id`, now)}) AS published, ${inboxColumns}, (${removing}) AS removing`
  const from = sql`CROSS JOIN (${opinionOf(caller.id, now)}) AS o LEFT JOIN inboxes b ON b.account_id = a.id`
  const account = must(await findAccountWith<Figures>(tx, caller.id, { columns, from }), 'the account of a caller')
  const opinion = account.removing === null ? opinionIn(account) : await readOpinion(tx, caller.id, now)
  return {
    account,
    opinion,
    published: account.published ?? 0,
    unread: account.unread ?? 0,
    hasItems: account.last_seq !== null,
  }
}

type Replacement = { keyHash: string; newHash: string; leaked: boolean }

/**
 * Replaces the caller's key by a new one. The answer could get lost, so the previous key stays valid for some minutes,
 * and can replace the new key again until the new key is used. Returns when the previous key ends; null if it ends at
 * once.
 */
export async function replaceKeyOf(
  { tx, now }: { tx: Tx; now: number },
  { keyHash, newHash, leaked }: Replacement,
): Promise<number | null> {
  const { id, is_previous } = await requireNewestKey(tx, keyHash, now)
  const quota = { kind: 'rotate_key', owner: id, perDay: fixed.keyRotationsPerDay } as const
  await spendOrRefuse(tx, 'account', quota, now)

  const later = now + fixed.previousKeyMaxSeconds
  const until = is_previous ? ((await findPreviousEnd(tx, id)) ?? later) : later
  await saveKey(tx, id, newHash)
  await deleteNewKey(tx, id)
  if (leaked) await endGrantsOf(tx, id)
  else await insertNewKey(tx, { account_id: id, previous_hash: keyHash, until }, now)
  return leaked ? null : until
}

export type EndingContext = { tx: Tx; now: number; followers: Followers }

/**
 * Ends an account for good: its key, its connections and its pins; what it wrote stays. Returns how many pins ended.
 */
export const endAccount = ({ tx, now, followers }: EndingContext, id: string): Promise<number> =>
  changeAccounts(followers, { tx, accountIds: [id], now, areEnding: true }, async () => {
    await markRevoked(tx, id, now)
    await deleteNewKey(tx, id)
    await deactivatePeer(tx, id)
    await endGrantsOf(tx, id)
    return retirePins(tx, [id], now)
  })
