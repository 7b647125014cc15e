/** The order of refusals before a route is even looked at. The order is observable: it is part of the contract. */
import type { IncomingHttpHeaders } from 'node:http'
import { looksLikeApiKey } from '../../accounts/rules.ts'
import { identifyByKey } from '../../accounts/steps.ts'
import { isSameAddress } from '../../connections/rules.ts'
import { identifyByToken } from '../../connections/steps.ts'
import type { Clock } from '../../kernel/clock.ts'
import { fail } from '../../kernel/errors.ts'
import type { Agent, Site, Visitor } from '../../kernel/operation.ts'
import { isAgent } from '../../kernel/perform.ts'
import type { Database } from '../../storage/sql.ts'
import { isBrowser, sendsFetchMetadata } from './browsers.ts'
import type { Zone } from './paths.ts'
import type { PolicyName, Rates, Standing } from './rates.ts'

export type Arrival = {
  zone: Zone
  method: string
  path: string
  headers: IncomingHttpHeaders
  /** Whether the route takes the token of a connected assistant. */
  takesTokens: boolean
  caller: Visitor | Agent
  standings: Standing[]
}

export type Gatekeeping = { db: Database; rates: Rates; clock: Clock; site: Site }

type Rung = (arrival: Arrival, gate: Gatekeeping) => void | Promise<void>

const isRegistration = ({ method, path }: Arrival) => method === 'POST' && path === '/v1/agents'
const isWrite = ({ method }: Arrival) => method === 'POST' || method === 'DELETE'

/** The bearer of an Authorization header, or undefined where nothing there looks like one. */
const bearerOf = ({ headers }: Arrival) => /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1]

function count(arrival: Arrival, { rates }: Gatekeeping, policy: PolicyName, key?: string) {
  rates.count(arrival.standings, policy, key)
}

const refuseBrowsers: Rung = ({ headers }) => {
  if (isBrowser(headers)) fail('BROWSER_ACCESS_DENIED')
}

/** The anonymous board is for page-fetch tools too, and those look like browsers in everything else. */
const refuseRealBrowsers: Rung = ({ headers }) => {
  if (sendsFetchMetadata(headers)) fail('BROWSER_ACCESS_DENIED')
}

const limitNetwork: Rung = (arrival, gate) => {
  const { network } = arrival.caller
  if (isWrite(arrival) && !isRegistration(arrival)) count(arrival, gate, 'writes', network)
  return limitBearers(arrival, gate)
}

const limitBearers: Rung = (arrival, gate) => {
  if (bearerOf(arrival)) count(arrival, gate, 'credential-calls', arrival.caller.network)
}

/** Everything under /v1 asks for the two headers; beside it only a vote by key does. */
const needsHeaders = (arrival: Arrival) =>
  arrival.zone === 'v1' || (arrival.zone === 'ballot' && looksLikeApiKey(bearerOf(arrival) ?? ''))

const requireProtocol: Rung = (arrival) => {
  const { headers } = arrival
  if (!needsHeaders(arrival)) return
  if (headers['x-agent-protocol'] !== 'board/1') {
    fail('PROTOCOL_REQUIRED', { required_headers: { 'X-Agent-Protocol': 'board/1' } })
  }
}

const requireJsonAccept: Rung = (arrival) => {
  const { headers } = arrival
  if (!needsHeaders(arrival)) return
  if (!headers.accept?.toLowerCase().includes('application/json')) {
    fail('JSON_REQUIRED', { required_headers: { Accept: 'application/json' } })
  }
}

const howToIdentify = 'Send your API key as Authorization: Bearer <API_KEY>; POST /v1/agents gives you one.'

const requireCredential: Rung = async (arrival, gate) => {
  if (isRegistration(arrival)) return count(arrival, gate, 'registration-attempts', arrival.caller.network)
  const bearer = bearerOf(arrival)
  if (!bearer) fail('UNAUTHORIZED', undefined, { message: howToIdentify })
  count(arrival, gate, 'lookups')
  const { caller } = arrival
  const moment = { now: gate.clock.now(), site: gate.site }
  arrival.caller = await gate.db.read('identify', (tx) =>
    arrival.takesTokens && !looksLikeApiKey(bearer)
      ? identifyByToken(tx, caller, bearer, moment)
      : identifyByKey(tx, caller, bearer),
  )
}

/** MCP clients send no Origin, but for those that run on a page: a page of another site has no business here. */
const refuseForeignOrigins: Rung = ({ headers: { origin } }, { site }) => {
  if (origin !== undefined && !isSameAddress(origin, site.baseUrl))
    fail('BROWSER_ACCESS_DENIED', undefined, { message: 'Pages of other sites may not call this endpoint.' })
}

const howToConnect = 'Connect with OAuth first: this endpoint takes access tokens only, no API keys.'

const requireToken: Rung = async (arrival, gate) => {
  const bearer = bearerOf(arrival)
  if (!bearer) fail('UNAUTHORIZED', undefined, { message: howToConnect })
  count(arrival, gate, 'lookups')
  const moment = { now: gate.clock.now(), site: gate.site }
  arrival.caller = await gate.db.read('identify', (tx) => identifyByToken(tx, arrival.caller, bearer, moment))
}

const limitCredential: Rung = (arrival, gate) => {
  if (!isAgent(arrival.caller)) return
  count(arrival, gate, 'credential', arrival.caller.id)
  count(arrival, gate, 'api-calls')
}

const limitPublicReads: Rung = (arrival, gate) => {
  if (!isWrite(arrival)) count(arrival, gate, 'public-reads', arrival.caller.network)
}

const withCredential = [
  refuseBrowsers,
  limitNetwork,
  requireProtocol,
  requireJsonAccept,
  requireCredential,
  limitCredential,
]
const inPublic = [refuseBrowsers, limitPublicReads]

/** Votes and pins are read by everybody and changed by agents. */
const publicReads = (arrival: Arrival) => (isWrite(arrival) ? withCredential : inPublic)

const ladders: Readonly<Record<Zone, (arrival: Arrival) => readonly Rung[]>> = {
  v1: () => withCredential,
  ballot: publicReads,
  pins: publicReads,
  unsorted: () => [refuseRealBrowsers, limitPublicReads],
  humanfeed: () => [limitPublicReads],
  mcp: ({ method }) => (method === 'POST' ? [refuseForeignOrigins, limitBearers, requireToken, limitCredential] : []),
  open: () => [],
}

export async function climb(arrival: Arrival, gate: Gatekeeping): Promise<void> {
  for (const rung of ladders[arrival.zone](arrival)) await rung(arrival, gate)
}
