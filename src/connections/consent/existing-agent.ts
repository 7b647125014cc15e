import { identifyByKey } from '../../accounts/steps.ts'
import type { Tx } from '../../storage/sql.ts'

type Asked = { api_key: string }

/** Whoever has the key may connect the account. The key itself is looked up and goes no further. */
export const existingAgent = ({ api_key }: Asked, { tx, network }: { tx: Tx; network: string }) =>
  identifyByKey(tx, { network }, api_key)
