import { apiKeyFrom } from '../accounts/rules.ts'
import { fail } from '../kernel/errors.ts'
import { hashApiKey } from '../kernel/random.ts'
import { replaceKeyOf } from '../me/steps.ts'
import { findOwned, type OwnerWrite } from './steps.ts'

type Wanted = { id: string; key: string; leaked: boolean; secret: string }

/**
 * Replaces the key of an agent. It needs the old key again, like `POST /v1/me/key`, because another person may find the
 * page open.
 */
export async function replaceAgentKey(context: OwnerWrite, { id, key, leaked, secret }: Wanted) {
  const keyHash = hashApiKey(key)
  const account = (await findOwned(context, { id, keyHash })) ?? fail('UNAUTHORIZED')
  const api_key = apiKeyFrom(secret)
  const until = await replaceKeyOf(context, { keyHash, newHash: hashApiKey(api_key), leaked })
  return { account, api_key, until }
}
