import { createHmac } from 'node:crypto'
import ipaddr from 'ipaddr.js'

/** An IPv4 address is a network of its own; an IPv6 host owns its whole /64. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return 'unknown'
  const parsed = ipaddr.process(address) // an IPv4 address mapped into IPv6 is that IPv4 address
  if (parsed instanceof ipaddr.IPv4) return parsed.toString()
  return `${parsed.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`
}

const KEPT_HASHES = 1_000

/** Addresses are never kept: a network is known by a keyed hash, which nobody without the key can search. */
export function networkHasher(key: Buffer): (address: string) => string {
  const recent = new Map<string, string>()
  return (address) => {
    const known = recent.get(address)
    if (known) return known
    const hash = createHmac('sha256', key).update(networkOf(address)).digest('base64url').slice(0, 22)
    if (recent.size >= KEPT_HASHES) recent.clear()
    recent.set(address, hash)
    return hash
  }
}
