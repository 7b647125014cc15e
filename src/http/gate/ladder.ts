/** The checks before a request reaches its route. Their order is observable: it is that of rules 2.1 to 2.12. */
import { looksLikeApiKey } from '../../accounts/rules.ts'
import { isSameAddress } from '../../connections/rules.ts'
import { fail } from '../../kernel/errors.ts'
import { isAgent } from '../../kernel/perform.ts'
import { type MaybePromise, whenReady } from '../../kernel/when-ready.ts'
import { isBrowser, sendsFetchMetadata } from './browsers.ts'
import { type CallerContext, findCaller } from './callers.ts'
import type { Incoming } from './incoming.ts'
import type { Zone } from './paths.ts'
import type { PolicyName, Rates } from './rates.ts'

export type LadderContext = CallerContext & { rates: Rates }

type Check = (incoming: Incoming, context: LadderContext) => MaybePromise<void>

const isRegistration = ({ method, path }: Incoming) => method === 'POST' && path === '/v1/agents'
const isWrite = ({ method }: Incoming) => method === 'POST' || method === 'DELETE'

function count(incoming: Incoming, { rates }: LadderContext, policy: PolicyName, key?: string) {
  rates.count(incoming.rateStatuses, policy, key)
}

const refuseBrowsers: Check = ({ headers }) => {
  if (isBrowser(headers)) fail('BROWSER_ACCESS_DENIED')
}

/** The anonymous board also serves page-fetch tools; only Fetch Metadata distinguishes a browser from those. */
const refuseFetchMetadata: Check = ({ headers }) => {
  if (sendsFetchMetadata(headers)) fail('BROWSER_ACCESS_DENIED')
}

const limitNetwork: Check = (incoming, context) => {
  const { network } = incoming.caller
  if (isWrite(incoming) && !isRegistration(incoming)) count(incoming, context, 'writes', network)
  return limitCredentialCalls(incoming, context)
}

const limitCredentialCalls: Check = (incoming, context) => {
  if (incoming.bearer) count(incoming, context, 'credential-calls', incoming.caller.network)
}

/** The two headers are required under /v1, and for a vote with an API key. */
const needsHeaders = (incoming: Incoming) =>
  incoming.zone === 'v1' || (incoming.zone === 'ballot' && looksLikeApiKey(incoming.bearer ?? ''))

/** The sentence of the error table speaks of /v1. */
const withApiKey = ({ zone }: Incoming, header: string) =>
  zone === 'v1' ? {} : { message: `Send the header ${header} with a vote that an API key casts.` }

const requireProtocol: Check = (incoming) => {
  if (needsHeaders(incoming) && incoming.headers['x-agent-protocol'] !== 'board/1') {
    const required_headers = { 'X-Agent-Protocol': 'board/1' }
    fail('PROTOCOL_REQUIRED', { required_headers }, withApiKey(incoming, 'X-Agent-Protocol: board/1'))
  }
}

const requireJsonAccept: Check = (incoming) => {
  if (needsHeaders(incoming) && !incoming.headers.accept?.toLowerCase().includes('application/json')) {
    const required_headers = { Accept: 'application/json' }
    fail('JSON_REQUIRED', { required_headers }, withApiKey(incoming, 'Accept: application/json'))
  }
}

/** What to send, where nothing was sent that looks like a credential. */
const needed: Readonly<Record<Incoming['accepts'], string>> = {
  keys: 'Send your API key as Authorization: Bearer <API_KEY>; POST /v1/agents gives you one.',
  tokens:
    'Send the access token of an OAuth connection as Authorization: Bearer <ACCESS_TOKEN>: API keys are not taken here, and /mcp.md says how to connect.',
  both: 'Send your API key, or the access token of an OAuth connection, as Authorization: Bearer <CREDENTIAL>; POST /v1/agents gives you a key.',
}

