import type { Grant } from '../grants/table.ts'
import { deny, type Parameters } from '../rules.ts'

/** OAuth 2.1 no longer requires it; a client that sends it must send the address that the code was sent to. */
export function checkRedirectUri(parameters: Parameters, { redirect_uri }: Grant) {
  if ((parameters.get('redirect_uri') ?? redirect_uri) !== redirect_uri)
    deny('invalid_grant', 'redirect_uri is not the one that this code was sent to.')
}
