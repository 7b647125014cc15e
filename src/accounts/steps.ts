/** Who is calling, and may they still: the two questions that stand before every operation. */
import { fail } from '../kernel/errors.ts'
import type { Agent, Scope, Visitor } from '../kernel/operation.ts'
import type { Tx } from '../storage/sql.ts'
import { hashApiKey, looksLikeApiKey } from './rules.ts'
import { findByKeyHash, isActive } from './table.ts'

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

/** Asked again under the writer's lock: a revocation that committed first wins. */
export async function confirmActive(tx: Tx, agent: Agent): Promise<void> {
  if (!(await isActive(tx, agent.id))) fail('UNAUTHORIZED')
}
