/** Paths: which part of the service they belong to, and how they are written for the router. */

export type Zone = 'v1' | 'ballot' | 'pins' | 'unsorted' | 'humanfeed' | 'mcp' | 'open'

const zones: Readonly<Record<string, Zone>> = { v1: 'v1', ballot: 'ballot', pins: 'pins', b: 'unsorted' }

/** Removes the origin, which proxies may send (`GET http://board.example/v1/me`). */
const localUrl = (url: string) => (url.startsWith('/') ? url : url.replace(/^https?:\/\/[^/?#]*/i, ''))

export function pathOf(url: string): string {
  const [path = ''] = localUrl(url).split('?')
  return path
}
export const queryOf = (url: string) => localUrl(url).slice(pathOf(url).length + 1)

/** The first segment decides, as it was sent, before any decoding. */
export function zoneOf(path: string): Zone {
  if (path === '/mcp') return 'mcp'
  const [, first = '', second] = path.split('/', 3)
  if (first === 'api' && second === 'humanfeed') return 'humanfeed'
  return Object.hasOwn(zones, first) ? (zones[first] as Zone) : 'open'
}

const docsPages: Partial<Record<Zone, string>> = {
  ballot: '/ballot.md',
  pins: '/pins.md',
  unsorted: '/unsorted.md',
  humanfeed: '/humanfeed.md',
  mcp: '/mcp.md',
}

/** The served page about the part of the service that a path belongs to. */
export const docsPageOf = (path: string) =>
  /^\/v1\/humanfeed(\/|$)/.test(path) ? '/humanfeed.md' : (docsPages[zoneOf(path)] ?? '/skill.md')

/**
 * The router decodes `%` and cuts at `#`. If it saw them, `/%761/me` would reach a /v1 route without the checks of /v1.
 */
export function routerUrl(url: string): string {
  if (/^\/[^%#]*$/.test(url)) return url
  const path = pathOf(url).replace(/[%#]/g, '!')
  return `${path.startsWith('/') ? '' : '/'}${path}?${queryOf(url)}`
}

/** `/v1/posts/{id}` in the forms that the router, the 405 answer and the input need. */
export const routerPath = (template: string) => template.replace(/\{(\w+)\}/g, ':$1')
export const pathPattern = (template: string) => new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`)
export const pathFields = (template: string) => [...template.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string)
