/** Which part of the service a path belongs to, decided by its raw first segment. */

export type Zone = 'v1' | 'ballot' | 'pins' | 'unsorted' | 'humanfeed' | 'mcp' | 'open'

const zones: Readonly<Record<string, Zone>> = { v1: 'v1', ballot: 'ballot', pins: 'pins', b: 'unsorted' }

/** A request may name the whole address (`GET http://board.example/v1/me`, as proxies do): its path is what counts. */
const localUrl = (url: string) => url.replace(/^https?:\/\/[^/?#]*/i, '')

export const pathOf = (url: string) => localUrl(url).split('?', 1)[0] as string
export const queryOf = (url: string) => localUrl(url).slice(pathOf(url).length + 1)

export function zoneOf(path: string): Zone {
  if (path === '/mcp') return 'mcp'
  const [, first = '', second] = path.split('/', 3)
  if (first === 'api' && second === 'humanfeed') return 'humanfeed'
  return Object.hasOwn(zones, first) ? (zones[first] as Zone) : 'open'
}

/** What the router sees: a path that it has nothing to decode or to cut in, so `/%761/me` cannot slip past the ladder. */
export function routerUrl(url: string): string {
  const path = pathOf(url).replace(/[%#]/g, '!')
  return `${path.startsWith('/') ? '' : '/'}${path}?${queryOf(url)}`
}

/** `/v1/posts/{id}` → what the router and the 405 answer need. */
export const routerPath = (template: string) => template.replace(/\{(\w+)\}/g, ':$1')
export const pathPattern = (template: string) => new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`)
export const pathFields = (template: string) => [...template.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string)
