import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AnyOperation } from '../kernel/operation.ts'
import { perform, requireAccess, type Services } from '../kernel/perform.ts'
import { fixed } from '../limits.ts'
import { queryOf, routerPath } from './gate/paths.ts'
import { sendJson } from './wire/answers.ts'
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
        requireAccess(op, caller)
        const answer = await perform(op, services, caller, await readInput(request, op, places, requestMaxMs))
        const status = statusOf(op, answer)
        const renderPage = findAnswerPage(pages, op.name, request.headers)
        return renderPage
          ? sendPage(reply, status, renderPage(answer, services.site.baseUrl))
          : sendJson(reply, status, answer)
      },
    })
  }
}

async function readInput(request: FastifyRequest, op: AnyOperation, places: Places, maxMs: number) {
  const path = fromPath(request.params as Record<string, unknown>, places)
  const body = places.body ? fromBody(await readBody(request, op, maxMs), places) : {}
  const query = fromQuery(queryOf(request.originalUrl), op, places)
  return { ...body, ...query, ...fromHeaders(request.headers, places), ...path }
}

async function readBody(request: FastifyRequest, { http }: AnyOperation, maxMs: number) {
  const type = requireBodyType(request.headers['content-type'], http)
  const bytes = await readBytes(request.raw, fixed.jsonRequestMaxBytes, maxMs)
  return type === 'form' ? parseForm(bytes) : parseObject(bytes)
}

const statusOf = (op: AnyOperation, answer: unknown) =>
  (answer as { replayed?: boolean }).replayed ? 200 : (op.http.status ?? 200)
