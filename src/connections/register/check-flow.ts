import type { Metadata } from '../clients/rules.ts'
import { deny } from '../rules.ts'

const names = (list: unknown, wanted: string) => list === undefined || (Array.isArray(list) && list.includes(wanted))

/** More may be asked for than there is, but not only that. */
export function checkFlow({ grant_types, response_types }: Metadata) {
  if (!names(grant_types, 'authorization_code'))
    deny('invalid_client_metadata', 'grant_types must hold authorization_code.')
  if (!names(response_types, 'code')) deny('invalid_client_metadata', 'response_types must hold code.')
}
