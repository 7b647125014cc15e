/** The pages of the web site: performs an operation for each, and draws its answer. */
import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { cacheKey, isOfSecond, stateOf } from '../../kernel/cache.ts'
import type { AnyOperation } from '../../kernel/operation.ts'
import { perform, type Services } from '../../kernel/perform.ts'
import type { SiteDocument } from '../../web/document.ts'
import type { ErrorPage } from '../../web/errors.ts'
import { robots } from '../../web/search-engines.ts'
import { type SitePage, sitePages } from '../../web/site.ts'
import { SharedBody } from '../answers/compress.ts'
import { asksForText } from '../answers/documents.ts'
import { headersOf, toFailure } from '../answers/failures.ts'
import { revalidate, sendMedia, sendShared } from '../answers/json.ts'
import { sendPage } from '../answers/pages.ts'
import { fromPath, fromQuery, placesOf } from '../body/input.ts'
import { contextOf, type Guests } from '../guests/session.ts'
import { isNavigation, navigationVary } from '../ladder/browsers.ts'
import { pathOf, queryOf, routerPath } from '../ladder/paths.ts'

export type SiteParts = {
  /** Operations of the site alone; those that send a picture have no page. */
  operations: readonly AnyOperation[]
  services: Services
  guests: Guests
  pages: { error: ErrorPage }
  log: Logger
}

const FEED = '/humanfeed/'

export const addSite = (server: FastifyInstance, parts: SiteParts) =>
  server.register(async (site) => {
    const { baseUrl } = parts.services.site
    site.setErrorHandler(showProblem(parts))
    site.get(FEED.slice(0, -1), (_request, reply) => reply.code(308).header('location', FEED).send())
    site.get('/robots.txt', (_request, reply) =>
      reply
        .headers({ 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=3600' })
        .send(robots(baseUrl)),
    )
    for (const op of parts.operations.filter(({ http }) => http.media)) addPicture(site, op, parts)
    for (const page of sitePages) addPage(site, page, parts)
  })

function addPicture(server: FastifyInstance, op: AnyOperation, { services }: SiteParts) {
  const places = placesOf(op)
  server.get(routerPath(op.http.path), async (request, reply) => {
    const fields = fromPath(request, places)
    const answer = await perform(op, services, request.incoming.caller, fields)
    reply.headers({ 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex, nofollow' })
    return sendMedia(reply, op.http.media as NonNullable<typeof op.http.media>, answer)
  })
}

function addPage(server: FastifyInstance, page: SitePage, { services, guests }: SiteParts) {
  const { operation: op, isPrivate } = page
  const places = placesOf(op)
  const vary = page.explain ? `Cookie, ${navigationVary}` : 'Cookie, Accept-Encoding'

  const handler = async (request: FastifyRequest, reply: FastifyReply) => {
    const guest = guests.identify(request)
    await guest.noteUse()
    const query = knownQuery(request, page)
    if (page.explain && isNavigation(request.headers) && !asksForText(request))
      return sendPage(reply.header('vary', vary), 200, page.explain(contextOf(request, guest, query, services)))
    const draw = async () => {
      const fields = fromPath(request, places)
      const input = { ...fromQuery(String(new URLSearchParams(query)), op, places), ...fields }
      const answer = await perform(op, services, guest, input)
      return page.render(answer, contextOf(request, guest, query, services))
    }
    if (isPrivate || guest.session) {
      const { body, headers } = await draw()
      return reply.headers({ ...headers, 'cache-control': 'private, no-store', vary }).send(Buffer.from(body))
    }
    const key = cacheKey('page', { path: pathOf(request.originalUrl), query: JSON.stringify(query) })
    const { headers, etag, body } = await readShared(services, key, draw)
    if (revalidate(request, reply.headers({ ...headers, vary }), etag)) return reply
    return sendShared(request, reply, body)
  }
  server.get(routerPath(page.path), handler)
}

type SharedPage = { headers: Record<string, string>; etag: string; body: SharedBody }

/** A page that is the same for all readers is drawn once for each state. Pages for one reader are never stored. */
async function readShared({ db, clock, currentCache }: Services, key: string, draw: () => Promise<SiteDocument>) {
  const state = stateOf(await db.version(), clock.now())
  const known = currentCache.get<SharedPage>(key, state)
  if (known) return known
  const { body, headers } = await draw()
  const bytes = Buffer.from(body)
  const etag = `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`
  const made: SharedPage = { headers, etag, body: new SharedBody(bytes, 'small') }
  // In the next second the page may belong to the next state.
  if (isOfSecond(state, clock.now())) currentCache.set(key, state, made, 2 * bytes.length)
  return made
}

/** Other fields were added by sites that share the address; they are ignored. */
function knownQuery(request: FastifyRequest, { query }: SitePage): Record<string, string> {
  const text = queryOf(request.originalUrl)
  if (text === '') return {}
  const sent = new URLSearchParams(text)
  return Object.fromEntries(query.flatMap((name) => (sent.has(name) ? [[name, sent.get(name) as string]] : [])))
}

/** Failures are always pages, because these addresses are for people. */
const showProblem =
  ({ services, pages, log }: SiteParts) =>
  (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const failure = toFailure(error, request, log)
    const { path, zone } = request.incoming
    reply.headers(headersOf(failure))
    return sendPage(reply, failure.status, pages.error(failure, { baseUrl: services.site.baseUrl, path, zone }))
  }
