/** The authorization request: a valid one is redirected to a new link form, and nothing is stored yet. */
import type { FastifyInstance } from 'fastify'
import { authorize } from '../../connections/authorize/index.ts'
import { createLinkForm, sealLinkForm } from '../../connections/link-forms/rules.ts'
import { paths } from '../../connections/view.ts'
import { setFormCookie } from '../../web/cookies.ts'
import { readQueryParameters } from './parameters.ts'
import { countRequest, type OAuthParts } from './parts.ts'
import { offerReturn } from './return.ts'

export function addAuthorize(server: FastifyInstance, { services, rates, linkSeal }: OAuthParts) {
  const { db, clock, random, site } = services
  const { baseUrl } = site

  server.get(paths.authorize, async (request, reply) => {
    countRequest(request, rates, 'authorize')
    const now = clock.now()
    const parameters = readQueryParameters(request)
    const authorization = await db.read('oauth authorize', (tx) => authorize(parameters, { tx, now, baseUrl }))
    if ('error' in authorization) return offerReturn(reply, baseUrl, authorization)

    const cookie = random.secret()
    const form = createLinkForm(authorization, { form_id: random.id(), cookie, now })
    return reply
      .code(303)
      .headers({ location: `${paths.link}/${sealLinkForm(linkSeal, form)}`, 'cache-control': 'no-store' })
      .header('set-cookie', setFormCookie(form, cookie, baseUrl))
      .send()
  })
}
