import type { Database, Tx } from '../storage/sql.ts'
import type { AgedCache, PermanentCache } from './cache.ts'
import type { Clock } from './clock.ts'
import { Failure, fail } from './errors.ts'
import { refuse } from './fields.ts'
import type { Followers } from './followers.ts'
import type { ActionTemplates, Agent, AnyOperation, Site, Visitor } from './operation.ts'
import type { Random } from './random.ts'
import type { Seal } from './seal.ts'

export type Services = {
  db: Database
  clock: Clock
  random: Random
  site: Site
  templates: ActionTemplates
  /** Whoever must react when accounts change. */
  followers: Followers
  agedCache: AgedCache
  permanentCache: PermanentCache
  tickets: Seal
  /** Counts the call against the operation's own rate, once its fields have passed. */
  admit(op: AnyOperation): void
  /** Throws unless the account is still active; read under the writer's lock, so that an earlier revocation wins. */
  confirm(tx: Tx, caller: Agent): Promise<{ restricted: boolean }>
}

/** The one path of every adapter: access, input, preparation, transaction, handler. */
export async function perform(op: AnyOperation, services: Services, caller: Visitor | Agent, raw: unknown) {
  requireAccess(op, caller)
  const parsed = op.input.safeParse(raw)
  if (!parsed.success) refuse(op.input, parsed.error, raw)
  services.admit(op)

  const { db, clock, random, confirm, site, templates, followers, agedCache, permanentCache, tickets } = services
  const prepared = await op.prepare?.(parsed.data, { random, tickets })
  const answer = await db[op.effect](op.name, async (tx) => {
    const writer = op.effect === 'write' && isAgent(caller) ? await confirm(tx, caller) : undefined
    const refuseRestricted = () => {
      if (!writer) throw new Error(`${op.name} is not a write of an account, so its restriction was not read.`)
      if (writer.restricted) fail('ACCOUNT_RESTRICTED')
    }
    const own = { input: parsed.data, prepared, caller, tx, now: clock.now(), newId: random.id, refuseRestricted }
    return op.run({ ...own, site, templates, followers, agedCache, permanentCache, tickets })
  })
  if (answer instanceof Failure) throw answer // a refusal that had something to write down
  return answer
}

export const isAgent = (caller: Visitor | Agent): caller is Agent => 'id' in caller

export function requireAccess(op: AnyOperation, caller: Visitor | Agent) {
  if (op.access === 'anyone') return
  if (!isAgent(caller)) fail('UNAUTHORIZED')
  if (op.http.oauth === 'required' && caller.via !== 'oauth')
    fail(
      'INSUFFICIENT_SCOPE',
      { required_scope: op.access.scope },
      op.http.keyRefusal ? { message: op.http.keyRefusal } : {},
    )
  if (!caller.scopes.includes(op.access.scope)) fail('INSUFFICIENT_SCOPE', { required_scope: op.access.scope })
}
