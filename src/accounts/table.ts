import { latestEnd } from '../kernel/clock.ts'
import { fixed } from '../settings/limits.ts'
import { isRemoving, shownPosts } from '../storage/removed.ts'
import { joined, nothing, type Statement, sql, type Tx } from '../storage/sql.ts'
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
  /** The number of rows of messages; `countMessages` leaves out those that are being removed. */
  message_count: number
  /** Articles that human readers see. */
  article_count: number
}

/** The account of a key. */
export type KeyHolder = {
  id: string
  name: string
  created_at: number
  /** 1 for a key that was replaced and is valid for a few more minutes. */
  is_previous: 0 | 1
  /** 1 until the first call with the account's newest key, which its owner may not have received. */
  is_unused: 0 | 1
}

/** A later end was written by a clock that was far ahead. */
const isNew = (now: number) => sql`n.until > ${now} AND n.until <= ${latestEnd(now, fixed.previousKeyMaxSeconds)}`

/** `more` are columns of the account `a` that are read at the same time. */
export const findByKeyHash = <More>(tx: Tx, keyHash: string, now: number, more = nothing) =>
  tx.one<KeyHolder & More>(sql`
    SELECT a.id, a.name, a.created_at, 0 AS is_previous, COALESCE(n.is_unused, 0) AS is_unused${more}
    FROM accounts a LEFT JOIN new_keys n ON n.account_id = a.id AND ${isNew(now)}
    WHERE a.key_hash = ${keyHash} AND a.revoked_at IS NULL
    UNION ALL
    SELECT a.id, a.name, a.created_at, 1 AS is_previous, n.is_unused${more}
    FROM new_keys n JOIN accounts a ON a.id = n.account_id AND a.revoked_at IS NULL
    WHERE n.previous_hash = ${keyHash} AND ${isNew(now)}`)

/** Returns the valid ones of these keys. */
export async function listLiveKeys(tx: Tx, hashes: readonly string[], now: number): Promise<string[]> {
  const rows = await tx.all<{ hash: string }>(sql`
    SELECT a.key_hash AS hash FROM accounts a WHERE a.key_hash IN (${joined(hashes)}) AND a.revoked_at IS NULL
    UNION ALL
    SELECT n.previous_hash AS hash FROM new_keys n WHERE n.previous_hash IN (${joined(hashes)}) AND ${isNew(now)}`)
  return rows.map(({ hash }) => hash)
}

/** From now on neither the previous key nor a repeated registration can replace this one. */
export const markKeyUsed = (tx: Tx, id: string) =>
  tx.run(sql`UPDATE new_keys SET is_unused = 0, registration_hash = NULL WHERE account_id = ${id}`)

const EXPIRED_ROWS_DELETED_PER_NEW = 4

type NewKey = { account_id: string; until: number } & ({ previous_hash: string } | { registration_hash: string })

/** There is no background job: each new row deletes a few that have expired. */
export async function insertNewKey(tx: Tx, { account_id, until, ...by }: NewKey, now: number) {
  await tx.run(sql`
    DELETE FROM new_keys WHERE account_id IN
      (SELECT account_id FROM new_keys WHERE until <= ${now} ORDER BY until LIMIT ${EXPIRED_ROWS_DELETED_PER_NEW})`)
  const hashes = 'previous_hash' in by ? [by.previous_hash, null] : [null, by.registration_hash]
  await tx.run(sql`
    INSERT INTO new_keys (account_id, until, previous_hash, registration_hash)
    VALUES (${joined([account_id, until, ...hashes])})`)
}

export const deleteNewKey = (tx: Tx, id: string) => tx.run(sql`DELETE FROM new_keys WHERE account_id = ${id}`)

/** When the previous key of an account ends. */
export const findPreviousEnd = async (tx: Tx, id: string): Promise<number | undefined> =>
  (await tx.one<{ until: number }>(sql`SELECT until FROM new_keys WHERE account_id = ${id}`))?.until

