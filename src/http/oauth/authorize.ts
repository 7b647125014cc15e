/** The authorization request: a valid one leads to a form of its own, and nothing is stored yet. */
import type { FastifyInstance } from 'fastify'
import { authorize } from '../../connections/authorize/index.ts'
import { createLinkForm, sealLinkForm } from '../../connections/link-forms/rules.ts'
import { paths } from '../../connections/view.ts'
import { formCookie } from './cookies.ts'
import { goBack } from './go-back.ts'
import { parametersOfQuery } from './parameters.ts'
import { count, type OAuthParts } from './parts.ts'

export function addAuthorize(server: FastifyInstance, { services, rates, tickets }: OAuthParts) {
  const { db, clock, random, site } = services
  const { baseUrl } = site

  server.get(paths.authorize, async (request, reply) => {
    count(request, rates, 'authorize')
    const now = clock.now()
    const parameters = parametersOfQuery(request)
    const authorization = await db.read('oauth authorize', (tx) => authorize(parameters, { tx, now, baseUrl }))
    if ('error' in authorization) return goBack(reply, baseUrl, authorization)

    const cookie = random.secret()
    const link = createLinkForm(authorization, { form_id: random.id(), cookie, now })
    return reply
      .code(303)
      .headers({ location: `${paths.link}/${sealLinkForm(tickets, link)}`, 'cache-control': 'no-store' })
      .header('set-cookie', formCookie(link, cookie, baseUrl))
      .send()
  })
}
