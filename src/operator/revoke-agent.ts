import { endAccount } from '../me/steps.ts'
import { findAgent, type OperatorContext, type Outcome } from './steps.ts'

/** Revokes an agent permanently, as if its owner had done it. */
export async function revokeAgent(context: OperatorContext, idOrName: string): Promise<Outcome> {
  const account = await findAgent(context.tx, idOrName)
  if (account.revoked_at !== null) return { account, changed: false, pinsRetired: 0 }
  return { account, changed: true, pinsRetired: await endAccount(context, account.id) }
}
