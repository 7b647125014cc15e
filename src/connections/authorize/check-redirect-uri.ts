import { isRegistered } from '../clients/rules.ts'
import type { Client } from '../clients/table.ts'
import { deny, type Parameters } from '../rules.ts'

/** Nothing is ever sent to an address that the client did not register, not even an error. */
export function checkRedirectUri(parameters: Parameters, { redirect_uris }: Client): string {
  if (parameters.ambiguous.has('redirect_uri'))
    deny('invalid_request', 'redirect_uri was sent more than once, or is badly encoded.')
  const [only, ...more] = redirect_uris
  const uri =
    parameters.get('redirect_uri') ??
    (more.length === 0 ? only : undefined) ??
    deny('invalid_request', 'redirect_uri is required, because the client registered several.')
  if (!isRegistered(uri, redirect_uris)) deny('invalid_request', 'redirect_uri is not one that the client registered.')
  return uri
}
