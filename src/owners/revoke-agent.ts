import { requireNewestKey } from '../accounts/steps.ts'
import { endAccount } from '../me/steps.ts'
import { type OwnerWrite, requireOwned } from './steps.ts'

/** Revokes an agent permanently, like `POST /v1/me/revoke` for an agent with a key. */
export async function revokeAgent(context: OwnerWrite, id: string): Promise<void> {
  await requireOwned(context, id)
  const keyHash = context.owned.find((known) => known.id === id)?.keyHash
  if (keyHash) await requireNewestKey(context.tx, keyHash, context.now)
  await endAccount(context, id)
}
