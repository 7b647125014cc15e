import { fixed } from '../../settings/limits.ts'
import { tuning } from '../../settings/tuning.ts'
import { joined, nothing, sql, type Tx } from '../../storage/sql.ts'

export type Grant = {
  id: string
  client_id: string
  account_id: string
  scope: string
  resource: string
  redirect_uri: string
  code_hash: string
  code_challenge: string
  code_used_at: number | null
  consented_at: number
  expires_at: number
}

export type NewGrant = Omit<Grant, 'code_used_at' | 'expires_at'> & { form_id: string }

export const insertGrant = (tx: Tx, grant: NewGrant) =>
  tx.run(sql`
    INSERT INTO oauth_grants (id, client_id, account_id, scope, resource, redirect_uri, code_hash, code_challenge,
                              consented_at, last_used_at, expires_at, form_id)
    VALUES (${grant.id}, ${grant.client_id}, ${grant.account_id}, ${grant.scope}, ${grant.resource},
            ${grant.redirect_uri}, ${grant.code_hash}, ${grant.code_challenge}, ${grant.consented_at},
            ${grant.consented_at}, ${grant.consented_at + fixed.codeMaxSeconds}, ${grant.form_id})`)

/** A form that is sent again replaces what it granted before. */
export const endGrantOfForm = (tx: Tx, formId: string) =>
  tx.run(sql`DELETE FROM oauth_grants WHERE form_id = ${formId}`)

const grantColumns = sql`
  g.id, g.client_id, g.account_id, g.scope, g.resource, g.redirect_uri, g.code_hash, g.code_challenge, g.code_used_at,
  g.consented_at, g.expires_at`

/** A grant that begins more than its lifetime in the future was made by a wrong clock, and would last too long. */
const isInForce = (now: number) => sql`g.expires_at > ${now} AND g.consented_at <= ${now + fixed.grantMaxSeconds}`

export const findGrantByCode = (tx: Tx, codeHash: string, now: number) =>
  tx.one<Grant>(sql`
    SELECT ${grantColumns} FROM oauth_grants g
    JOIN accounts a ON a.id = g.account_id AND a.revoked_at IS NULL
    WHERE g.code_hash = ${codeHash} AND g.expires_at > ${now}`)

/** The grant now lasts for its full time, counted from consent. */
export const markCodeUsed = (tx: Tx, { id, consented_at }: Grant, now: number) =>
  tx.run(sql`
    UPDATE oauth_grants SET code_used_at = ${now}, last_used_at = ${now}, expires_at = ${consented_at + fixed.grantMaxSeconds}
    WHERE id = ${id}`)

export const noteGrantUse = (tx: Tx, id: string, now: number) =>
  tx.run(sql`UPDATE oauth_grants SET last_used_at = ${now} WHERE id = ${id}`)

/** A program that is connected to an account, by one grant or several. */
export type Program = {
  client_id: string
  name: string
  redirect_uri: string
  scope: string
  connected_at: number
  last_used_at: number
  expires_at: number
}

/** Last used first. `MAX(scope)` is the widest, because `board:read` is the beginning of `board:read board:write`. */
export const listPrograms = (tx: Tx, accountId: string, now: number) =>
  tx.all<Program>(sql`
    SELECT g.client_id, c.name, MAX(g.redirect_uri) AS redirect_uri, MAX(g.scope) AS scope,
           MIN(g.consented_at) AS connected_at, MAX(g.last_used_at) AS last_used_at, MAX(g.expires_at) AS expires_at
    FROM oauth_grants g JOIN oauth_clients c ON c.id = g.client_id
    WHERE g.account_id = ${accountId} AND g.code_used_at IS NOT NULL AND g.expires_at > ${now}
    GROUP BY g.client_id, c.name ORDER BY MAX(g.last_used_at) DESC, g.client_id`)

export const endGrantsOfClient = (tx: Tx, accountId: string, clientId: string) =>
  tx.run(sql`DELETE FROM oauth_grants WHERE account_id = ${accountId} AND client_id = ${clientId}`)

/** Ends the longest unused connections of an account above the cap; never the one that was just made. */
export const endGrantsAbove = (tx: Tx, { account_id, id }: Pick<Grant, 'account_id' | 'id'>, now: number) =>
  tx.run(sql`
    DELETE FROM oauth_grants WHERE id IN
      (SELECT id FROM oauth_grants
       WHERE account_id = ${account_id} AND id <> ${id} AND code_used_at IS NOT NULL AND expires_at > ${now}
       ORDER BY last_used_at DESC, id LIMIT ${tuning.grantsPerAccountMax} OFFSET ${tuning.grantsPerAccountMax - 1})`)

/** Its tokens are deleted with it. */
export const endGrant = (tx: Tx, id: string) => tx.run(sql`DELETE FROM oauth_grants WHERE id = ${id}`)

export const endGrantsOf = (tx: Tx, accountId: string) =>
  tx.run(sql`DELETE FROM oauth_grants WHERE account_id = ${accountId}`)

/** Whether this program has a read-only connection to this account. */
export const isReader = async (tx: Tx, clientId: string, accountId: string, now: number) =>
  (await tx.one(sql`
    SELECT 1 AS reader FROM oauth_grants
    WHERE account_id = ${accountId} AND client_id = ${clientId} AND scope = 'board:read'
      AND code_used_at IS NOT NULL AND expires_at > ${now} LIMIT 1`)) !== undefined

