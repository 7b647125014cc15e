/** The caller behind an access token. */
import { listLiveKeys } from '../../accounts/table.ts'
import { fail } from '../../kernel/errors.ts'
import type { Agent, Site, Visitor } from '../../kernel/operation.ts'
import { together } from '../../kernel/together.ts'
import type { Statement, Tx } from '../../storage/sql.ts'
import { digest, resourceOf, scopesIn } from '../rules.ts'
import { findConnection, listLiveTokens } from './table.ts'

const invalidToken = 'This access token is unknown, expired or revoked; refresh it, or connect again.'

type SentToken = {
  token: string
  now: number
  site: Pick<Site, 'baseUrl'>
  /** Columns of the account that are read by the same statement. */
  more?: Statement | undefined
}

/** A token is valid for its account, its scopes and its resource only. */
export async function identifyByToken<More>(
  tx: Tx,
  visitor: Visitor,
  { token, now, site, more }: SentToken,
): Promise<{ agent: Agent; more: More }> {
  const connection = await findConnection<More>(tx, digest(token), now, more)
  if (connection?.resource !== resourceOf(site.baseUrl)) fail('UNAUTHORIZED', undefined, { message: invalidToken })
  const { id, name, created_at, scope } = connection
  const agent: Agent = { ...visitor, id, name, createdAt: created_at, via: 'oauth', scopes: scopesIn(scope) }
  return { agent, more: connection }
}

/** The hash of the credential of a call, of either kind; it is unique. */
export const credentialHash = ({ keyHash }: Pick<Agent, 'keyHash'>, bearer: string) => keyHash ?? digest(bearer)

/** Returns the valid ones of these credentials, which are keys or tokens. */
export const findLiveCredentials = async (tx: Tx, hashes: readonly string[], now: number) =>
  new Set((await together(listLiveKeys(tx, hashes, now), listLiveTokens(tx, hashes, now))).flat())
