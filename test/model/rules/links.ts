/** Connections of programs to accounts: section 12 of the rules. */
import { type Account, DAY, HOUR, type World } from './world.ts'

const OVERLAP = 120

export type Refresh = { token: string; replacedAt: number | null }
export type Grant = {
  account: Account
  client: string
  canWrite: boolean
  expiresAt: number
  ended: boolean
  access: { token: string; expiresAt: number }[]
  refresh: Refresh[]
}
export type Tokens = { access_token: string; refresh_token: string; expires_in: number }

const isLiving = ({ now }: World, { ended, expiresAt }: Grant) => !ended && now < expiresAt

/** 12.10 */
export function connect(world: World, account: Account, client: string, canWrite: boolean, tokens: Tokens): Grant {
  const expiresAt = world.now + 30 * DAY
  const grant = { account, client, canWrite, expiresAt, ended: false, access: [], refresh: [] }
  world.grants.push(grant)
  issue(world, grant, tokens)
  return grant
}

/** An access token never outlives its grant. */
export const lifetime = ({ now }: World, { expiresAt }: Grant) => Math.min(HOUR, expiresAt - now)

function issue(world: World, grant: Grant, { access_token, refresh_token }: Tokens) {
  grant.access.push({ token: access_token, expiresAt: world.now + lifetime(world, grant) })
  grant.refresh.push({ token: refresh_token, replacedAt: null })
}

export const grantOf = (world: World, token: string) =>
  world.grants.find(
    (grant) =>
      isLiving(world, grant) && grant.access.some((known) => known.token === token && world.now < known.expiresAt),
  )

/** A token that opens a connection which may write. */
export const writingToken = (world: World, account: Account) =>
  world.grants
    .filter((grant) => grant.account === account && grant.canWrite && isLiving(world, grant))
    .flatMap(({ access }) => access.filter(({ expiresAt }) => world.now < expiresAt))
    .at(-1)?.token

/** 12.11: the grant ends when a token comes back too late. */
export function mayRefresh(world: World, grant: Grant, used: Refresh): boolean {
  if (!isLiving(world, grant)) return false
  if (used.replacedAt !== null && world.now >= used.replacedAt + OVERLAP) {
    grant.ended = true
    return false
  }
  return true
}

export function refresh(world: World, grant: Grant, used: Refresh, tokens: Tokens) {
  used.replacedAt ??= world.now
  issue(world, grant, tokens)
}

export const endGrant = (grant: Grant) => {
  grant.ended = true
}
/** 5.9, 5.15, 12.12 */
export const endGrantsOf = ({ grants }: World, account: Account) => {
  for (const grant of grants) if (grant.account === account) grant.ended = true
}
