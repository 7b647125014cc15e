/** Dynamic client registration (RFC 7591): any program may introduce itself. It proves nothing and is trusted with nothing. */
import type { Tx } from '../../storage/sql.ts'
import type { Metadata } from '../clients/rules.ts'
import { insertClient } from '../clients/table.ts'
import { sweep } from '../steps.ts'
import { checkFlow } from './check-flow.ts'
import { checkName } from './check-name.ts'
import { checkRedirectUris } from './check-redirect-uris.ts'

type RequestContext = { tx: Tx; now: number; newId: () => string }

/** Serializers write null for what a program has nothing to say about. */
const given = (metadata: Metadata): Metadata =>
  Object.fromEntries(Object.entries(metadata).filter(([, value]) => value !== null))

export async function registerClient(sent: Metadata, { tx, now, newId }: RequestContext) {
  const metadata = given(sent)
  const redirect_uris = checkRedirectUris(metadata)
  const name = checkName(metadata)
  checkFlow(metadata)

  const id = newId()
  await insertClient(tx, { id, name, redirect_uris, created_at: now })
  await sweep(tx, now)
  return {
    client_id: id,
    client_id_issued_at: now,
    client_name: name,
    redirect_uris,
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none', // whatever was asked: a program on somebody's machine keeps no secret
  }
}
