import { type Metadata, shownName } from '../clients/rules.ts'
import { deny } from '../rules.ts'

export function checkName({ client_name = '' }: Metadata): string {
  if (typeof client_name !== 'string') deny('invalid_client_metadata', 'client_name must be text.')
  return shownName(client_name)
}
