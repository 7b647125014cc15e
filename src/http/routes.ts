import type { FastifyInstance, FastifyRequest } from 'fastify'
import { largeInput } from '../kernel/large-input.ts'
import type { AnyOperation } from '../kernel/operation.ts'
import { perform, requireAccess, type Services } from '../kernel/perform.ts'
import { fixed } from '../limits.ts'
import { queryOf, routerPath } from './gate/paths.ts'
import { sendJson, sendRevalidated } from './wire/answers.ts'
import { readBytes, requireBodyType } from './wire/body.ts'
import { parseForm } from './wire/form.ts'
import { fromBody, fromHeaders, fromPath, fromQuery, type Places, placesOf } from './wire/input.ts'
import { parseObject } from './wire/json.ts'
import { findAnswerPage, type Pages, sendPage } from './wire/pages.ts'

export type RouteParts = {
  operations: readonly AnyOperation[]
  services: Services
  pages: Pages
  requestMaxMs: number
}

/** One route per operation. */
export function addRoutes(server: FastifyInstance, { operations, services, pages, requestMaxMs }: RouteParts) {
  for (const op of operations) {
    const places = placesOf(op)
    server.route({
      method: op.http.method,
      url: routerPath(op.http.path),
      handler: async (request, reply) => {
        const { caller } = request.incoming
        request.incoming.docs = op.docs
        requireAccess(op, caller)
        const answer = await perform(op, services, caller, await readInput(request, op, places, requestMaxMs))
        const status = statusOf(op, answer)
        const renderPage = findAnswerPage(pages, op.name, request.headers)
        if (renderPage) return sendPage(reply, status, renderPage(answer, services.site.baseUrl))
        if (op.http.etag) return sendRevalidated(request, reply, op.http.etag(answer as object), answer)
        return sendJson(reply, status, answer)
      },
    })
  }
}

/** Over this many bytes a body is parsed and prepared in a worker thread, if the operation allows it. */
const LARGE_BODY_BYTES = 65_536

async function readInput(request: FastifyRequest, op: AnyOperation, places: Places, maxMs: number) {
  const path = fromPath(request.params as Record<string, unknown>, places)
  const query = fromQuery(queryOf(request.originalUrl), op, places)
  const fields = { ...query, ...fromHeaders(request.headers, places), ...path }
  if (!places.body) return fields

  const type = requireBodyType(request.headers['content-type'], op.http)
  const bytes = await readBytes(request.raw, op.http.maxBodyBytes ?? fixed.jsonRequestMaxBytes, maxMs)
  if (op.large && bytes.length > LARGE_BODY_BYTES) return largeInput({ fields, body: bytes })
  return { ...fromBody(type === 'form' ? parseForm(bytes) : parseObject(bytes), places), ...fields }
}

const statusOf = ({ http }: AnyOperation, answer: unknown) =>
  (answer as { replayed?: boolean }).replayed ? (http.replayStatus ?? 200) : (http.status ?? 200)
