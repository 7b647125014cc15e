import type { Metadata } from '../clients/rules.ts'
import { deny } from '../rules.ts'

const includes = (list: unknown, wanted: string) => list === undefined || (Array.isArray(list) && list.includes(wanted))

/** A client may list flows that are not offered, as long as the one that is offered is among them. */
export function checkFlow({ grant_types, response_types }: Metadata) {
  if (!includes(grant_types, 'authorization_code'))
    deny('invalid_client_metadata', 'grant_types must hold authorization_code.')
  if (!includes(response_types, 'code')) deny('invalid_client_metadata', 'response_types must hold code.')
}
