/**
 * Checks that a request has the credential that its route takes, and finds its account, in the cache or in the
 * database.
 */
import { hash } from 'node:crypto'
import { identifyByKey, keySources, noteFirstUse } from '../../accounts/steps.ts'
import { identifyByToken, tokenSources } from '../../connections/grants/steps.ts'
import { cacheKey } from '../../kernel/cache.ts'
import { fail } from '../../kernel/errors.ts'
import type { Agent, Visitor } from '../../kernel/operation.ts'
import { looksLikeApiKey } from '../../kernel/random.ts'
import type { MaybePromise, Tx } from '../../storage/sql.ts'
import { type Check, type Incoming, isRegistration, type LadderContext } from './incoming.ts'

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

/** About how many bytes a cached caller takes. */
const AGENT_BYTES = 400

/** The key of a cached caller: never the credential itself. */
const keyOf = (bearer: string) => cacheKey('caller', { credential: hash('sha256', bearer, 'base64') })

type Known = { agent: Agent; until: number }
type Remember = (agent: Agent) => Agent

/**
 * Returns a promise only if the database is asked. The version is read before the caller, so the caller is never older.
 */
function identify(incoming: Incoming, bearer: string, context: LadderContext): MaybePromise<void> {
  const version = context.db.versionOf(looksLikeApiKey(bearer) ? keySources : tokenSources)
  const note = (caller: Agent) => {
    incoming.caller = caller
  }
  const find = (known: string): MaybePromise<void> => {
    const found = findCaller(incoming, bearer, context, known)
    return found instanceof Promise ? found.then(note) : note(found)
  }
  return version instanceof Promise ? version.then(find) : find(version)
}

/**
 * A caller is cached until a write changes something that its credential depends on, or until the credential ends by
 * time.
 */
function findCaller(incoming: Incoming, bearer: string, context: LadderContext, version: string): MaybePromise<Agent> {
  const { db, clock, site, currentCache, rates } = context
  const { network } = incoming.caller
  const [key, now] = [keyOf(bearer), clock.now()]
  const known = currentCache.get<Known>(key, version)
  if (known && now < known.until) return known.agent.network === network ? known.agent : { ...known.agent, network }
  rates.count(incoming.rateStatuses, 'lookups')
  const remember = (agent: Agent, until = Number.POSITIVE_INFINITY) => {
    currentCache.set(key, version, { agent, until } satisfies Known, AGENT_BYTES)
    return agent
  }
  if (looksLikeApiKey(bearer)) return findByKey({ network }, bearer, context, remember)
  const ask = (tx: Tx) => identifyByToken(tx, { network }, bearer, { now, site })
  return db.read('identify', ask, { isOneStatement: true }).then(({ agent, until }) => remember(agent, until))
}

/** A replaced key expires by time alone, and this call is the first use of a new key: neither is cached. */
async function findByKey(visitor: Visitor, key: string, { db, clock }: LadderContext, remember: Remember) {
  const ask = (tx: Tx) => identifyByKey(tx, visitor, key, clock.now())
  const { agent, isPrevious, isUnused } = await db.read('identify', ask, { isOneStatement: true })
  if (isUnused) await noteFirstUse(db, agent)
  return isPrevious || isUnused ? agent : remember(agent)
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
