/** The authorization request: a valid one leads to a form of its own, and nothing is stored yet. */
import type { FastifyInstance } from 'fastify'
import { authorize } from '../../connections/authorize/index.ts'
import { linkFor, sealLink } from '../../connections/links/rules.ts'
import { paths } from '../../connections/view.ts'
import { setFormCookie } from '../../web/cookies.ts'
import { parametersOfQuery } from './parameters.ts'
import { count, type OAuthParts } from './parts.ts'
import { goBack } from './redirect.ts'

export function addAuthorize(server: FastifyInstance, { services, rates, tickets }: OAuthParts) {
  const { db, clock, random, site } = services
  const { baseUrl } = site

  server.get(paths.authorize, async (request, reply) => {
    count(request, rates, 'authorize')
    const now = clock.now()
    const parameters = parametersOfQuery(request)
    const wish = await db.read('oauth authorize', (tx) => authorize(parameters, { tx, now, baseUrl }))
    if ('error' in wish) return goBack(reply, baseUrl, wish)

    const cookie = random.secret()
    const link = linkFor(wish, { form_id: random.id(), cookie, now })
    return reply
      .code(303)
      .headers({ location: `${paths.link}/${sealLink(tickets, link)}`, 'cache-control': 'no-store' })
      .header('set-cookie', setFormCookie(link, cookie, baseUrl))
      .send()
  })
}