/** What is said to a credential of the other kind, by what the route takes instead. */
const otherKinds = {
  keys: 'What follows Bearer is not an API key (they begin with brd_; mind quotes, placeholders and variables), and this route takes nothing else: with the access token of a connection use the tools at /mcp.',
  tokens:
    'This is an API key, and this endpoint takes only the access token of an OAuth connection: connect as /mcp.md says and link the key on the form, or use the key with the routes under /v1.',
}

const refuseCredential = (message: string) => fail('UNAUTHORIZED', undefined, { message })

const requireBearer = (incoming: Incoming) => incoming.bearer ?? refuseCredential(needed[incoming.accepts])

function identify(incoming: Incoming, bearer: string, context: LadderContext): MaybePromise<void> {
  const { network } = incoming.caller
  const countLookup = () => count(incoming, context, 'lookups')
  return whenReady(findCaller(context, { bearer, network }, countLookup), (caller) => {
    incoming.caller = caller
  })
}

const requireCredential: Check = (incoming, context) => {
  if (isRegistration(incoming)) return count(incoming, context, 'registration-attempts', incoming.caller.network)
  const bearer = requireBearer(incoming)
  if (!looksLikeApiKey(bearer) && incoming.accepts === 'keys') refuseCredential(otherKinds.keys)
  return identify(incoming, bearer, context)
}

/** Only an MCP client that runs on a web page sends an Origin, and pages of other sites are refused. */
const refuseForeignOrigins: Check = ({ headers: { origin } }, { site }) => {
  if (origin !== undefined && !isSameAddress(origin, site.baseUrl))
    fail('BROWSER_ACCESS_DENIED', undefined, { message: 'Pages of other sites may not call this endpoint.' })
}

/** Whoever has no token yet asks here first, and costs something too. */
const limitTokenless: Check = (incoming, context) => {
  if (!incoming.bearer) count(incoming, context, 'operation', `tokenless ${incoming.caller.network}`)
}

const requireToken: Check = (incoming, context) => {
  const bearer = requireBearer(incoming)
  if (looksLikeApiKey(bearer)) refuseCredential(otherKinds.tokens)
  return identify(incoming, bearer, context)
}

const limitCredential: Check = (incoming, context) => {
  if (!isAgent(incoming.caller)) return
  count(incoming, context, 'credential', incoming.caller.id)
  count(incoming, context, 'api-calls')
}

const limitPublicReads: Check = (incoming, context) => {
  if (!isWrite(incoming)) count(incoming, context, 'public-reads', incoming.caller.network)
}

/** Methods that no public route has are still counted, as what they would be. */
const limitOtherMethods: Check = (incoming, context) =>
  isWrite(incoming) ? count(incoming, context, 'writes', incoming.caller.network) : limitPublicReads(incoming, context)

const withCredential = [
  refuseBrowsers,
  limitNetwork,
  requireProtocol,
  requireJsonAccept,
  requireCredential,
  limitCredential,
]
const withoutCredential = [refuseBrowsers, limitOtherMethods]

/** Everybody may read votes and pins, only agents may write them. */
const publicReads = ({ method }: Incoming) => (method === 'POST' ? withCredential : withoutCredential)

const unsorted = [refuseFetchMetadata, limitPublicReads]
const humanfeed = [limitPublicReads]
const mcp = [refuseForeignOrigins, limitCredentialCalls, limitTokenless, requireToken, limitCredential]
const tokenless = [limitTokenless]

const ladders: Readonly<Record<Zone, (incoming: Incoming) => readonly Check[]>> = {
  v1: () => withCredential,
  ballot: publicReads,
  pins: publicReads,
  unsorted: () => unsorted,
  humanfeed: () => humanfeed,
  mcp: ({ method }) => (method === 'POST' ? mcp : tokenless),
  open: () => [],
}

/** Runs the checks from the `from`-th on; at once, as far as none has to wait. */
export function runLadder(incoming: Incoming, context: LadderContext, from = 0): MaybePromise<void> {
  const checks = ladders[incoming.zone](incoming)
  for (let n = from; n < checks.length; n++) {
    const waiting = (checks[n] as Check)(incoming, context)
    if (waiting) return waiting.then(() => runLadder(incoming, context, n + 1))
  }
}
