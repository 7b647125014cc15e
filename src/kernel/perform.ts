import { setTimeout as pause } from 'node:timers/promises'
import type { Database, Tx } from '../storage/sql.ts'
import { isReplay } from './account-group.ts'
import type { AgedCache, CurrentCache, PermanentCache } from './cache.ts'
import type { Clock } from './clock.ts'
import { Failure, fail } from './errors.ts'
import { refuse } from './fields.ts'
import type { Followers } from './followers.ts'
import {
  type ActionTemplates,
  type Agent,
  type AnyOperation,
  type BlockedWords,
  type Caller,
  type Site,
  scopeOf,
  whyOpenToRestricted,
} from './operation.ts'
import type { Random } from './random.ts'
import type { Seal } from './seal.ts'
import { readSettled, SETTLED_PER_WRITE, type Settlement, settleFirst, WriteFirst } from './settlement.ts'
import { together } from './together.ts'
import type { Unfinished } from './unfinished.ts'
import { isUnparsed, type PrepareInWorker, type Ready } from './unparsed-input.ts'

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
  currentCache: CurrentCache
  tickets: Seal
  previews: Seal
  settlement: Settlement
  unfinished: Unfinished
  blockedWords(): BlockedWords
  prepareInWorker: PrepareInWorker
  /** Counts the call against the operation's own rate, once its fields have passed. */
  admit(op: AnyOperation): void
  /** Throws unless the account is still active; read under the writer's lock, so that an earlier revocation wins. */
  confirm(tx: Tx, caller: Agent): Promise<{ restricted: boolean }>
}

/** The one path of every adapter: access, input, preparation, transaction, handler. */
export async function perform(op: AnyOperation, services: Services, caller: Caller, raw: unknown) {
  requireAccess(op, caller)
  const { db, clock, random, site, templates, followers, tickets, previews, settlement, unfinished } = services
  const { agedCache, permanentCache, currentCache } = services
  const { input, prepared } = await makeReady(op, services, caller, raw)
  const early = await precheck(op, services, { input, prepared, caller })
  if (early !== undefined) return early

  const run = async (tx: Tx, now: number, isDue: () => Promise<boolean>) => {
    if (op.settles && (await isDue())) return settleFirst
    return asActive(op, services, { caller, input }, tx, (refuseRestricted) => {
      const own = { input, prepared, caller, tx, now, newId: random.id, refuseRestricted, isDue }
      return op.run!({ ...own, site, templates, followers, agedCache, permanentCache, currentCache, tickets, previews })
    })
  }
  if (op.group && op.item) {
    const item = op.item({ input, prepared, caller, newId: random.id, site, clock, unfinished })
    const answer = await db.writeGrouped(op.name, op.group, item)
    unfinished.goOn()
    return answer
  }
  const write = () =>
    db.write(op.name, async (tx) => {
      const now = clock.now()
      if (op.settles && (await settlement.settle(tx, now, SETTLED_PER_WRITE))) return settleFirst
      const [, answer] = await together(
        unfinished.look(tx),
        run(tx, now, async () => false),
      )
      return answer
    })
  let answer = op.effect === 'read' ? await readSettled(db, op.name, settlement, clock, run) : await write()
  while (answer === settleFirst) answer = await write()
  if (op.effect === 'write') await (op.leavesWork ? unfinished.finish() : unfinished.goOn())
  if (answer instanceof Failure) throw answer // a refusal that had something to commit
  return answer
}

/** Fields and preparation, in a worker thread where the operation says so. */
async function makeReady(op: AnyOperation, services: Services, caller: Caller, raw: unknown): Promise<Ready> {
  const { db, clock, site, random, tickets, prepareInWorker } = services
  const blockedWords = services.blockedWords()
  if (isUnparsed(raw)) return prepareInWorker(op, raw, { caller, blockedWords })

  const parsed = op.input.safeParse(raw)
  if (!parsed.success) refuse(op.input, parsed.error, raw)
  services.admit(op)
  const input = parsed.data
  if (!op.inWorker)
    return { input, prepared: await op.prepare?.(input, { random, tickets, blockedWords, caller }, Buffer.alloc(0)) }
  const call = { input, caller, now: clock.now(), site }
  const loaded = op.load && (await db.read(`${op.name}: load`, (tx) => op.load!({ ...call, tx })))
  const { prepared } = await prepareInWorker(op, { fields: input, ...(loaded && { loaded }) }, { caller, blockedWords })
  return { input, prepared }
}

/** Dozens of short writes in a row would keep everybody else waiting. */
const BETWEEN_STORES_MS = 1

/** What is refused or answered before anything is stored; then what is stored in advance. */
async function precheck(op: AnyOperation, services: Services, ready: Ready & { caller: Caller }) {
  const { db, clock, site, settlement } = services
  if (!op.precheck) return undefined
  const ask = () =>
    readSettled(db, `${op.name}: precheck`, settlement, clock, async (tx, now, isDue) => {
      if (op.settles && (await isDue())) return settleFirst
      return asActive(op, services, ready, tx, (refuseRestricted) =>
        op.precheck!({ ...ready, tx, now, site, refuseRestricted }),
      )
    })
  let early = await ask()
  while (early instanceof WriteFirst) {
    await db.write(`${op.name}: write first`, early.write)
    early = await ask()
  }
  if (early === undefined && op.storeFirst)
    for (const store of op.storeFirst(ready.prepared, clock.now(), site)) {
      await db.stage(`${op.name}: store`, store)
      await pause(BETWEEN_STORES_MS)
    }
  return early
}

/**
 * Runs a write of an account that is still active, and that is not restricted unless the operation is open to those. The
 * account is read beside the first statements of the write, which costs no round trip of its own; what the write did for
 * an account that may not do it is undone.
 */
async function asActive<T>(
  op: AnyOperation,
  { confirm }: Services,
  { caller, input }: { caller: Caller; input: unknown },
  tx: Tx,
  run: (refuseRestricted: () => Promise<void>) => Promise<T>,
): Promise<T> {
  if (op.effect === 'read' || !isAgent(caller))
    return run(async () => {
      throw new Error(`${op.name} is not a write of an account, so its restriction was not read.`)
    })
  const confirmed = confirm(tx, caller)
  const refuseRestricted = async () => {
    if ((await confirmed).restricted) fail('ACCOUNT_RESTRICTED')
  }
  // A function that throws before it returns a promise would leave the other one without anybody who waits for it.
  const [, answer] = await together(confirmed, (async () => run(refuseRestricted))())
  if (!isReplay(answer) && !whyOpenToRestricted(op, input)) await refuseRestricted()
  return answer
}

export const isAgent = (caller: Caller): caller is Agent => 'id' in caller

export function requireAccess(op: AnyOperation, caller: Caller) {
  const required_scope = scopeOf(op)
  if (!required_scope) return
  if (!isAgent(caller)) fail('UNAUTHORIZED')
  if (op.http.oauth === 'required' && caller.via !== 'oauth') {
    const message = op.http.keyRefusal
    fail('INSUFFICIENT_SCOPE', { required_scope }, message ? { message } : {})
  }
  if (!caller.scopes.includes(required_scope)) fail('INSUFFICIENT_SCOPE', { required_scope })
}
