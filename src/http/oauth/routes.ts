/** The routes of the authorization server: some for programs, some for people. */
import type { FastifyInstance } from 'fastify'
import { addAuthorize } from './authorize.ts'
import { addEndpoints } from './endpoints.ts'
import { errorHandler } from './errors.ts'
import { addLinkForm } from './link-form.ts'
import type { OAuthParts } from './parts.ts'

export function addOAuth(server: FastifyInstance, parts: OAuthParts) {
  server.register(async (programs) => {
    programs.setErrorHandler(errorHandler(parts.log, { asPage: false }))
    addEndpoints(programs, parts)
  })
  server.register(async (people) => {
    people.setErrorHandler(errorHandler(parts.log, { asPage: true }))
    addAuthorize(people, parts)
    addLinkForm(people, parts)
  })
}
