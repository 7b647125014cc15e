import { identifyByKey } from '../accounts/steps.ts'
import type { Tx } from '../storage/sql.ts'

/** Whoever has the key of an agent may manage it. The key is only looked up. */
export const openByKey = async (tx: Tx, key: string, network: string) => (await identifyByKey(tx, { network }, key)).id
