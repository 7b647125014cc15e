/** The authorization server's addresses: some for programs, some for the person in between. */
import type { FastifyInstance } from 'fastify'
import { addAuthorize } from './authorize.ts'
import { addEndpoints } from './endpoints.ts'
import { addLinkForm } from './link-form.ts'
import type { OAuthParts } from './parts.ts'
import { refuser } from './refusals.ts'

export function addOAuth(server: FastifyInstance, parts: OAuthParts) {
  server.register(async (programs) => {
    programs.setErrorHandler(refuser(parts.log, { asPage: false }))
    addEndpoints(programs, parts)
  })
  server.register(async (people) => {
    people.setErrorHandler(refuser(parts.log, { asPage: true }))
    addAuthorize(people, parts)
    addLinkForm(people, parts)
  })
}
