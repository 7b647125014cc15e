/** The pages of the web site that show the answer of an operation. */
import type { FastifyInstance } from 'fastify'
import type { AnyOperation } from '../kernel/operation.ts'
import { perform, type Services } from '../kernel/perform.ts'
import type { SitePage } from '../web/pages.ts'
import { pathOf, queryOf, routerPath } from './gate/paths.ts'
import { sendMedia } from './wire/answers.ts'
import { fromPath, fromQuery, placesOf } from './wire/input.ts'
import { sendPage } from './wire/pages.ts'

export type SiteParts = {
  operations: readonly AnyOperation[]
  services: Services
  pages: ReadonlyMap<string, SitePage>
}

export function addSite(server: FastifyInstance, { operations, services, pages }: SiteParts) {
  for (const op of operations) {
    const places = placesOf(op)
    server.get(routerPath(op.http.path), async (request, reply) => {
      const fields = fromPath(request.params as Record<string, unknown>, places)
      const input = { ...fromQuery(queryOf(request.originalUrl), op, places), ...fields }
      const answer = await perform(op, services, request.incoming.caller, input)
      reply.header('cache-control', 'private, no-store')
      if (op.http.media) return sendMedia(reply, op.http.media, answer)
      const render = pages.get(op.name) as SitePage
      return sendPage(reply, 200, render(answer, services.site.baseUrl + pathOf(request.originalUrl)))
    })
  }
}
