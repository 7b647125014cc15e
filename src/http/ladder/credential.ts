/** Checks that a request has the credential that its route takes, and finds its account. */
import { hash } from 'node:crypto'
import { identifyByKey, noteFirstUse } from '../../accounts/steps.ts'
import { identifyByToken } from '../../connections/grants/steps.ts'
import { cacheKey } from '../../kernel/cache.ts'
import { fail } from '../../kernel/errors.ts'
import type { Agent } from '../../kernel/operation.ts'
import { looksLikeApiKey } from '../../kernel/random.ts'
import type { Tx } from '../../storage/sql.ts'
import { type FoundVoter, voterBeside } from '../../votes/steps.ts'
import { type Check, type Incoming, isRegistration, isWrite, type LadderContext } from './incoming.ts'

/** The message if no credential was sent: what to send. */
const needed: Readonly<Record<Incoming['accepts'], string>> = {
  keys: 'Send your API key as Authorization: Bearer <API_KEY>; POST /v1/agents gives you one.',
  tokens:
    'Send the access token of an OAuth connection as Authorization: Bearer <ACCESS_TOKEN>: API keys are not taken here, and /mcp.md says how to connect.',
  both: 'Send your API key, or the access token of an OAuth connection, as Authorization: Bearer <CREDENTIAL>; POST /v1/agents gives you a key.',
}

/** The message for a credential of the wrong kind, by the kind that the route takes. */
const otherKinds = {
  keys: 'What follows Bearer is not an API key (they begin with brd_; mind quotes, placeholders and variables), and this route takes nothing else: with the access token of a connection use the tools at /mcp.',
  tokens:
    'This is an API key, and this endpoint takes only the access token of an OAuth connection: connect as /mcp.md says and link the key on the form, or use the key with the routes under /v1.',
}

const refuseCredential = (message: string) => fail('UNAUTHORIZED', undefined, { message })

const requireBearer = (incoming: Incoming) => incoming.bearer ?? refuseCredential(needed[incoming.accepts])

/** The key of a credential in the cache: never the credential itself. */
const keyOf = (bearer: string) => cacheKey('known credential', { hash: hash('sha256', bearer, 'base64') })

/**
 * One statement finds the caller, what it may do, and the state of the database in which that is so: most polls need no
 * other. Only a credential that was not valid before counts as a lookup, because guesses are what that rate bounds.
 */
async function identify(incoming: Incoming, bearer: string, { rates, permanentCache, ...context }: LadderContext) {
  const key = keyOf(bearer)
  const isKnown = permanentCache.get<boolean>(key)
  if (!isKnown) rates.count(incoming.rateStatuses, 'lookups')
  try {
    incoming.caller = await (looksLikeApiKey(bearer) ? findByKey : findByToken)(incoming, bearer, context)
  } catch (error) {
    if (isKnown) permanentCache.set(key, false, 0)
    throw error
  }
  if (!isKnown) permanentCache.set(key, true, 0)
}

type FindContext = Pick<LadderContext, 'db' | 'clock' | 'site'>
type Find = (incoming: Incoming, bearer: string, context: FindContext) => Promise<Agent>

const findByToken: Find = async (incoming, token, { db, clock, site }) => {
  const now = clock.now()
  const ask = (tx: Tx) =>
    identifyByToken<FoundVoter>(tx, incoming.caller, { token, now, site, more: besideFor(incoming, tx, now) })
  const { agent, more } = await db.read('identify', ask, { isOneStatement: true })
  return foundIn(incoming, agent, more, now)
}

const findByKey: Find = async (incoming, key, { db, clock }) => {
  const now = clock.now()
  const ask = (tx: Tx) =>
    identifyByKey<FoundVoter>(tx, incoming.caller, { key, now, more: besideFor(incoming, tx, now) })
  const { agent, more, isUnused } = await db.read('identify', ask, { isOneStatement: true })
  if (!isUnused) return foundIn(incoming, agent, more, now)
  await noteFirstUse(db, agent)
  return agent
}

/**
 * A write reads under the writer's lock. Who sends the rest of a request later may know of later writes. Both ask the
 * database again.
 */
const usesState = (incoming: Incoming) => incoming.isComplete && (incoming.zone === 'mcp' || !isWrite(incoming))

const besideFor = (incoming: Incoming, tx: Tx, now: number) => (usesState(incoming) ? voterBeside(tx, now) : undefined)

function foundIn(incoming: Incoming, agent: Agent, voter: FoundVoter, at: number): Agent {
  const { version } = voter
  return usesState(incoming) && version !== '' ? { ...agent, found: { version, at, beside: voter } } : agent
}

export const requireCredential: Check = (incoming, context) => {
  if (isRegistration(incoming)) {
    context.rates.count(incoming.rateStatuses, 'registration-attempts', incoming.caller.network)
    return
  }
  const bearer = requireBearer(incoming)
  if (!looksLikeApiKey(bearer) && incoming.accepts === 'keys') refuseCredential(otherKinds.keys)
  return identify(incoming, bearer, context)
}

export const requireToken: Check = (incoming, context) => {
  const bearer = requireBearer(incoming)
  if (looksLikeApiKey(bearer)) refuseCredential(otherKinds.tokens)
  return identify(incoming, bearer, context)
}
