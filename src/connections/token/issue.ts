import type { Random } from '../../kernel/random.ts'
import { fixed } from '../../settings/limits.ts'
import type { Tx } from '../../storage/sql.ts'
import { accessTokenFrom, refreshTokenFrom } from '../grants/rules.ts'
import { type Grant, insertToken } from '../grants/table.ts'
import { digest } from '../rules.ts'

export type TokenContext = { tx: Tx; now: number; random: Random }

export type Tokens = {
  access_token: string
  token_type: 'Bearer'
  expires_in: number
  refresh_token: string
  scope: string
}

/** Issues a pair of tokens. The access token may have fewer scopes than the grant; the refresh token keeps them all. */
export async function issue(grant: Grant, scope: string, { tx, now, random }: TokenContext): Promise<Tokens> {
  const access = accessTokenFrom(random.secret())
  const refresh = refreshTokenFrom(grant, random.secret())
  const grantEnds = grant.consented_at + fixed.grantMaxSeconds
  const accessEnds = Math.min(now + fixed.accessTokenMaxSeconds, grantEnds)
  const ofGrant = { grant_id: grant.id }
  await insertToken(tx, { ...ofGrant, hash: digest(access), kind: 'access', scope, expires_at: accessEnds })
  await insertToken(tx, {
    ...ofGrant,
    hash: digest(refresh),
    kind: 'refresh',
    scope: grant.scope,
    expires_at: grantEnds,
  })
  return { access_token: access, token_type: 'Bearer', expires_in: accessEnds - now, refresh_token: refresh, scope }
}
