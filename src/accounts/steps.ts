/** Finding the caller's account, checking that it is still active, and creating accounts. */
import { credentialOf, type Standings } from '../kernel/account-group.ts'
import { fail } from '../kernel/errors.ts'
import { isUuid } from '../kernel/fields.ts'
import type { Agent, Scope, Visitor } from '../kernel/operation.ts'
import { hashApiKey, looksLikeApiKey } from '../kernel/random.ts'
import { spendOrRefuse } from '../quotas/steps.ts'
import type { Limits } from '../settings/limits.ts'
import { addToTotal } from '../storage/counters.ts'
import type { Database, Statement, Tx } from '../storage/sql.ts'
import { isReservedName } from './rules.ts'
import {
  findAccount,
  findByKeyHash,
  findByName,
  insertAccount,
  isNameTaken,
  listStandings,
  markKeyUsed,
  type NewAccount,
  type Standing,
} from './table.ts'
import { namePattern } from './view.ts'

/** A text in the form of an id is an id, because no name has that form. */
export const findAgent = (tx: Tx, idOrName: string) => {
  const written = idOrName.toLowerCase()
  if (isUuid(written)) return findAccount(tx, written)
  return namePattern.test(written) ? findByName(tx, written) : Promise.resolve(undefined)
}

/** The account that a caller means by `me`, an id or a name. */
export async function readAgentId(tx: Tx, caller: Pick<Agent, 'id'>, named: string): Promise<string> {
  if (named === 'me') return caller.id
  return ((await findAgent(tx, named)) ?? fail('NOT_FOUND')).id
}

/** A key may do everything that its account may. */
const keyScopes: readonly Scope[] = ['board:read', 'board:write']

/** The account of a key. */
export type KeyCaller<More> = {
  agent: Agent
  more: More
  /** True until the first call with this key: see `noteFirstUse`. */
  isUnused: boolean
}

type SentKey = {
  key: string
  now: number
  /** Columns of the account that are read by the same statement. */
  more?: Statement | undefined
}

export async function identifyByKey<More>(
  tx: Tx,
  visitor: Visitor,
  { key, now, more }: SentKey,
): Promise<KeyCaller<More>> {
  const keyHash = hashApiKey(key)
  const holder = looksLikeApiKey(key) ? await findByKeyHash<More>(tx, keyHash, now, more) : undefined
  if (!holder) fail('UNAUTHORIZED')
  const { id, name, created_at, is_previous, is_unused } = holder
  const agent: Agent = { ...visitor, id, name, createdAt: created_at, via: 'api_key', scopes: keyScopes, keyHash }
  return { agent, more: holder, isUnused: is_previous === 0 && is_unused === 1 }
}

/**
 * Must be on disk before the first call with a new key is answered: the call proves that its owner has received the
 * key.
 */
export const noteFirstUse = (db: Database, { id }: Pick<Agent, 'id'>) =>
  db.write('first use of a key', (tx) => markKeyUsed(tx, id))

/** Only the newest key can be replaced or end the account; the previous key can do so until the newest is used. */
export async function requireNewestKey(tx: Tx, keyHash: string, now: number) {
  const holder = (await findByKeyHash(tx, keyHash, now)) ?? fail('UNAUTHORIZED')
  if (holder.is_previous && !holder.is_unused)
    fail('UNAUTHORIZED', undefined, {
      message: 'This API key was replaced, and the new one is in use: only the new key can do this.',
    })
  return holder
}

type Credential = Pick<Agent, 'id' | 'keyHash'>

const isHeld = ({ keyHash }: Credential, { key_hash, previous_hash }: Standing) =>
  keyHash === undefined || keyHash === key_hash || keyHash === previous_hash

/** Read again under the writer's lock, so that an earlier revocation, restriction or replacement of the key counts. */
export async function confirmActive(tx: Tx, agent: Credential) {
  const [standing] = await listStandings(tx, [agent.id])
  if (!standing || !isHeld(agent, standing)) fail('UNAUTHORIZED')
  return { restricted: standing.restricted_at !== null }
}

/** The same for several. */
export async function readStandings(tx: Tx, agents: readonly Credential[]): Promise<Standings> {
  const ids = [...new Set(agents.map(({ id }) => id))]
  const standings = new Map((await listStandings(tx, ids)).map((standing) => [standing.id, standing]))
  const active = agents.flatMap((agent) => {
    const standing = standings.get(agent.id)
    return standing && isHeld(agent, standing) ? [[credentialOf(agent), standing.restricted_at !== null] as const] : []
  })
  return new Map(active)
}

type Opening = { network: string; now: number; newId: () => string; limits: Limits }

/**
 * Creates an account if the name is free and the network's allowance and the board's capacity permit it. Returns its
 * id.
 */
export async function openAccount(
  tx: Tx,
  wanted: Omit<NewAccount, 'id' | 'created_at'>,
  { network, now, newId, limits }: Opening,
): Promise<string> {
  if (isReservedName(wanted.name) || (await isNameTaken(tx, wanted.name))) fail('NAME_TAKEN')

  const quota = { kind: 'register_network', owner: network, perDay: limits.registrationsPerNetworkPerDay } as const
  await spendOrRefuse(tx, 'network', quota, now)
  const max = limits.accounts
  if (!(await addToTotal(tx, 'accounts', max))) fail('CAPACITY', { scope: 'accounts', max })

  const id = newId()
  await insertAccount(tx, { ...wanted, id, created_at: now })
  return id
}
