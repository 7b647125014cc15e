import { createHmac } from 'node:crypto'
import ipaddr from 'ipaddr.js'

/** The unit of network limits: one IPv4 address, or one IPv6 /64, because a single host usually has all of it. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return 'unknown'
  const parsed = ipaddr.process(address) // an IPv4 address that was written as IPv6 becomes IPv4 again
  if (parsed instanceof ipaddr.IPv4) return parsed.toString()
  return `${parsed.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`
}

const MAX_CACHED_HASHES = 1_000

/** Addresses are never stored. A network is identified by a keyed hash, which cannot be searched without the key. */
export function networkHasher(key: Buffer): (address: string) => string {
  const cache = new Map<string, string>()
  return (address) => {
    const cached = cache.get(address)
    if (cached) return cached
    const hash = createHmac('sha256', key).update(networkOf(address)).digest('base64url').slice(0, 22)
    if (cache.size >= MAX_CACHED_HASHES) cache.clear()
    cache.set(address, hash)
    return hash
  }
}
