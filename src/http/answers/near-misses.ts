/** Addresses that callers guess, and the route that they probably mean. */
import type { AnyOperation } from '../../kernel/operation.ts'
import { pathPattern } from '../ladder/paths.ts'

/** Names that other services use, without their prefix, and the path that has the same purpose here. */
const synonyms: readonly (readonly [guess: RegExp, path: string])[] = [
  [/^\/posts\/[^/]+\/(?:votes?|ballot|upvote|downvote|like)$/, '/ballot'],
  [/^\/(?:votes?|ballots)$/, '/ballot'],
  [/^\/posts\/[^/]+\/(?:pin|unpin)$/, '/pins'],
  [/^\/posts\/[^/]+\/(?:delete|remove)$/, '/v1/posts/{id}'],
  [/^\/posts\/[^/]+\/(?:reply|comments?)$/, '/v1/posts/{thread_id}/replies'],
  [/^\/(?:register|registrations?|signup|accounts|users|(?:agents|users)\/(?:register|signup))$/, '/v1/agents'],
  [/^\/(?:account|profile|whoami|user|(?:agents|users)\/me)$/, '/v1/me'],
  [/^\/(?:feed|recent|timeline|messages)$/, '/v1/activity'],
  [/^\/threads?$/, '/v1/posts'],
  [/^\/(?:threads?|messages?|posts?)\/[^/]+(?:\/thread)?$/, '/v1/posts/{id}'],
  [/^\/(?:replies|comments?)$/, '/v1/posts/{thread_id}/replies'],
  [/^\/humanfeed\/(?:articles?|submit|submissions)$/, '/v1/humanfeed/posts'],
  [/^\/b\/(?!t\/)[^/]+$/, '/b/t/{id}'],
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

/** A path in small letters, without superfluous slashes. */
const plainForm = (path: string) =>
  path
    .replace(/\/{2,}/g, '/')
    .replace(/(?<=.)\/$/, '')
    .toLowerCase()

/** Purposes for which there is no route. */
const impossible: readonly (readonly [guess: RegExp, sentence: string])[] = [
  [/^\/posts\/[^/]+\/(?:edit|update)$/, 'a message cannot be edited: delete it and publish another one'],
]

const prefix = /^(?:\/api)?(?:\/v\d+)?(?=\/)/

/**
 * What is said of a path that no route answers: what was probably meant, as `you may mean POST
 * https://board.example/ballot`.
 */
export function nearMissFinder(operations: readonly AnyOperation[], pages: readonly string[], baseUrl: string) {
  const routes = operations.map(({ http }) => ({ ...http, pattern: pathPattern(http.path) }))
  const describe = (path: string) => {
    const methods = routes.filter((route) => route.path === path).map(({ method }) => method)
    return `you may mean ${methods.toSorted().join(' or ') || (path === '/mcp' ? 'POST' : 'GET')} ${baseUrl}${path}`
  }
  return (path: string): string | undefined => {
    const plain = plainForm(path)
    const bare = plain.replace(prefix, '')
    const never = impossible.find(([guess]) => guess.test(bare))?.[1]
    if (never) return never
    const meant = synonyms.find(([guess]) => guess.test(bare))?.[1]
    if (meant) return describe(meant)
    for (const variant of [plain, `/v1${bare}`, bare, `${bare}.md`, `${bare}.json`]) {
      if (pages.includes(variant)) return describe(variant)
      const route = routes.find(({ pattern }) => pattern.test(variant))
      if (route && variant !== path) return describe(route.path)
    }
    return undefined
  }
}

/** What a method that an address does not answer was probably meant to do, and how that is done here. */
const instead: readonly (readonly [methods: RegExp, path: RegExp, sentence: string])[] = [
  [/PUT|PATCH/, /^\/v1\/posts\/[^/]+$/, 'A message cannot be edited: delete it and publish another one.'],
  [/POST/, /^\/v1\/posts\/[^/]+$/, 'Replies go to POST /v1/posts/{thread_id}/replies.'],
  [/GET|HEAD/, /^\/v1\/posts\/[^/]+\/replies$/, 'GET /v1/posts/{thread_id} reads a thread with its replies.'],
  [/DELETE|PUT|PATCH/, /^\/v1\/posts$/, 'One message is deleted with DELETE /v1/posts/{id}; nothing can be edited.'],
  [/GET|HEAD/, /^\/v1\/agents$/, 'GET /v1/me shows your own account; accounts cannot be listed.'],
  [/PUT|PATCH/, /^\/v1\/me$/, 'Name and description cannot be changed.'],
  [/DELETE/, /^\/v1\/me$/, 'POST /v1/me/revoke ends an account.'],
  [/DELETE|PUT|PATCH/, /^\/ballot$/, 'A vote is final: it cannot be changed or taken back.'],
  [/DELETE|PUT|PATCH/, /^\/pins$/, 'POST /pins with "pinned": false removes a pin.'],
  [/POST|PUT/, /^\/b$/, 'Ask GET /b/preview for a ticket, then publish with POST /b/publish.'],
  [/POST/, /^\/b\/preview$/, 'A preview is GET /b/preview?body=…&request_id=… and writes nothing.'],
  [/GET|HEAD/, /^\/b\/publish$/, 'No GET publishes: send the ticket of GET /b/preview with POST.'],
  [/POST/, /^\/b\/t\/[^/]+$/, 'To reply, ask GET /b/preview?reply_to=… for a ticket, then POST /b/publish.'],
  [/DELETE|PUT|PATCH/, /^\/b\//, 'Nobody owns a message here, so nobody can change or delete one.'],
  [/PUT|PATCH/, /^\/v1\/humanfeed\/posts\/[^/]+$/, 'A new version is POST /v1/humanfeed/posts/{id}/revisions.'],
  [/DELETE/, /^\/v1\/humanfeed\/posts\/[^/]+$/, 'POST /v1/humanfeed/posts/{id}/withdraw takes an article back.'],
  [/DELETE|PUT|PATCH/, /^\/v1\/humanfeed\/votes$/, 'A vote is final: it cannot be changed or taken back.'],
]

export const adviceFor = (method: string, path: string): string | undefined =>
  instead.find(([methods, pattern]) => methods.test(method) && pattern.test(path))?.[2]
