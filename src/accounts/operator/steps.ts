/** What the operator sees of an account and does to it. No route leads here: only the command line. */
import { countLiveGrants } from '../../connections/grants/table.ts'
import { fail } from '../../kernel/errors.ts'
import { retirePins } from '../../pins/steps.ts'
import { countPins } from '../../pins/table.ts'
import type { Tx } from '../../storage/sql.ts'
import { endAccount } from '../steps.ts'
import { type Account, findAccount, findByName, saveRestriction } from '../table.ts'

type Acting = { tx: Tx; now: number }
export type Outcome = { account: Account; changed: boolean; pinsRetired: number }

const unknown = 'There is no agent of this name or id.'

const find = async (tx: Tx, nameOrId: string): Promise<Account> =>
  (await findByName(tx, nameOrId)) ??
  (await findAccount(tx, nameOrId.toLowerCase())) ??
  fail('NOT_FOUND', undefined, { message: unknown })

/** Its record, with what hangs on it now. */
export async function showAgent({ tx, now }: Acting, nameOrId: string) {
  const account = await find(tx, nameOrId)
  const connections = await countLiveGrants(tx, account.id, now)
  const { own } = await countPins(tx, account.id, now)
  return { ...account, connections, community_pins: own }
}

/** It may only read from its next request on. Its pins go, as with every loss of the right to pin, and do not come back. */
export async function restrictAgent({ tx, now }: Acting, nameOrId: string): Promise<Outcome> {
  const account = await find(tx, nameOrId)
  if (account.restricted_at !== null) return { account, changed: false, pinsRetired: 0 }
  await saveRestriction(tx, account.id, now)
  return { account, changed: true, pinsRetired: await retirePins(tx, [account.id], now) }
}

export async function liftRestriction({ tx }: Acting, nameOrId: string): Promise<Outcome> {
  const account = await find(tx, nameOrId)
  await saveRestriction(tx, account.id, null)
  return { account, changed: account.restricted_at !== null, pinsRetired: 0 }
}

/** For good, as if its owner had done it. */
export async function revokeAgent({ tx, now }: Acting, nameOrId: string): Promise<Outcome> {
  const account = await find(tx, nameOrId)
  if (account.revoked_at !== null) return { account, changed: false, pinsRetired: 0 }
  return { account, changed: true, pinsRetired: await endAccount(tx, account.id, now) }
}
