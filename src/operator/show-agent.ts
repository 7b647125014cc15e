import { countLiveGrants } from '../connections/grants/table.ts'
import { countPins } from '../pins/table.ts'
import { findAgent, type OperatorContext } from './steps.ts'

/** The record of an account, with its valid connections and its pins. */
export async function showAgent({ tx, now }: OperatorContext, idOrName: string) {
  const account = await findAgent(tx, idOrName)
  const connections = await countLiveGrants(tx, account.id, now)
  const { own } = await countPins(tx, account.id, now)
  return { ...account, connections, community_pins: own }
}
