/** Dynamic client registration (RFC 7591): open to any program. A registration proves nothing and grants nothing. */
import type { Tx } from '../../storage/sql.ts'
import type { Metadata } from '../clients/rules.ts'
import { insertClient, removeClientsAbove } from '../clients/table.ts'
import { sweep } from '../expired/steps.ts'
import { checkFlow } from './check-flow.ts'
import { checkName } from './check-name.ts'
import { checkRedirectUris } from './check-redirect-uris.ts'

type RequestContext = { tx: Tx; now: number; newId: () => string; maxClients: number }
type Registration = { name: string; redirect_uris: string[] }

/** Some serializers write null for fields that are not set. */
const withoutNulls = (metadata: Metadata): Metadata =>
  Object.fromEntries(Object.entries(metadata).filter(([, value]) => value !== null))

/** What a program may register; checked before it is counted and stored. */
export function checkRegistration(sent: Metadata): Registration {
  const metadata = withoutNulls(sent)
  const redirect_uris = checkRedirectUris(metadata)
  const name = checkName(metadata)
  checkFlow(metadata)
  return { name, redirect_uris }
}

export async function registerClient({ name, redirect_uris }: Registration, context: RequestContext) {
  const { tx, now, newId, maxClients } = context
  const id = newId()
  await insertClient(tx, { id, name, redirect_uris, created_at: now })
  await sweep(tx, now)
  await removeClientsAbove(tx, maxClients, id)
  return {
    client_id: id,
    client_id_issued_at: now,
    client_name: name,
    redirect_uris,
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    // Even if the client asked for another method: a program on a user's machine cannot keep a secret.
    token_endpoint_auth_method: 'none',
  }
}
