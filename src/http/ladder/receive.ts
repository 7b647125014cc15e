/** What happens to every request before its route: what the checks need to know is noted, and they are run. */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify'
import type { Logger } from 'pino'
import { fail } from '../../kernel/errors.ts'
import type { AnyOperation } from '../../kernel/operation.ts'
import type { Services } from '../../kernel/perform.ts'
import type {} from '../../kernel/waits.ts'
import type { Config } from '../../settings/config.ts'
import type { BodyBytes } from '../admission/body-bytes.ts'
import { Incoming } from './incoming.ts'
import { runLadder } from './ladder.ts'
import { pathOf, pathPattern, type Zone, zoneOf } from './paths.ts'
import type { Rates } from './rate-windows.ts'

export type ReceiveParts = {
  services: Services
  rates: Rates
  operations: readonly AnyOperation[]
  hashNetwork: (address: string) => string
  bodies: BodyBytes
  /** True for a request that is too much at this moment. */
  isTooMuch(request: IncomingMessage): boolean
  trustProxy: Config['trustProxy']
  log: Logger
}

export function receive(parts: ReceiveParts) {
  const { operations, hashNetwork, bodies, isTooMuch, services, rates } = parts
  const acceptedAt = credentialsOf(operations)
  const noteForwarding = watchForwarding(parts.trustProxy, parts.log)
  const { db, clock, site, currentCache } = services
  const context = { db, clock, site, currentCache, rates }

  /** Waits only where it has to: a promise costs more than most checks. */
  return (request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction) => {
    const { originalUrl, method, headers, ip } = request
    const path = pathOf(originalUrl)
    const zone = zoneOf(path)
    const incoming = new Incoming({
      zone,
      method,
      path,
      headers,
      bearer: bearerIn(headers.authorization),
      network: hashNetwork(ip),
      accepts: () => acceptedAt(zone, method, path),
      countBodyBytes: (bytes, caller) => bodies.count(reply.raw, bytes, caller),
    })
    request.incoming = incoming
    noteForwarding(headers)
    if (isTooMuch(request.raw)) fail('UNAVAILABLE')
    if (isAmbiguous(request.raw)) fail('MALFORMED_REQUEST')
    return runLadder(incoming, context) ?? done()
  }
}

const bearerIn = (authorization: string | undefined) =>
  authorization === undefined ? undefined : /^Bearer +(\S+)$/i.exec(authorization)?.[1]

/** What two servers could read differently, if one of them stood before the other. */
function isAmbiguous({ headers, rawHeaders, httpVersion }: IncomingMessage): boolean {
  let hosts = 0
  for (let n = 0; n < rawHeaders.length; n += 2) {
    const name = rawHeaders[n] as string
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++
  }
  if (hosts > 1 || (hosts === 0 && httpVersion === '1.1')) return true
  const coding = headers['transfer-encoding']
  return coding !== undefined && coding.toLowerCase() !== 'chunked'
}

/** Which credentials a route accepts: needed before routing, because refusals and challenges say so. */
function credentialsOf(operations: readonly AnyOperation[]) {
  const routes = operations
    .filter(({ http }) => http.oauth)
    .map(({ http }) => ({ method: http.method, pattern: pathPattern(http.path), oauth: http.oauth }))
  return (zone: Zone, method: string, path: string): Incoming['accepts'] => {
    if (zone === 'mcp') return 'tokens'
    const found = routes.find((route) => route.method === method && route.pattern.test(path))
    if (!found) return 'keys'
    return found.oauth === 'required' ? 'tokens' : 'both'
  }
}

const unbelieved =
  'a request came with X-Forwarded-For, and TRUST_PROXY=false ignores it: behind a proxy all callers then count as one network; set TRUST_PROXY to the number of proxies (without a proxy, a client made it up, and nothing is wrong)'

/** Says once in the life of a process that a proxy seems to stand in front of it and is not believed. */
function watchForwarding(trustProxy: Config['trustProxy'], log: Pick<Logger, 'warn'>) {
  let isDone = trustProxy !== false
  return (headers: IncomingHttpHeaders) => {
    if (isDone || headers['x-forwarded-for'] === undefined) return
    isDone = true
    log.warn(unbelieved)
  }
}
