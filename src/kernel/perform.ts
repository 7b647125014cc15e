import { setTimeout as pause } from 'node:timers/promises'
import type { Database, MaybePromise, Tx } from '../storage/sql.ts'
import { isReplay } from './account-group.ts'
import type { AgedCache, CurrentCache, PermanentCache } from './cache.ts'
import { notCached, readCached } from './cached-read.ts'
import type { Clock } from './clock.ts'
import { Failure, fail } from './errors.ts'
import { refuse } from './fields.ts'
import { FinishInWorker } from './finish-in-worker.ts'
import type { Followers } from './followers.ts'
import type {
  ActionTemplates,
  Agent,
  AnyLarge,
  AnyOperation,
  BlockedWords,
  Caller,
  Guard,
  PrepareContext,
  Scope,
  Site,
} from './operation.ts'
import type { Random } from './random.ts'
import type { Seal } from './seal.ts'
import {
  readSettled,
  SETTLED_PER_WRITE,
  type SettledRead,
  type Settlement,
  settleFirst,
  WriteFirst,
} from './settlement.ts'
import { together } from './together.ts'
import type { Unfinished } from './unfinished.ts'
import { isUnparsed, type PrepareInWorker, type Ready } from './unparsed-input.ts'

export type Services = {
  db: Database
  clock: Clock
  random: Random
  site: Site
  templates: ActionTemplates
  /** Functions that must run when accounts change. */
  followers: Followers
  agedCache: AgedCache
  permanentCache: PermanentCache
  currentCache: CurrentCache
  tickets: Seal
  previews: Seal
  settlement: Settlement
  unfinished: Unfinished
  /** Calls that wait for items, which a write may bring. */
  waiting: { noteWrite(): void }
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
  const made = makeReady(op, services, caller, raw)
  const ready = { ...(made instanceof Promise ? await made : made), caller }
  if (op.effect === 'read') return read(op, services, ready)
  if ('group' in op) return writeGrouped(op, services, ready)
  const early = op.large && (await beforeLarge(op, op.large, services, ready))
  return early === undefined ? write(op, services, ready) : early
}

type ReadOperation = Extract<AnyOperation, { effect: 'read' }>
type GroupedOperation = Extract<AnyOperation, { group: unknown }>
type WriteOperation = Exclude<AnyOperation, ReadOperation | GroupedOperation>
type ReadyCall = Ready & { caller: Caller }

async function read(op: ReadOperation, services: Services, ready: ReadyCall) {
  const { db, settlement, clock } = services
  const run: SettledRead<unknown> = async (tx, now, isDue) =>
    op.settles && (await isDue()) ? settleFirst : op.run({ ...callOf(services, ready, tx, now), isDue })
  const answer =
    (await readInCallersState(op, services, ready, run)) ?? (await readSettled(db, op.name, settlement, clock, run))
  return answer instanceof FinishInWorker ? finish(op, services, ready, answer) : orRefuse(answer)
}

/** Undefined where it has to be read in a transaction. */
async function readInCallersState(
  op: ReadOperation,
  { db, clock, settlement }: Services,
  { caller }: ReadyCall,
  run: SettledRead<unknown>,
) {
  if (!op.isCached || !isAgent(caller) || !caller.found) return undefined
  const now = clock.now()
  const answer = await readCached(db, op.name, caller.found.version, (tx) =>
    run(tx, now, () => settlement.isDue(tx, now)),
  )
  return answer === notCached || answer === settleFirst ? undefined : answer
}

async function finish(op: ReadOperation, services: Services, { caller }: ReadyCall, { bytes }: FinishInWorker) {
  const call = { caller, blockedWords: services.blockedWords() }
  return (await services.prepareInWorker(op, { fields: {}, loaded: bytes }, call)).prepared
}

async function write(op: WriteOperation, services: Services, ready: ReadyCall) {
  const { db, clock, settlement, unfinished } = services
  const attempt = () =>
    db.write(op.name, async (tx) => {
      const now = clock.now()
      if (op.settles && (await settlement.settle(tx, now, SETTLED_PER_WRITE))) return settleFirst
      const run = (guard: Guard) => op.run({ ...callOf(services, ready, tx, now), ...guard })
      const [, answer] = await together(unfinished.look(tx), asActive(op, services, ready, tx, run))
      return answer
    })
  let answer = await attempt()
  while (answer === settleFirst) answer = await attempt()
  services.waiting.noteWrite()
  await (op.leavesWork ? unfinished.finish() : unfinished.goOn())
  return orRefuse(answer)
}

async function writeGrouped(op: GroupedOperation, services: Services, { input, prepared, caller }: ReadyCall) {
  const { db, random, site, clock, unfinished } = services
  const item = op.item({ input, prepared, caller, newId: random.id, site, clock, unfinished })
  const answer = await db.writeGrouped(op.name, op.group, item)
  services.waiting.noteWrite()
  unfinished.goOn()
  return answer
}

