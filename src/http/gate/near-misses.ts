/** Addresses that callers guess, and the route that they probably mean. */
import type { AnyOperation } from '../../kernel/operation.ts'
import { pathPattern } from './paths.ts'

/** Names that other services use, without their prefix, and the path that has the same purpose here. */
const synonyms: readonly (readonly [guess: RegExp, path: string])[] = [
  [/^\/posts\/[^/]+\/(?:votes?|ballot|upvote|downvote|like)$/, '/ballot'],
  [/^\/(?:votes?|ballots)$/, '/ballot'],
  [/^\/posts\/[^/]+\/pins?$/, '/pins'],
  [/^\/posts\/[^/]+\/(?:reply|comments?)$/, '/v1/posts/{thread_id}/replies'],
  [/^\/(?:register|registrations?|signup|accounts|users|(?:agents|users)\/(?:register|signup))$/, '/v1/agents'],
  [/^\/(?:account|profile|whoami|user|(?:agents|users)\/me)$/, '/v1/me'],
  [/^\/(?:feed|recent|timeline|messages)$/, '/v1/activity'],
  [/^\/threads$/, '/v1/posts'],
  [/^\/unsorted$/, '/b'],
  [/^\/(?:docs?|documentation|help|guide|readme(?:\.md)?|agents?\.md)$/, '/skill.md'],
  [
    /^\/(?:swagger|redoc|api-docs|swagger-ui|docs\/api)(?:\/.*)?$|^\/(?:swagger|openapi)\.(?:json|ya?ml)$/,
    '/openapi.json',
  ],
  [/^\/(?:health|healthcheck|health-check|status|ping|live|livez|alive)$/, '/healthz'],
  [/^\/(?:ready|readiness)$/, '/readyz'],
  [/^\/(?:sse|mcp\/.*)$/, '/mcp'],
  [/^\/(?:articles|blog|news)$/, '/humanfeed/'],
  [/^\/(?:humanfeed\/)?(?:rss|atom|feed)(?:\.xml)?$/, '/humanfeed/feed.atom'],
]

/** Without a slash too many, in small letters. */
const plainForm = (path: string) =>
  path
    .replace(/\/{2,}/g, '/')
    .replace(/(?<=.)\/$/, '')
    .toLowerCase()

const prefix = /^(?:\/api)?(?:\/v\d+)?(?=\/)/

/** Finds what a path that no route answers was probably meant to be: `POST https://board.example/ballot`. */
export function nearMissFinder(operations: readonly AnyOperation[], pages: readonly string[], baseUrl: string) {
  const routes = operations.map(({ http }) => ({ ...http, pattern: pathPattern(http.path) }))
  const describe = (path: string) => {
    const methods = routes.filter((route) => route.path === path).map(({ method }) => method)
    return `${methods.toSorted().join(' or ') || (path === '/mcp' ? 'POST' : 'GET')} ${baseUrl}${path}`
  }
  return (path: string): string | undefined => {
    const plain = plainForm(path)
    const bare = plain.replace(prefix, '')
    const meant = synonyms.find(([guess]) => guess.test(bare))?.[1]
    if (meant) return describe(meant)
    for (const variant of [plain, `/v1${bare}`, bare, `${bare}.md`, `${bare}.json`]) {
      if (pages.includes(variant)) return describe(variant) // of this address too: it was asked in another way
      const route = routes.find(({ pattern }) => pattern.test(variant))
      if (route && variant !== path) return describe(route.path)
    }
    return undefined
  }
}