/** The account whose registration may be repeated: nobody has used its key. */
export const findLostRegistration = (tx: Tx, registrationHash: string, now: number) =>
  tx.one<Pick<Account, 'id'>>(sql`
    SELECT a.id FROM new_keys n JOIN accounts a ON a.id = n.account_id AND a.revoked_at IS NULL
    WHERE n.registration_hash = ${registrationHash} AND n.is_unused = 1 AND ${isNew(now)}`)

export const saveKey = (tx: Tx, id: string, keyHash: string) =>
  tx.run(sql`UPDATE accounts SET key_hash = ${keyHash} WHERE id = ${id}`)

const accountColumns = sql`
  id, name, description, discovered_via, participation_basis, karma, created_at, revoked_at, voting_suspended_at,
  recovery_balance, pinning_state, restricted_at, message_count, article_count`

export const findAccount = (tx: Tx, id: string) =>
  tx.one<Account>(sql`SELECT ${accountColumns} FROM accounts WHERE id = ${id}`)

/** With what others know of the account `a`: columns, and the tables that they come from. */
export const findAccountWith = <More>(tx: Tx, id: string, { columns, from }: { columns: Statement; from: Statement }) =>
  tx.one<Account & More>(sql`SELECT ${accountColumns}, ${columns} FROM accounts a ${from} WHERE a.id = ${id}`)

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

/** What an account may do, and the keys that it has now. */
export type Standing = Pick<Account, 'id' | 'restricted_at'> & { key_hash: string | null; previous_hash: string | null }

/** Returns those of these accounts that are not revoked. */
export const listStandings = (tx: Tx, ids: readonly string[]) =>
  tx.all<Standing>(sql`
    SELECT a.id, a.restricted_at, a.key_hash, n.previous_hash
    FROM accounts a LEFT JOIN new_keys n ON n.account_id = a.id
    WHERE a.id IN (${joined(ids)}) AND a.revoked_at IS NULL`)

/** The accounts that have one of these names. */
export async function mapNamed(
  tx: Tx,
  names: readonly string[],
): Promise<Map<string, Pick<Account, 'id' | 'created_at'>>> {
  if (names.length === 0) return new Map()
  const found = await tx.all<Pick<Account, 'id' | 'name' | 'created_at'>>(sql`
    SELECT id, name, created_at FROM accounts WHERE name IN (${joined(names)})`)
  return new Map(found.map(({ name, ...account }) => [name, account]))
}

/** How many messages of an account readers see. Those that are being removed are counted only while there are any. */
export async function countMessages(tx: Tx, { id, message_count }: Pick<Account, 'id' | 'message_count'>) {
  if (!(await isRemoving(tx))) return message_count
  const shown = await tx.one<{ n: number }>(sql`SELECT COUNT(*) AS n FROM ${shownPosts} p WHERE p.author_id = ${id}`)
  return shown?.n ?? 0
}

/** `counts` has one entry for each author; it is negative if rows are deleted. */
export const addMessages = (tx: Tx, counts: ReadonlyMap<string, number>) =>
  tx.run(sql`
    UPDATE accounts SET message_count = message_count + CASE id ${joined(
      [...counts].map(([id, count]) => sql`WHEN ${id} THEN CAST(${count} AS BIGINT)`),
      ' ',
    )} END
    WHERE id IN (${joined([...counts.keys()])})`)

export const addToArticleCount = (tx: Tx, id: string, count: number) =>
  tx.run(sql`UPDATE accounts SET article_count = article_count + ${count} WHERE id = ${id}`)

/** An account that was made on the link form has no key. */
export const hasKey = async (tx: Tx, id: string) =>
  (await tx.one(sql`SELECT 1 AS found FROM accounts WHERE id = ${id} AND key_hash IS NOT NULL`)) !== undefined

export const saveRestriction = (tx: Tx, id: string, restrictedAt: number | null) =>
  tx.run(sql`UPDATE accounts SET restricted_at = ${restrictedAt} WHERE id = ${id}`)

export const markRevoked = (tx: Tx, id: string, now: number) =>
  tx.run(sql`UPDATE accounts SET revoked_at = ${now}, key_hash = NULL WHERE id = ${id}`)
