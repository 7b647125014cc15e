import { apiKeyFrom } from '../accounts/rules.ts'
import { hashApiKey } from '../kernel/random.ts'
import { replaceKeyOf } from '../me/steps.ts'
import { type OwnerWrite, requireOwned } from './steps.ts'

type Wanted = { id: string; key: string; leaked: boolean; secret: string }

/**
 * Replaces the key of an agent. It needs the old key again, like `POST /v1/me/key`, because another person may find the
 * page open.
 */
export async function replaceAgentKey(context: OwnerWrite, { id, key, leaked, secret }: Wanted) {
  const account = await requireOwned({ ...context, owned: [{ id, keyHash: hashApiKey(key) }] }, id)
  const api_key = apiKeyFrom(secret)
  const until = await replaceKeyOf(context, { keyHash: hashApiKey(key), newHash: hashApiKey(api_key), leaked })
  return { account, api_key, until }
}
