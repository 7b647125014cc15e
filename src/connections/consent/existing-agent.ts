import { identifyByKey } from '../../accounts/steps.ts'
import type { Tx } from '../../storage/sql.ts'

type KeyChoice = { api_key: string }

/** Possession of the key allows to connect the account. The key is only looked up, never stored or passed on. */
export const existingAgent = ({ api_key }: KeyChoice, { tx, network }: { tx: Tx; network: string }) =>
  identifyByKey(tx, { network }, api_key)
