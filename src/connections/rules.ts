/** Shared by all requests of the authorization server: errors, parameters, scopes, resource, hashing of secrets. */
import { hash } from 'node:crypto'
import type { Scope } from '../kernel/operation.ts'

export type OAuthCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'unsupported_grant_type'
  | 'unsupported_response_type'
  | 'invalid_scope'
  | 'invalid_target'
  | 'access_denied'
  | 'invalid_redirect_uri'
  | 'invalid_client_metadata'

/** An error code of RFC 6749, 7591 or 8707. The description never repeats text of the caller. */
export class OAuthError extends Error {
  readonly code: OAuthCode
  readonly status: number
  constructor(code: OAuthCode, description: string, status = 400) {
    super(description)
    this.code = code
    this.status = status
  }
}

export function deny(code: OAuthCode, description: string, status?: number): never {
  throw new OAuthError(code, description, status)
}

/** The parameters of a request. An empty value counts as absent (RFC 6749, 3.1). */
export type Parameters = {
  get(name: string): string | undefined
  all(name: string): readonly string[]
  /** Names that were sent more than once or badly encoded: `get` returns undefined for them. */
  ambiguous: ReadonlySet<string>
}

/** RFC 6749, 3.1 and 3.2: no parameter may be included more than once. */
export function requireUnambiguous(parameters: Parameters): Parameters {
  if (parameters.ambiguous.size > 0)
    deny('invalid_request', 'A parameter was sent more than once, or is not valid percent-encoded UTF-8.')
  return parameters
}

export const allScopes = ['board:read', 'board:write'] as const satisfies readonly Scope[]

/** The known scopes in a space-separated text, in fixed order; unknown ones are ignored. */
export function scopesIn(text: string): Scope[] {
  const words = new Set(text.split(' '))
  return allScopes.filter((scope) => words.has(scope))
}

/** Undefined where a request names no scope at all. Unknown scopes are ignored beside a known one, and refused alone. */
export function requestedScopes(parameters: Parameters): Scope[] | undefined {
  const text = parameters.get('scope')?.trim()
  if (!text) return undefined
  const known = scopesIn(text)
  return known.length > 0 ? known : deny('invalid_scope', `The scopes of this board are ${allScopes.join(' and ')}.`)
}

export const scopeText = (scopes: readonly Scope[]) => scopes.join(' ')

/** Codes and tokens have 256 random bits, so a plain hash is enough, and a lookup by hash leaks nothing through timing. */
export const digest = (secret: string) => hash('sha256', secret)

/** The resource that access tokens are valid for. */
export const resourceOf = (baseUrl: string) => `${baseUrl}/mcp`

const loopbackHosts: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])
export const isLoopback = ({ hostname }: URL) => loopbackHosts.has(hostname)

/** The address in normal form; all loopback names become `localhost`. */
function normalized(address: string): string | undefined {
  const url = URL.parse(address)
  if (!url) return undefined
  if (isLoopback(url)) url.hostname = 'localhost'
  return url.href
}

export const isSameAddress = (a: string, b: string) => normalized(a) !== undefined && normalized(a) === normalized(b)
