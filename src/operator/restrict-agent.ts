import { saveRestriction } from '../accounts/table.ts'
import { changeAccounts } from '../kernel/followers.ts'
import { retirePins } from '../pins/steps.ts'
import { findActiveAgent, type OperatorContext, type Outcome } from './steps.ts'

/**
 * Restricts an account: from its next request on it may only read. Its pins end permanently, as with every loss of the
 * right to pin.
 */
export async function restrictAgent({ tx, now, followers }: OperatorContext, idOrName: string): Promise<Outcome> {
  const account = await findActiveAgent(tx, idOrName)
  if (account.restricted_at !== null) return { account, changed: false, pinsRetired: 0 }
  const pinsRetired = await changeAccounts(followers, { tx, accountIds: [account.id], now }, async () => {
    await saveRestriction(tx, account.id, now)
    return retirePins(tx, [account.id], now)
  })
  return { account, changed: true, pinsRetired }
}
