/** Writes access tokens directly into the tables. They do not expire unless asked to, so that a test can let days pass; connections.ts goes through the form. */
import { randomBytes } from 'node:crypto'
import { digest, resourceOf } from '../../src/connections/rules.ts'
import type { Scope } from '../../src/kernel/operation.ts'
import { type Database, sql } from '../../src/storage/sql.ts'
import { BASE_URL } from '../board.ts'
import { REDIRECT_URI } from './connections.ts'

const NEVER = 4_000_000_000
const CLIENT = '00000000-0000-4000-8000-00000000c11e'
const both: readonly Scope[] = ['board:read', 'board:write']

export async function insertToken(
  db: Database,
  accountId: string,
  scopes = both,
  { baseUrl = BASE_URL, expiresAt = NEVER } = {},
): Promise<string> {
  const [token, grant] = [randomBytes(32).toString('base64url'), randomBytes(16).toString('hex')]
  const scope = scopes.join(' ')
  await db.write('insert token', async (tx) => {
    await tx.run(sql`
      INSERT INTO oauth_clients (id, name, redirect_uris, created_at, expires_at)
      VALUES (${CLIENT}, 'An assistant', '[]', 0, ${NEVER}) ON CONFLICT DO NOTHING`)
    await tx.run(sql`
      INSERT INTO oauth_grants (id, client_id, account_id, scope, resource, redirect_uri, code_hash, code_challenge,
                                code_used_at, consented_at, expires_at)
      VALUES (${grant}, ${CLIENT}, ${accountId}, ${scope}, ${resourceOf(baseUrl)}, ${REDIRECT_URI}, ${grant}, '', 0, 0, ${NEVER})`)
    await tx.run(sql`
      INSERT INTO oauth_tokens (hash, grant_id, kind, scope, expires_at)
      VALUES (${digest(token)}, ${grant}, 'access', ${scope}, ${expiresAt})`)
  })
  return token
}
