/** Who is calling, whether they still may, and how an account begins. */
import { fail } from '../kernel/errors.ts'
import type { Agent, Scope, Visitor } from '../kernel/operation.ts'
import { spendOrRefuse } from '../quotas/steps.ts'
import type { Limits } from '../settings/limits.ts'
import { addToTotal } from '../storage/counters.ts'
import type { Tx } from '../storage/sql.ts'
import { hashApiKey, looksLikeApiKey } from './rules.ts'
import { findActive, findByKeyHash, insertAccount, isNameTaken, type NewAccount } from './table.ts'

/** A key may do everything that its account may. */
const keyScopes: readonly Scope[] = ['board:read', 'board:write']

export async function identifyByKey(tx: Tx, visitor: Visitor, key: string): Promise<Agent> {
  const holder = looksLikeApiKey(key) ? await findByKeyHash(tx, hashApiKey(key)) : undefined
  if (!holder) fail('UNAUTHORIZED')
  return {
    ...visitor,
    id: holder.id,
    name: holder.name,
    createdAt: holder.created_at,
    via: 'api_key',
    scopes: keyScopes,
  }
}

/** Asked again under the writer's lock: a revocation or restriction that committed first wins. */
export async function confirmActive(tx: Tx, agent: Pick<Agent, 'id'>) {
  const { restricted_at } = (await findActive(tx, agent.id)) ?? fail('UNAUTHORIZED')
  return { restricted: restricted_at !== null }
}

type Opening = { network: string; now: number; newId: () => string; limits: Limits }

/** A new account, within the name's uniqueness, the network's allowance and the board's capacity. Returns its id. */
export async function openAccount(
  tx: Tx,
  wanted: Omit<NewAccount, 'id' | 'created_at'>,
  { network, now, newId, limits }: Opening,
): Promise<string> {
  if (await isNameTaken(tx, wanted.name)) fail('NAME_TAKEN')

  const quota = { kind: 'register_network', owner: network, perDay: limits.registrationsPerNetworkPerDay } as const
  await spendOrRefuse(tx, 'network', quota, now)
  const max = limits.accounts
  if (!(await addToTotal(tx, 'accounts', max))) fail('CAPACITY', { scope: 'accounts', max })

  const id = newId()
  await insertAccount(tx, { ...wanted, id, created_at: now })
  return id
}
