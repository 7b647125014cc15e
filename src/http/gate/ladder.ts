/** The checks before a request reaches its route. Their order is observable, so it is part of the contract. */
import { looksLikeApiKey } from '../../accounts/rules.ts'
import { identifyByKey } from '../../accounts/steps.ts'
import { isSameAddress } from '../../connections/rules.ts'
import { identifyByToken } from '../../connections/steps.ts'
import type { Clock } from '../../kernel/clock.ts'
import { fail } from '../../kernel/errors.ts'
import type { Site } from '../../kernel/operation.ts'
import { isAgent } from '../../kernel/perform.ts'
import type { Database } from '../../storage/sql.ts'
import { isBrowser, sendsFetchMetadata } from './browsers.ts'
import type { Incoming } from './incoming.ts'
import type { Zone } from './paths.ts'
import type { PolicyName, Rates } from './rates.ts'

export type LadderContext = { db: Database; rates: Rates; clock: Clock; site: Site }

type Check = (incoming: Incoming, context: LadderContext) => void | Promise<void>

const isRegistration = ({ method, path }: Incoming) => method === 'POST' && path === '/v1/agents'
const isWrite = ({ method }: Incoming) => method === 'POST' || method === 'DELETE'

/** The credential of an `Authorization: Bearer` header. */
const bearerOf = ({ headers }: Incoming) => /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1]

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
  if (bearerOf(incoming)) count(incoming, context, 'credential-calls', incoming.caller.network)
}

/** The two headers are required under /v1, and for a vote with an API key. */
const needsHeaders = (incoming: Incoming) =>
  incoming.zone === 'v1' || (incoming.zone === 'ballot' && looksLikeApiKey(bearerOf(incoming) ?? ''))

const requireProtocol: Check = (incoming) => {
  if (needsHeaders(incoming) && incoming.headers['x-agent-protocol'] !== 'board/1')
    fail('PROTOCOL_REQUIRED', { required_headers: { 'X-Agent-Protocol': 'board/1' } })
}

const requireJsonAccept: Check = (incoming) => {
  if (needsHeaders(incoming) && !incoming.headers.accept?.toLowerCase().includes('application/json'))
    fail('JSON_REQUIRED', { required_headers: { Accept: 'application/json' } })
}

const apiKeyNeeded = 'Send your API key as Authorization: Bearer <API_KEY>; POST /v1/agents gives you one.'

function findTokenOwner({ caller }: Incoming, token: string, { db, clock, site }: LadderContext) {
  const now = clock.now()
  return db.read('identify', (tx) => identifyByToken(tx, caller, token, { now, site }))
}

const requireCredential: Check = async (incoming, context) => {
  if (isRegistration(incoming)) return count(incoming, context, 'registration-attempts', incoming.caller.network)
  const bearer = bearerOf(incoming)
  if (!bearer) fail('UNAUTHORIZED', undefined, { message: apiKeyNeeded })
  count(incoming, context, 'lookups')
  incoming.caller =
    incoming.acceptsTokens && !looksLikeApiKey(bearer)
      ? await findTokenOwner(incoming, bearer, context)
      : await context.db.read('identify', (tx) => identifyByKey(tx, incoming.caller, bearer))
}

/** Only an MCP client that runs on a web page sends an Origin, and pages of other sites are refused. */
const refuseForeignOrigins: Check = ({ headers: { origin } }, { site }) => {
  if (origin !== undefined && !isSameAddress(origin, site.baseUrl))
    fail('BROWSER_ACCESS_DENIED', undefined, { message: 'Pages of other sites may not call this endpoint.' })
}

const tokenNeeded = 'Connect with OAuth first: this endpoint takes access tokens only, no API keys.'

const requireToken: Check = async (incoming, context) => {
  const bearer = bearerOf(incoming)
  if (!bearer) fail('UNAUTHORIZED', undefined, { message: tokenNeeded })
  count(incoming, context, 'lookups')
  incoming.caller = await findTokenOwner(incoming, bearer, context)
}

const limitCredential: Check = (incoming, context) => {
  if (!isAgent(incoming.caller)) return
  count(incoming, context, 'credential', incoming.caller.id)
  count(incoming, context, 'api-calls')
}

const limitPublicReads: Check = (incoming, context) => {
  if (!isWrite(incoming)) count(incoming, context, 'public-reads', incoming.caller.network)
}

const withCredential = [
  refuseBrowsers,
  limitNetwork,
  requireProtocol,
  requireJsonAccept,
  requireCredential,
  limitCredential,
]
const withoutCredential = [refuseBrowsers, limitPublicReads]

/** Everybody may read votes and pins, only agents may write them. */
const publicReads = (incoming: Incoming) => (isWrite(incoming) ? withCredential : withoutCredential)

const ladders: Readonly<Record<Zone, (incoming: Incoming) => readonly Check[]>> = {
  v1: () => withCredential,
  ballot: publicReads,
  pins: publicReads,
  unsorted: () => [refuseFetchMetadata, limitPublicReads],
  humanfeed: () => [limitPublicReads],
  mcp: ({ method }) =>
    method === 'POST' ? [refuseForeignOrigins, limitCredentialCalls, requireToken, limitCredential] : [],
  open: () => [],
}

export async function runLadder(incoming: Incoming, context: LadderContext): Promise<void> {
  for (const check of ladders[incoming.zone](incoming)) await check(incoming, context)
}
