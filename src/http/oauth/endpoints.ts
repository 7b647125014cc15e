/** The endpoints that programs call: metadata, registration, tokens, revocation. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { checkRegistration, registerClient } from '../../connections/register/index.ts'
import { revokeToken } from '../../connections/revoke/index.ts'
import { OAuthError } from '../../connections/rules.ts'
import { exchange } from '../../connections/token/index.ts'
import { paths, resourceMetadata, serverMetadata } from '../../connections/view.ts'
import { parseObject } from '../../kernel/json.ts'
import { fixed } from '../../settings/limits.ts'
import { anySite, sendJson } from '../answers/json.ts'
import { readBytes, requireBodyType } from '../body/body.ts'
import type { PolicyName } from '../ladder/rate-windows.ts'
import { readFormParameters } from './parameters.ts'
import { countRequest, type OAuthParts } from './parts.ts'

/** Web pages of any site may call these: they use no cookie, so a page gains nothing from its visitor's browser. */
const preflight = {
  'access-control-allow-methods': 'GET, POST, OPTIONS',
  'access-control-allow-headers': 'Accept, Authorization, Content-Type, MCP-Protocol-Version',
  'access-control-max-age': 86_400,
}
const noStoreHeaders = { 'cache-control': 'no-store', pragma: 'no-cache' }

export function addEndpoints(server: FastifyInstance, { services, rates, ...parts }: OAuthParts) {
  const { db, clock, random, site } = services
  const maxMs = parts.requestMaxMs ?? fixed.requestMaxSeconds * 1000
  server.addHook('onRequest', async (_request, reply) => void reply.headers({ ...noStoreHeaders, ...anySite }))

  const serveMetadata = (path: string, content: object) =>
    server.get(path, (request, reply) => {
      countRequest(request, rates, 'metadata')
      return sendJson(reply, 200, content)
    })
  serveMetadata(paths.server, serverMetadata(site.baseUrl))
  serveMetadata(paths.resource, resourceMetadata(site.baseUrl))
  serveMetadata(`${paths.resource}/mcp`, resourceMetadata(site.baseUrl))

  const endpoint = (
    path: string,
    policy: PolicyName,
    handle: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
  ) =>
    server.post(path, async (request, reply) => {
      countRequest(request, rates, path, policy)
      return handle(request, reply)
    })

  endpoint(paths.register, 'client-registrations', async (request, reply) => {
    requireBodyType(request.headers['content-type'], {})
    const metadata = parseObject(await readBytes(request, fixed.jsonRequestMaxBytes, maxMs))
    const registration = checkRegistration(metadata)
    rates.count(request.incoming.rateStatuses, 'all-client-registrations')
    const now = clock.now()
    const maxClients = site.limits.oauthClients
    const client = await db.write('oauth register', (tx) =>
      registerClient(registration, { tx, now, newId: random.id, maxClients }),
    )
    return sendJson(reply, 201, client)
  })

  endpoint(paths.token, 'operation', async (request, reply) => {
    const parameters = await readFormParameters(request, maxMs)
    const now = clock.now()
    const answer = await db.write('oauth token', (tx) => exchange(parameters, { tx, now, random }))
    // `exchange` returns some errors instead of throwing them, so that the end of the grant is committed.
    if (answer instanceof OAuthError) throw answer
    return sendJson(reply, 200, answer)
  })

  endpoint(paths.revoke, 'operation', async (request, reply) => {
    const parameters = await readFormParameters(request, maxMs)
    const now = clock.now()
    await db.write('oauth revoke', (tx) => revokeToken(parameters, { tx, now }))
    return sendJson(reply, 200, {})
  })

  for (const path of [paths.server, paths.resource, `${paths.resource}/mcp`, paths.register, paths.token, paths.revoke])
    server.options(path, (_request, reply) => reply.code(204).headers(preflight).send())
}
