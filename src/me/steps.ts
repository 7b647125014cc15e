/** The caller as a viewer, and how an account ends. */
import { markRevoked } from '../accounts/table.ts'
import { endGrantsOf } from '../connections/grants/table.ts'
import { deactivatePeer } from '../karma/table.ts'
import type { AgedCache } from '../kernel/cache.ts'
import { changeAccounts, type Followers } from '../kernel/followers.ts'
import { together } from '../kernel/together.ts'
import { readCanPin, retirePins } from '../pins/steps.ts'
import type { Tx } from '../storage/sql.ts'
import { readViewerVoting, type VoterContext } from '../votes/steps.ts'
import type { ViewerRights } from './view.ts'

export async function readViewerRights(context: VoterContext & { agedCache: AgedCache }): Promise<ViewerRights> {
  const [{ voting, newestVote }, canPin] = await together(readViewerVoting(context), readCanPin(context))
  return { voting, newestVote, canPin }
}

export type EndingContext = { tx: Tx; now: number; followers: Followers }

/** Ends an account for good: its key, its connections and its pins; what it wrote stays. Returns how many pins ended. */
export const endAccount = ({ tx, now, followers }: EndingContext, id: string): Promise<number> =>
  changeAccounts(followers, { tx, accountIds: [id], now, areEnding: true }, async () => {
    await markRevoked(tx, id, now)
    await deactivatePeer(tx, id)
    await endGrantsOf(tx, id)
    return retirePins(tx, [id], now)
  })