/** A failure that was returned is a refusal that had something to commit. */
function orRefuse(answer: unknown) {
  if (answer instanceof Failure) throw answer
  return answer
}

/** What a handler gets. */
function callOf(services: Services, { input, prepared, caller }: ReadyCall, tx: Tx, now: number) {
  const { random, site, templates, followers, agedCache, permanentCache, currentCache, tickets, previews } = services
  const asked = { input, prepared, caller, tx, now, newId: random.id }
  return { ...asked, site, templates, followers, agedCache, permanentCache, currentCache, tickets, previews }
}

/** Fields and preparation, in a worker thread where the input is large. */
function makeReady(op: AnyOperation, services: Services, caller: Caller, raw: unknown): MaybePromise<Ready> {
  const { prepareInWorker } = services
  const large = largeOf(op)
  if (large && isUnparsed(raw)) return prepareInWorker(op, raw, { caller, blockedWords: services.blockedWords() })

  const parsed = op.input.safeParse(raw)
  if (!parsed.success) refuse(op.input, parsed.error, raw)
  services.admit(op)
  const input = parsed.data
  if (large) return prepareLarge(op, large, services, caller, input)
  const prepared = op.prepare?.(input, prepareContextOf(services, caller), NO_BYTES)
  return prepared instanceof Promise ? prepared.then((made) => ({ input, prepared: made })) : { input, prepared }
}

async function prepareLarge(
  op: AnyOperation,
  large: AnyLarge,
  services: Services,
  caller: Caller,
  input: Ready['input'],
) {
  const { db, clock, site, prepareInWorker } = services
  const call = { input, prepared: undefined, caller, now: clock.now(), site }
  const loaded = await db.read(`${op.name}: load`, async (tx) => large.load?.({ ...call, tx }))
  const { prepared } = await prepareInWorker(
    op,
    { fields: input, ...(loaded && { loaded }) },
    { caller, blockedWords: services.blockedWords() },
  )
  return { input, prepared }
}

const NO_BYTES = Buffer.alloc(0)

/** The operator's file of words is looked at only by preparations that need it. */
const prepareContextOf = ({ random, tickets, blockedWords }: Services, caller: Caller): PrepareContext => ({
  random,
  tickets,
  caller,
  get blockedWords() {
    return blockedWords()
  },
})

/** Dozens of short writes in a row would delay all other requests. */
const BETWEEN_STORES_MS = 1

/** What is refused or answered before anything is stored; then what is stored in advance. */
async function beforeLarge(op: WriteOperation, large: AnyLarge, services: Services, ready: ReadyCall) {
  const { db, clock, site, settlement } = services
  const ask = () =>
    readSettled(db, `${op.name}: precheck`, settlement, clock, async (tx, now, isDue) => {
      if (op.settles && (await isDue())) return settleFirst
      return asActive(op, services, ready, tx, (guard) => large.precheck({ ...ready, ...guard, tx, now, site }))
    })
  let early = await ask()
  while (early instanceof WriteFirst) {
    await db.write(`${op.name}: write first`, early.write)
    early = await ask()
  }
  if (early !== undefined) return early
  for (const store of large.storeFirst(ready.prepared, clock.now(), site)) {
    await db.stage(`${op.name}: store`, store)
    await pause(BETWEEN_STORES_MS)
  }
  return undefined
}

/**
 * Runs a write of an account that is still active, and that is not restricted unless the operation is open to those. The
 * account is read beside the first statements of the write, which costs no round trip of its own; what the write did for
 * an account that may not do it is undone.
 */
async function asActive<T>(
  op: WriteOperation,
  { confirm }: Services,
  { caller, input }: ReadyCall,
  tx: Tx,
  run: (guard: Guard) => Promise<T>,
): Promise<T> {
  if (!isAgent(caller)) return run({ refuseRestricted: async () => {} }) // a guest has no account that could be restricted
  const confirmed = confirm(tx, caller)
  const refuseRestricted = async () => {
    if ((await confirmed).restricted) fail('ACCOUNT_RESTRICTED')
  }
  // If one function threw before it returned a promise, nothing would wait for the promise of the other one.
  const [, answer] = await together(confirmed, (async () => run({ refuseRestricted }))())
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

/** The owner of what a call uses: its account, or the network of a visitor. */
export const ownerOf = (caller: Caller): string => ('id' in caller ? caller.id : caller.network)

/** The scope that a caller needs; undefined where none is needed. */
export const scopeOf = ({ access }: Pick<AnyOperation, 'access'>): Scope | undefined =>
  typeof access === 'object' ? access.scope : undefined

/** Why a restricted account may perform it with this input; undefined where it may not. */
export const whyOpenToRestricted = (op: AnyOperation, input: Record<string, unknown>): string | undefined =>
  'openToRestricted' in op ? op.openToRestricted?.(input) : undefined

/** Undefined where the input is small: it is parsed and prepared on the event loop, and stored in one write. */
export const largeOf = (op: AnyOperation) => ('large' in op ? op.large : undefined)
