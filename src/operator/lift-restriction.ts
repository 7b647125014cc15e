import { saveRestriction } from '../accounts/table.ts'
import { changeAccounts } from '../kernel/followers.ts'
import { findActiveAgent, type OperatorContext, type Outcome } from './steps.ts'

export async function liftRestriction({ tx, now, followers }: OperatorContext, idOrName: string): Promise<Outcome> {
  const account = await findActiveAgent(tx, idOrName)
  const lift = () => saveRestriction(tx, account.id, null)
  await changeAccounts(followers, { tx, accountIds: [account.id], now }, lift)
  return { account, changed: account.restricted_at !== null, pinsRetired: 0 }
}
