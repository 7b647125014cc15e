import type { FastifyInstance, FastifyRequest } from 'fastify'
import { parseObject } from '../kernel/json.ts'
import { toObject } from '../kernel/json-text.ts'
import type { AnyOperation } from '../kernel/operation.ts'
import { largeOf, perform, requireAccess, type Services } from '../kernel/perform.ts'
import { unparsedInput } from '../kernel/unparsed-input.ts'
import { fixed } from '../settings/limits.ts'
import type { MaybePromise } from '../storage/sql.ts'
import { revalidate, sendJson, sendMedia, statusOf } from './answers/json.ts'
import { type Pages, prefersHtml, sendPage } from './answers/pages.ts'
import { readBytes, readPieces, requireBodyType } from './body/body.ts'
import { parseForm } from './body/form.ts'
import {
  describeForRest,
  type Fields,
  fromBody,
  fromHeaders,
  fromPath,
  fromQuery,
  ignoredIn,
  type Places,
  placesOf,
} from './body/input.ts'
import { queryOf, routerPath } from './ladder/paths.ts'
import { type WaitParts, waitForItems } from './wait-for-items.ts'

export type RouteParts = WaitParts & {
  operations: readonly AnyOperation[]
  services: Services
  pages: Pages
  requestMaxMs: number
}

/** One route per operation; those of guests have more to check: see guests/routes.ts. */
export function addRoutes(server: FastifyInstance, parts: RouteParts) {
  const { operations, services, pages, requestMaxMs } = parts
  for (const op of operations.filter(({ access }) => access !== 'guest')) {
    const places = placesOf(op)
    const renderPage = pages.answers.get(op.name)
    server.route({
      method: op.http.method,
      url: routerPath(op.http.path),
      config: { operation: op.name },
      handler: async (request, reply) => {
        const { caller } = request.incoming
        request.incoming.docs = op.docs
        requireAccess(op, caller)
        const read = readInput(request, op, places, requestMaxMs)
        const { input, ignored } = read instanceof Promise ? await read : read
        if (
          'waits' in op &&
          (input as Fields).wait &&
          (await waitForItems(op, input as Fields, request, reply, parts)) === 'gone'
        )
          return reply.hijack() // the caller has disconnected
        const performed = await perform(op, services, request.incoming.caller, input).catch((error) => {
          throw describeForRest(error, places, ignored)
        })
        const answer = withIgnored(performed, ignored)
        const status = statusOf(op, answer)
        if (renderPage && prefersHtml(request.headers))
          return sendPage(reply, status, renderPage(answer, services.site.baseUrl))
        if (op.http.etag && revalidate(request, reply, op.http.etag(answer as object))) return reply
        return op.http.media ? sendMedia(reply, op.http.media, answer) : sendJson(reply, status, answer)
      },
    })
  }
}

type Input = { input: unknown; ignored: readonly string[] }

/** Returns a promise only if there is a body to read. */
function readInput(request: FastifyRequest, op: AnyOperation, places: Places, maxMs: number): MaybePromise<Input> {
  const path = fromPath(request, places)
  const query = fromQuery(queryOf(request.originalUrl), op, places)
  const fields = { ...query, ...fromHeaders(request.headers, places), ...path }
  return places.body ? readBody(request, op, places, fields, maxMs) : { input: fields, ignored: [] }
}

async function readBody(request: FastifyRequest, op: AnyOperation, places: Places, fields: Fields, maxMs: number) {
  const type = requireBodyType(request.headers['content-type'], op.http)
  const maxBytes = op.http.maxBodyBytes ?? fixed.jsonRequestMaxBytes
  const large = largeOf(op)
  if (large && !large.load)
    return { input: unparsedInput({ fields, body: await readPieces(request, maxBytes, maxMs) }), ignored: [] }
  const bytes = await readBytes(request, maxBytes, maxMs)
  const body = type === 'form' ? parseForm(bytes) : parseObject(bytes)
  return { input: { ...fromBody(body, places), ...fields }, ignored: ignoredIn(body, places) }
}

/** The answer names the fields that were ignored; otherwise the sender would believe that they were used. */
const withIgnored = (answer: unknown, ignored: readonly string[]) =>
  ignored.length === 0 ? answer : { ...toObject(answer), ignored_fields: ignored }
