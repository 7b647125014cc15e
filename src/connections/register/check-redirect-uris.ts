import { fixed } from '../../settings/limits.ts'
import { isRedirectUri, type Metadata } from '../clients/rules.ts'
import { deny } from '../rules.ts'

const accepted =
  'redirect_uris must be a list of 1 to 10 addresses: https, http on this machine, or a scheme of your own; written out in full, without fragment, user name or password.'

export function checkRedirectUris({ redirect_uris }: Metadata): string[] {
  const isList = Array.isArray(redirect_uris) && redirect_uris.length >= 1
  if (!isList || redirect_uris.length > fixed.redirectUrisMax) deny('invalid_redirect_uri', accepted)
  if (!redirect_uris.every((uri) => typeof uri === 'string' && isRedirectUri(uri)))
    deny('invalid_redirect_uri', accepted)
  return redirect_uris
}
