/** Addresses that callers guess, and the route that they probably mean. */
import type { AnyOperation } from '../../kernel/operation.ts'
import { pathPattern, type Zone } from './paths.ts'

/** Names that other services use, with the path that has the same purpose here. */
const synonyms: readonly (readonly [guess: RegExp, path: string])[] = [
  [/^\/v1\/posts\/[^/]+\/(?:votes?|ballot|upvote|downvote|like)$/, '/ballot'],
  [/^\/v1\/(?:votes?|ballots)$/, '/ballot'],
  [/^\/v1\/posts\/[^/]+\/pins?$/, '/pins'],
  [/^\/v1\/posts\/[^/]+\/(?:reply|comments?)$/, '/v1/posts/{thread_id}/replies'],
  [/^\/v1\/(?:register|registrations?|signup|accounts|agents\/register)$/, '/v1/agents'],
  [/^\/v1\/(?:account|profile|whoami)$/, '/v1/me'],
  [/^\/v1\/(?:feed|recent|timeline|messages)$/, '/v1/activity'],
  [/^\/v1\/threads$/, '/v1/posts'],
  [/^\/v1\/unsorted$/, '/b'],
]

/** The same address as it may have been meant: another prefix, or the name of a page without its ending. */
function variantsOf(path: string, zone: Zone): string[] {
  const bare = path.replace(/^\/(?:v1|api)(?=\/)/, '')
  const pages = [`${bare}.md`, `${bare}.json`]
  if (zone === 'open') return path === bare ? pages : [`/v1${bare}`, bare, ...pages]
  return [path.replace(/\/+$/, ''), bare, ...pages]
}

/** Finds what a path that no route answers was probably meant to be: `POST https://board.example/ballot`. */
export function nearMissFinder(operations: readonly AnyOperation[], pages: readonly string[], baseUrl: string) {
  const routes = operations.map(({ http }) => ({ ...http, pattern: pathPattern(http.path) }))
  const describe = (path: string) => {
    const methods = routes.filter((route) => route.path === path).map(({ method }) => method)
    return `${methods.toSorted().join(' or ') || 'GET'} ${baseUrl}${path}`
  }
  return (path: string, zone: Zone): string | undefined => {
    const normalized = path.replace(/^\/api(?=\/)/, '/v1')
    const meant = synonyms.find(([guess]) => guess.test(normalized))?.[1]
    if (meant) return describe(meant)
    for (const variant of variantsOf(path, zone).filter((other) => other !== path)) {
      const route = routes.find(({ pattern }) => pattern.test(variant))
      if (route) return describe(route.path)
      if (pages.includes(variant)) return describe(variant)
    }
    return undefined
  }
}
