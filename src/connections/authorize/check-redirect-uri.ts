import { isRegistered } from '../clients/rules.ts'
import type { Client } from '../clients/table.ts'
import { deny, type Parameters } from '../rules.ts'

/** A foreign address must never learn anything, not even an error. */
export function checkRedirectUri(parameters: Parameters, { redirect_uris }: Client): string {
  if (parameters.repeated.has('redirect_uri')) deny('invalid_request', 'redirect_uri was sent more than once.')
  const sent = parameters.get('redirect_uri')
  const [only, ...more] = redirect_uris
  if (!sent && only && more.length === 0) return only
  if (!sent) deny('invalid_request', 'redirect_uri is required, because the client registered several.')
  if (!isRegistered(sent, redirect_uris)) deny('invalid_request', 'redirect_uri is not one that the client registered.')
  return sent
}
