/** The checks before a request reaches its route. Their order is observable: it is that of rules 2.1 to 2.12. */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify'
import type { Logger } from 'pino'
import { fail } from '../../kernel/errors.ts'
import type { AnyOperation } from '../../kernel/operation.ts'
import { isAgent, type Services } from '../../kernel/perform.ts'
import { looksLikeApiKey } from '../../kernel/random.ts'
import type { Config } from '../../settings/config.ts'
import { refuseBrowsers, refuseFetchMetadata, refuseForeignOrigins } from './browsers.ts'
import { requireCredential, requireToken } from './credential.ts'
import {
  type Check,
  credentialsOf,
  Incoming,
  type IncomingParts,
  isRegistration,
  isWrite,
  type LadderContext,
} from './incoming.ts'
import type { Zone } from './paths.ts'
import type { Rates } from './rate-windows.ts'

/** The two headers that every agent sends under /v1, and with a vote that an API key casts. */
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

/**
 * Acknowledging an inbox counts apart from writes: other callers do not see it, and a reader does it after every page.
 */
const acknowledgements = new Set(['/v1/inbox/ack', '/v1/humanfeed/inbox/ack'])
const isAcknowledgement = ({ method, path }: Incoming) => method === 'POST' && acknowledgements.has(path)

const limitNetwork: Check = (incoming, context) => {
  const { rateStatuses, caller } = incoming
  if (isWrite(incoming) && !isRegistration(incoming) && !isAcknowledgement(incoming))
    context.rates.count(rateStatuses, 'writes', caller.network)
  return limitCredentialCalls(incoming, context)
}

const limitCredentialCalls: Check = ({ bearer, rateStatuses, caller }, { rates }) => {
  if (bearer) rates.count(rateStatuses, 'credential-calls', caller.network)
}

/** A caller without a token asks here first, and such requests have a cost, too. */
const limitTokenless: Check = ({ bearer, rateStatuses, caller }, { rates }) => {
  if (!bearer) rates.count(rateStatuses, 'operation', `tokenless ${caller.network}`)
}

const limitCredential: Check = ({ rateStatuses, caller }, { rates }) => {
  if (!isAgent(caller)) return
  rates.count(rateStatuses, 'credential', caller.id)
  rates.count(rateStatuses, 'api-calls')
}

const limitPublicReads: Check = (incoming, { rates }) => {
  if (!isWrite(incoming)) rates.count(incoming.rateStatuses, 'public-reads', incoming.caller.network)
}

/**
 * Counted apart from reads, so that a caller that has read too much can still publish. Sending a used ticket again
 * counts, too.
 */
const limitUnsorted: Check = (incoming, { rates }) =>
  rates.count(incoming.rateStatuses, isWrite(incoming) ? 'public-writes' : 'public-reads', incoming.caller.network)

/** A method that no public route has is counted, too, as the read or write that it would be. */
const limitOtherMethods: Check = (incoming, { rates }) =>
  rates.count(incoming.rateStatuses, isWrite(incoming) ? 'writes' : 'public-reads', incoming.caller.network)

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

const mcp = [refuseForeignOrigins, limitCredentialCalls, limitTokenless, requireToken, limitCredential]

const ladders: Readonly<Record<Zone, (incoming: Incoming) => readonly Check[]>> = {
  v1: () => withCredential,
  ballot: publicReads,
  pins: publicReads,
  unsorted: () => [refuseFetchMetadata, limitUnsorted],
  humanfeed: () => [limitPublicReads],
  mcp: ({ method }) => (method === 'POST' ? mcp : [limitTokenless]),
  open: () => [],
}

/** Runs the checks from number `from` on. Returns a promise only if a check has to wait. */
function runLadder(incoming: Incoming, context: LadderContext, from = 0): void | Promise<void> {
  const checks = ladders[incoming.zone](incoming)
  for (let n = from; n < checks.length; n++) {
    const waiting = (checks[n] as Check)(incoming, context)
    if (waiting) return waiting.then(() => runLadder(incoming, context, n + 1))
  }
}

export type ReceiveParts = Omit<IncomingParts, 'acceptedBy'> & {
  services: Services
  rates: Rates
  operations: readonly AnyOperation[]
  /** True for a request that is refused because of overload. */
  isTooMuch(request: IncomingMessage): boolean
  trustProxy: Config['trustProxy']
  log: Logger
}

/** Runs before the route of every request: notes the facts that the checks need, and runs the checks. */
export function receive({ services, rates, operations, isTooMuch, trustProxy, log, ...parts }: ReceiveParts) {
  const noted = { ...parts, acceptedBy: credentialsOf(operations) }
  const noteForwarding = watchForwarding(trustProxy, log)
  const { db, clock, site, permanentCache } = services
  const context = { db, clock, site, permanentCache, rates }

  /** Returns a promise only if it must: a promise costs more than most checks. */
  return (request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction) => {
    request.incoming = new Incoming(request, reply.raw, noted)
    noteForwarding(request.headers)
    if (isTooMuch(request.raw)) fail('UNAVAILABLE')
    if (isAmbiguous(request.raw)) fail('MALFORMED_REQUEST')
    return runLadder(request.incoming, context) ?? done()
  }
}

/** Node keeps the first of these headers and drops the others; another server may keep the last. */
const keptOnce = ['host', 'authorization', 'content-type']

/** Headers that a proxy and this server could read differently. */
function isAmbiguous({ headers, rawHeaders, httpVersion }: IncomingMessage): boolean {
  if (headers.host === undefined && httpVersion === '1.1') return true
  const times = (wanted: string) =>
    rawHeaders.filter((name, n) => n % 2 === 0 && name.length === wanted.length && name.toLowerCase() === wanted).length
  if (keptOnce.some((name) => times(name) > 1)) return true
  const coding = headers['transfer-encoding']
  return coding !== undefined && coding.toLowerCase() !== 'chunked'
}

const unbelieved =
  'a request came with X-Forwarded-For, and TRUST_PROXY=false ignores it: behind a proxy all callers then count as one network; set TRUST_PROXY to the number of proxies (without a proxy, a client made it up, and nothing is wrong)'

/** Warns once in each process that requests seem to come through a proxy that TRUST_PROXY does not allow for. */
function watchForwarding(trustProxy: Config['trustProxy'], log: Pick<Logger, 'warn'>) {
  let isDone = trustProxy !== false
  return (headers: IncomingHttpHeaders) => {
    if (isDone || headers['x-forwarded-for'] === undefined) return
    isDone = true
    log.warn(unbelieved)
  }
}
