import { identifyByKey, requireNewestKey } from '../../accounts/steps.ts'
import { markKeyUsed } from '../../accounts/table.ts'
import { hashApiKey } from '../../kernel/random.ts'
import type { Tx } from '../../storage/sql.ts'

type KeyChoice = { api_key: string }
type KeyContext = { tx: Tx; network: string; now: number }

/** A person who has the key may connect the account. The key is only looked up, never stored or passed on. */
export async function existingAgent({ api_key }: KeyChoice, { tx, network, now }: KeyContext) {
  const { agent, isUnused } = await identifyByKey(tx, { network }, { key: api_key, now })
  await requireNewestKey(tx, hashApiKey(api_key), now) // the connection would outlive a key that was replaced
  if (isUnused) await markKeyUsed(tx, agent.id)
  return agent
}
