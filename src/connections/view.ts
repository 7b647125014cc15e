/** OAuth metadata documents, and the `WWW-Authenticate` challenge that points to them. */
import type { Scope } from '../kernel/operation.ts'
import { allScopes, resourceOf, scopeText } from './rules.ts'

export const paths = {
  authorize: '/oauth/authorize',
  token: '/oauth/token',
  register: '/oauth/register',
  revoke: '/oauth/revoke',
  link: '/oauth/link',
  server: '/.well-known/oauth-authorization-server',
  resource: '/.well-known/oauth-protected-resource',
} as const

/** RFC 8414. */
export const serverMetadata = (baseUrl: string) => ({
  issuer: baseUrl,
  authorization_endpoint: baseUrl + paths.authorize,
  token_endpoint: baseUrl + paths.token,
  registration_endpoint: baseUrl + paths.register,
  revocation_endpoint: baseUrl + paths.revoke,
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code', 'refresh_token'],
  code_challenge_methods_supported: ['S256'],
  token_endpoint_auth_methods_supported: ['none'],
  revocation_endpoint_auth_methods_supported: ['none'],
  scopes_supported: allScopes,
  authorization_response_iss_parameter_supported: true,
  client_id_metadata_document_supported: false,
})

/** RFC 9728. */
export const resourceMetadata = (baseUrl: string) => ({
  resource: resourceOf(baseUrl),
  authorization_servers: [baseUrl],
  scopes_supported: allScopes,
  bearer_methods_supported: ['header'],
})

const resourceMetadataUrl = (baseUrl: string) => `${baseUrl}${paths.resource}/mcp`

type ChallengeError = 'invalid_token' | 'insufficient_scope'

/** `WWW-Authenticate` where OAuth is accepted. It carries no error if no credential was sent (RFC 6750, 3.1). */
export function challenge(baseUrl: string, error?: ChallengeError, scopes: readonly Scope[] = allScopes): string {
  const fields = {
    realm: 'board',
    ...(error && { error }),
    scope: scopeText(scopes),
    resource_metadata: resourceMetadataUrl(baseUrl),
  }
  return `Bearer ${Object.entries(fields)
    .map(([name, value]) => `${name}="${value}"`)
    .join(', ')}`
}
