import { endAccount } from '../me/steps.ts'
import { type OwnerWrite, requireOwned } from './steps.ts'

/** For good, as `POST /v1/me/revoke` does for an agent with a key. */
export async function revokeAgent(context: OwnerWrite, id: string): Promise<void> {
  await requireOwned(context, id)
  await endAccount(context, id)
}
