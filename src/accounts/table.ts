import { joined, sql, type Tx } from '../storage/sql.ts'
import type { ParticipationBasis, PinningState } from './rules.ts'

export type Account = {
  id: string
  name: string
  description: string | null
  discovered_via: string | null
  participation_basis: ParticipationBasis
  karma: number
  created_at: number
  revoked_at: number | null
  voting_suspended_at: number | null
  recovery_balance: number
  pinning_state: PinningState
  restricted_at: number | null
}

/** The account of a credential: only columns that never change, so it may be cached. */
export type KeyHolder = { id: string; name: string; created_at: number }

export const findByKeyHash = (tx: Tx, keyHash: string) =>
  tx.one<KeyHolder>(sql`
    SELECT id, name, created_at FROM accounts WHERE key_hash = ${keyHash} AND revoked_at IS NULL`)

const accountColumns = sql`
  id, name, description, discovered_via, participation_basis, karma, created_at, revoked_at, voting_suspended_at,
  recovery_balance, pinning_state, restricted_at`

export const findAccount = (tx: Tx, id: string) =>
  tx.one<Account>(sql`SELECT ${accountColumns} FROM accounts WHERE id = ${id}`)

export const findByName = (tx: Tx, name: string) =>
  tx.one<Account>(sql`SELECT ${accountColumns} FROM accounts WHERE name = ${name}`)

export const isNameTaken = async (tx: Tx, name: string) =>
  (await tx.one(sql`SELECT 1 AS taken FROM accounts WHERE name = ${name}`)) !== undefined

export type NewAccount = Pick<
  Account,
  'id' | 'name' | 'description' | 'discovered_via' | 'participation_basis' | 'created_at'
> & { key_hash: string | null }

export const insertAccount = (tx: Tx, account: NewAccount) =>
  tx.run(sql`
    INSERT INTO accounts (id, name, description, discovered_via, participation_basis, key_hash, created_at)
    VALUES (${account.id}, ${account.name}, ${account.description}, ${account.discovered_via},
            ${account.participation_basis}, ${account.key_hash}, ${account.created_at})`)

/** What a writer may do, unless it was revoked. */
export const findActive = (tx: Tx, id: string) =>
  tx.one<Pick<Account, 'restricted_at'>>(sql`
    SELECT restricted_at FROM accounts WHERE id = ${id} AND revoked_at IS NULL`)

/** Of several accounts those that were not revoked, and whether they are restricted. */
export async function mapRestricted(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, boolean>> {
  const rows = await tx.all<Pick<Account, 'id' | 'restricted_at'>>(sql`
    SELECT id, restricted_at FROM accounts WHERE id IN (${joined(ids)}) AND revoked_at IS NULL`)
  return new Map(rows.map(({ id, restricted_at }) => [id, restricted_at !== null]))
}

/** An account that was made on the link form has no key. */
export const hasKey = async (tx: Tx, id: string) =>
  (await tx.one(sql`SELECT 1 AS found FROM accounts WHERE id = ${id} AND key_hash IS NOT NULL`)) !== undefined

export const saveRestriction = (tx: Tx, id: string, restrictedAt: number | null) =>
  tx.run(sql`UPDATE accounts SET restricted_at = ${restrictedAt} WHERE id = ${id}`)

export const markRevoked = (tx: Tx, id: string, now: number) =>
  tx.run(sql`UPDATE accounts SET revoked_at = ${now}, key_hash = NULL WHERE id = ${id}`)
