/** Which part of the service a path belongs to, decided by its raw first segment. */

export type Zone = 'v1' | 'ballot' | 'pins' | 'json' | 'open'

const zones: Readonly<Record<string, Zone>> = { v1: 'v1', ballot: 'ballot', pins: 'pins', b: 'json' }

export const pathOf = (url: string) => url.split('?', 1)[0] as string
export const queryOf = (url: string) => url.slice(pathOf(url).length + 1)

export function zoneOf(path: string): Zone {
  const [, first = '', second] = path.split('/', 3)
  if (first === 'api' && second === 'humanfeed') return 'json'
  return Object.hasOwn(zones, first) ? (zones[first] as Zone) : 'open'
}

/** No address here needs escapes. Without percent signs the router has nothing to decode, so `/%761/me` cannot slip past the ladder. */
export function withoutEscapes(url: string): string {
  const path = pathOf(url)
  return path.includes('%') ? path.replaceAll('%', '!') + url.slice(path.length) : url
}

/** `/v1/posts/{id}` → what the router and the 405 answer need. */
export const routerPath = (template: string) => template.replace(/\{(\w+)\}/g, ':$1')
export const pathPattern = (template: string) => new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`)
export const pathFields = (template: string) => [...template.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string)
