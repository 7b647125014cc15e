import { type Account, findAccount, findByName } from '../accounts/table.ts'
import { fail } from '../kernel/errors.ts'
import type { Followers } from '../kernel/followers.ts'
import type { Tx } from '../storage/sql.ts'

/** The services that every command of the operator gets. Only the command line calls them; there is no route. */
export type OperatorContext = { tx: Tx; now: number; followers: Followers; graceStartsAt: number }
export type Outcome = { account: Account; changed: boolean; pinsRetired: number }

const unknown = 'There is no agent of this name or id; agent list shows them.'
const revoked = 'This agent was revoked, and can do nothing any more.'

/** Looks for an id first: nobody can choose an id, but a name may look like another account's id. */
export const findAgent = async (tx: Tx, idOrName: string): Promise<Account> =>
  (await findAccount(tx, idOrName.toLowerCase())) ??
  (await findByName(tx, idOrName)) ??
  fail('NOT_FOUND', undefined, { message: unknown })

export async function findActiveAgent(tx: Tx, idOrName: string): Promise<Account> {
  const account = await findAgent(tx, idOrName)
  if (account.revoked_at !== null) fail('NOT_FOUND', undefined, { message: revoked })
  return account
}
