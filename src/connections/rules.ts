/** What every part of the authorization server agrees on: its errors, its scopes, its audience, how secrets are kept. */
import { createHash } from 'node:crypto'
import type { Scope } from '../kernel/operation.ts'

const statuses = {
  invalid_request: 400,
  invalid_client: 400,
  invalid_grant: 400,
  unsupported_grant_type: 400,
  unsupported_response_type: 400,
  invalid_scope: 400,
  invalid_target: 400,
  access_denied: 400,
  invalid_redirect_uri: 400,
  invalid_client_metadata: 400,
} as const

export type OAuthCode = keyof typeof statuses

/** A refusal in the words of RFC 6749, 7591 and 8707. Its description is always our own text. */
export class OAuthError extends Error {
  readonly code: OAuthCode
  readonly status: number
  constructor(code: OAuthCode, description: string, status: number = statuses[code]) {
    super(description)
    this.code = code
    this.status = status
  }
}

export function deny(code: OAuthCode, description: string, status?: number): never {
  throw new OAuthError(code, description, status)
}

/** The parameters of a request. An empty one counts as not sent (RFC 6749, 3.1). */
export type Parameters = {
  get(name: string): string | undefined
  all(name: string): readonly string[]
  /** Names whose value nobody can be sure of, sent more than once or badly encoded: `get` finds nothing there. */
  unclear: ReadonlySet<string>
}

/** RFC 6749, 3.1 and 3.2: no parameter may be included more than once. */
export function requireClear(parameters: Parameters): Parameters {
  if (parameters.unclear.size > 0)
    deny('invalid_request', 'A parameter was sent more than once, or is not valid percent-encoded UTF-8.')
  return parameters
}

export const allScopes = ['board:read', 'board:write'] as const satisfies readonly Scope[]

/** The scopes that a text names, in our order; words that we do not know are ignored. */
export function scopesIn(text: string): Scope[] {
  const words = new Set(text.split(' '))
  return allScopes.filter((scope) => words.has(scope))
}

export const scopeText = (scopes: readonly Scope[]) => scopes.join(' ')

/** Codes and tokens have 256 random bits, so a plain hash is enough, and finding one by its hash tells nothing by timing. */
export const digest = (secret: string) => createHash('sha256').update(secret).digest('hex')

/** What tokens are for. */
export const resourceOf = (baseUrl: string) => `${baseUrl}/mcp`

const loopbackHosts: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])
export const isLoopback = ({ hostname }: URL) => loopbackHosts.has(hostname)

/** The same address in one spelling: on one machine, its three names are one host. */
function spelled(address: string): string | undefined {
  const url = URL.parse(address)
  if (!url) return undefined
  if (isLoopback(url)) url.hostname = 'localhost'
  return url.href
}

export const isSameAddress = (a: string, b: string) => spelled(a) !== undefined && spelled(a) === spelled(b)
