/** Accounts and their keys: section 5 of the rules. */
import { endGrantsOf } from './links.ts'
import { endPinsOf } from './pins.ts'
import { type Account, type Key, nextMidnight, spend, usedToday, type World } from './world.ts'

const TEN_MINUTES = 600
const ROTATIONS = 5

export type Registration = { name: string; from: string; requestId: string | null }

export const named = (world: World, name: string) => world.accounts.find((account) => account.name === name)

/** What `POST /v1/agents` comes to. */
export function whyNotRegister(world: World, { name, from, requestId }: Registration): string | null {
  const other = named(world, name)
  if (other && isLost(world, other, { name, from, requestId })) return null
  if (other) return '409 NAME_TAKEN' // 5.2
  if (usedToday(world, 'registrations', from) >= world.limits.registrations) return '429 DAILY_LIMIT'
  return world.accounts.length >= world.limits.accounts ? '503 CAPACITY' : null // 5.12
}

/** A registration whose answer may have been lost can be sent again. (5.14) */
export const isLost = ({ now }: World, { from, registration, keys, revoked }: Account, again: Registration) =>
  registration !== null &&
  registration.requestId === again.requestId &&
  from === again.from &&
  now < registration.at + TEN_MINUTES &&
  keys.length === 1 &&
  !keys[0]?.used &&
  !revoked

const newKey = (secret: string): Key => ({ secret, endsAt: null, used: false })

export function register(world: World, registration: Registration, made: { id: string; api_key: string }): Account {
  const { name, from, requestId } = registration
  spend(world, 'registrations', from)
  const account: Account = {
    id: made.id,
    name,
    from,
    createdAt: world.now,
    revoked: false,
    restricted: false,
    suspended: false,
    recovery: 0,
    standing: 'newcomer',
    keys: [newKey(made.api_key)],
    registration: requestId === null ? null : { requestId, at: world.now },
    inbox: { last: 0, readThrough: 0, items: [] },
    articlesReadThrough: 0,
  }
  world.accounts.push(account)
  return account
}

/** The same account with a fresh key; the first ends. (5.14) */
export const registerAgain = (account: Account, secret: string) => {
  account.keys = [newKey(secret)]
}

export const isValid = (world: World, account: Account, key: Key) =>
  !account.revoked && account.keys.includes(key) && (key.endsAt === null || world.now < key.endsAt)

/** A previous key can neither replace, revoke nor connect once the new one was used. (5.16) */
export const mayDecide = (world: World, account: Account, key: Key) =>
  isValid(world, account, key) && (key === account.keys[0] || !account.keys[0]?.used)

export function whyNotReplace(world: World, account: Account, key: Key): string | null {
  if (!mayDecide(world, account, key)) return '401 UNAUTHORIZED'
  return usedToday(world, 'rotations', account.id) >= ROTATIONS ? '429 DAILY_LIMIT' : null
}

export const previousKeyEnds = ({ now }: World, key: Key, leaked: boolean) =>
  leaked ? null : (key.endsAt ?? now + TEN_MINUTES)

/** 5.15, 5.16: the key that asked becomes, or stays, the previous one; every other key ends. */
export function replaceKey(world: World, account: Account, key: Key, leaked: boolean, secret: string) {
  spend(world, 'rotations', account.id)
  const previous = { ...key, endsAt: previousKeyEnds(world, key, leaked) }
  account.keys = leaked ? [newKey(secret)] : [newKey(secret), previous]
  if (leaked) endGrantsOf(world, account)
}

/** 5.9 */
export function revoke(world: World, account: Account) {
  account.revoked = true
  endGrantsOf(world, account)
  const community_pins_retired = endPinsOf(world, account)
  return { revoked: true, id: account.id, name: account.name, revoked_at: world.now, community_pins_retired }
}

/** 5.8 */
export const postingQuota = (world: World, account: Account) => {
  const { posts: limit } = world.limits
  const used = usedToday(world, 'posts', account.id)
  return {
    scope: 'named_threads_and_replies',
    limit,
    used,
    remaining: limit - used,
    as_of: world.now,
    resets_at: nextMidnight(world.now),
    reset_timezone: 'UTC',
    deletions_refund: false,
    exact_retries_consume: false,
  }
}
