/**
 * One address may hold a tenth of the sockets. An open socket costs it nothing, so otherwise it could hold all of them.
 */
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { Logger } from 'pino'
import type { Config } from '../../settings/config.ts'
import { tuning } from '../../settings/tuning.ts'
import { networkOf } from './networks.ts'

export type AddressBounds = {
  socketsPerAddress: number
  isLoopback: (address: string) => boolean
}

/** Counted by network: an IPv6 /64 is one address, because a single host usually has all of it. */
export class HeldSockets {
  readonly #max: number
  readonly #counts = new Map<string, number>()

  constructor(max: number) {
    this.#max = max
  }

  get addresses() {
    return this.#counts.size
  }

  /** False if the address holds as many as it may. */
  add(address: string): boolean {
    const network = networkOf(address)
    const count = this.#counts.get(network) ?? 0
    if (count < this.#max) this.#counts.set(network, count + 1)
    return count < this.#max
  }

  remove(address: string) {
    const network = networkOf(address)
    const count = (this.#counts.get(network) ?? 0) - 1
    if (count > 0) this.#counts.set(network, count)
    else this.#counts.delete(network)
  }
}

const isLoopbackAddress = (address: string) => ipaddr.process(address).range() === 'loopback'

/** Programs of this machine and proxies have no bound: many callers come through a proxy. */
export function isExempt(trustProxy: Config['trustProxy'], isLoopback = isLoopbackAddress) {
  if (typeof trustProxy === 'number') return (address: string) => trustProxy > 0 || isLoopback(address)
  const proxies = (trustProxy || []).map((range) =>
    ipaddr.isValidCIDR(range) ? ipaddr.parseCIDR(range) : rangeOfOne(range),
  )
  return (address: string) =>
    isLoopback(address) || ipaddr.subnetMatch(ipaddr.process(address), { proxies }, 'none') === 'proxies'
}

const rangeOfOne = (address: string): [ipaddr.IPv4 | ipaddr.IPv6, number] => {
  const parsed = ipaddr.process(address)
  return [parsed, parsed.toByteArray().length * 8]
}

const tooMany = `one address holds as many connections as it may (a tenth of all), and further ones are closed; if it is a proxy, name it in TRUST_PROXY`

type BoundParts = {
  bounds: Partial<AddressBounds>
  trustProxy: Config['trustProxy']
  log: Pick<Logger, 'warn'>
  /** Called for every socket that is closed. */
  countRefused?: (() => void) | undefined
}

/** Closes sockets of an address beyond the number that it may hold. */
export function boundAddresses(server: Server, { bounds, trustProxy, log, countRefused }: BoundParts): Server {
  const held = new HeldSockets(bounds.socketsPerAddress ?? tuning.socketsPerAddressMax)
  const isFree = isExempt(trustProxy, bounds.isLoopback)
  return server.on('connection', (socket: Socket) => {
    const { remoteAddress: address } = socket
    if (address === undefined || isFree(address)) return // without an address it is closed already
    if (held.add(address)) return void socket.once('close', () => held.remove(address))
    countRefused?.()
    log.warn({}, tooMany)
    socket.destroy()
  })
}
