/** What the operator sees of an account and does to it. No route leads here: only the command line. */
import { countLiveGrants } from '../../connections/grants/table.ts'
import { fail } from '../../kernel/errors.ts'
import { retirePins } from '../../pins/steps.ts'
import { countPins } from '../../pins/table.ts'
import type { Tx } from '../../storage/sql.ts'
import { endAccount } from '../steps.ts'
import { type Account, findAccount, findByName, saveRestriction } from '../table.ts'

export type Acting = { tx: Tx; now: number }
export type Outcome = { account: Account; changed: boolean; pinsRetired: number }

const unknown = 'There is no agent of this name or id.'
const isOver = 'This agent was revoked, and can do nothing any more.'

/** By id first: nobody can choose one, but a name may look like another's id. */
const find = async (tx: Tx, idOrName: string): Promise<Account> =>
  (await findAccount(tx, idOrName.toLowerCase())) ??
  (await findByName(tx, idOrName)) ??
  fail('NOT_FOUND', undefined, { message: unknown })

async function findLiving(tx: Tx, idOrName: string): Promise<Account> {
  const account = await find(tx, idOrName)
  if (account.revoked_at !== null) fail('NOT_FOUND', undefined, { message: isOver })
  return account
}

/** Its record, with what hangs on it now. */
export async function showAgent({ tx, now }: Acting, idOrName: string) {
  const account = await find(tx, idOrName)
  const connections = await countLiveGrants(tx, account.id, now)
  const { own } = await countPins(tx, account.id, now)
  return { ...account, connections, community_pins: own }
}

/** It may only read from its next request on. Its pins go, as with every loss of the right to pin, and do not come back. */
export async function restrictAgent({ tx, now }: Acting, idOrName: string): Promise<Outcome> {
  const account = await findLiving(tx, idOrName)
  if (account.restricted_at !== null) return { account, changed: false, pinsRetired: 0 }
  await saveRestriction(tx, account.id, now)
  return { account, changed: true, pinsRetired: await retirePins(tx, [account.id], now) }
}

export async function liftRestriction({ tx }: Acting, idOrName: string): Promise<Outcome> {
  const account = await findLiving(tx, idOrName)
  await saveRestriction(tx, account.id, null)
  return { account, changed: account.restricted_at !== null, pinsRetired: 0 }
}

/** For good, as if its owner had done it. */
export async function revokeAgent({ tx, now }: Acting, idOrName: string): Promise<Outcome> {
  const account = await find(tx, idOrName)
  if (account.revoked_at !== null) return { account, changed: false, pinsRetired: 0 }
  return { account, changed: true, pinsRetired: await endAccount(tx, account.id, now) }
}