/** Connections in force: their code was redeemed and they have not expired. */
export async function countLiveGrants(tx: Tx, accountId: string, now: number): Promise<number> {
  const counted = await tx.one<{ live: number }>(sql`
    SELECT COUNT(*) AS live FROM oauth_grants
    WHERE account_id = ${accountId} AND code_used_at IS NOT NULL AND expires_at > ${now}`)
  return counted?.live ?? 0
}

export type NewToken = {
  hash: string
  grant_id: string
  kind: 'access' | 'refresh'
  scope: string
  expires_at: number
}

export const insertToken = (tx: Tx, { hash, grant_id, kind, scope, expires_at }: NewToken) =>
  tx.run(sql`
    INSERT INTO oauth_tokens (hash, grant_id, kind, scope, expires_at, seq)
    VALUES (${hash}, ${grant_id}, ${kind}, ${scope}, ${expires_at},
            (SELECT COALESCE(MAX(seq), 0) + 1 FROM oauth_tokens WHERE grant_id = ${grant_id}))`)

export type Connection = {
  id: string
  name: string
  created_at: number
  scope: string
  resource: string
}

/** The account `a` of an access token, while token, grant and account are all valid; with `more` columns of it. */
export const findConnection = <More>(tx: Tx, hash: string, now: number, more = nothing) =>
  tx.one<Connection & More>(sql`
    SELECT a.id, a.name, a.created_at, t.scope, g.resource${more}
    FROM oauth_tokens t
    JOIN oauth_grants g ON g.id = t.grant_id AND ${isInForce(now)}
    JOIN accounts a ON a.id = g.account_id AND a.revoked_at IS NULL
    WHERE t.hash = ${hash} AND t.kind = 'access' AND t.expires_at > ${now}`)

/** Returns the valid ones of these access tokens. */
export async function listLiveTokens(tx: Tx, hashes: readonly string[], now: number): Promise<string[]> {
  const rows = await tx.all<{ hash: string }>(sql`
    SELECT t.hash FROM oauth_tokens t
    JOIN oauth_grants g ON g.id = t.grant_id AND ${isInForce(now)}
    JOIN accounts a ON a.id = g.account_id AND a.revoked_at IS NULL
    WHERE t.hash IN (${joined(hashes)}) AND t.kind = 'access' AND t.expires_at > ${now}`)
  return rows.map(({ hash }) => hash)
}

export type Refresh = { grant: Grant; isKnown: boolean; replaced_at: number | null }

/** The grant that a refresh token names; `isKnown` is false for a token that was deleted or never existed. */
export async function findRefresh(tx: Tx, grantId: string, hash: string, now: number): Promise<Refresh | undefined> {
  const row = await tx.one<Grant & { token_hash: string | null; replaced_at: number | null }>(sql`
    SELECT ${grantColumns}, t.hash AS token_hash, t.replaced_at FROM oauth_grants g
    JOIN accounts a ON a.id = g.account_id AND a.revoked_at IS NULL
    LEFT JOIN oauth_tokens t ON t.hash = ${hash} AND t.grant_id = g.id AND t.kind = 'refresh'
    WHERE g.id = ${grantId} AND ${isInForce(now)}`)
  if (!row) return undefined
  const { token_hash, replaced_at, ...grant } = row
  return { grant, isKnown: token_hash !== null, replaced_at }
}

/** Keeps the time of the first use: the grace period is counted from it. */
export const markReplaced = (tx: Tx, hash: string, now: number) =>
  tx.run(sql`UPDATE oauth_tokens SET replaced_at = ${now} WHERE hash = ${hash} AND replaced_at IS NULL`)

const OLD_TOKENS_REMOVED_PER_REFRESH = 16

/** Deletes tokens whose grace period has ended, and the oldest ones above the limit per grant. */
export async function deleteOldTokens(tx: Tx, grantId: string, now: number) {
  await tx.run(sql`
    DELETE FROM oauth_tokens WHERE grant_id = ${grantId} AND replaced_at <= ${now - fixed.refreshGraceSeconds}`)
  await tx.run(sql`
    DELETE FROM oauth_tokens WHERE hash IN
      (SELECT hash FROM oauth_tokens WHERE grant_id = ${grantId}
       ORDER BY seq DESC LIMIT ${OLD_TOKENS_REMOVED_PER_REFRESH} OFFSET ${tuning.tokensPerGrantMax})`)
}

/** The grant that a token belongs to, and what kind of token it is. */
export type Owner = { grant_id: string; client_id: string; kind: NewToken['kind'] }

export const findOwner = (tx: Tx, hash: string) =>
  tx.one<Owner>(sql`
    SELECT g.id AS grant_id, g.client_id, t.kind FROM oauth_tokens t JOIN oauth_grants g ON g.id = t.grant_id
    WHERE t.hash = ${hash}`)

export const deleteToken = (tx: Tx, hash: string) => tx.run(sql`DELETE FROM oauth_tokens WHERE hash = ${hash}`)

export async function sweepGrants(tx: Tx, now: number, count: number) {
  await tx.run(sql`
    DELETE FROM oauth_tokens WHERE hash IN
      (SELECT hash FROM oauth_tokens WHERE expires_at <= ${now} ORDER BY expires_at LIMIT ${count})`)
  await tx.run(sql`
    DELETE FROM oauth_grants WHERE id IN
      (SELECT id FROM oauth_grants WHERE expires_at <= ${now} ORDER BY expires_at LIMIT ${count})`)
}
