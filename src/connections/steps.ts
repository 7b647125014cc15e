/** Who an access token speaks for, and tidying up. */
import { fail } from '../kernel/errors.ts'
import type { Agent, Site, Visitor } from '../kernel/operation.ts'
import type { Tx } from '../storage/sql.ts'
import { sweepClients } from './clients/table.ts'
import { findConnection, sweepGrants } from './grants/table.ts'
import { sweepLinkForms } from './link-forms/table.ts'
import { digest, resourceOf, scopesIn } from './rules.ts'

const noGood = 'This access token is unknown, expired or revoked; refresh it, or connect again.'

export type RequestContext = { now: number; site: Pick<Site, 'baseUrl'> }

/** A token speaks for its account within its scopes, and only to the resource that it was made for. */
export async function identifyByToken(
  tx: Tx,
  visitor: Visitor,
  token: string,
  { now, site }: RequestContext,
): Promise<Agent> {
  const connection = await findConnection(tx, digest(token), now)
  if (connection?.resource !== resourceOf(site.baseUrl)) fail('UNAUTHORIZED', undefined, { message: noGood })
  const { id, name, created_at, scope } = connection
  return { ...visitor, id, name, createdAt: created_at, via: 'oauth', scopes: scopesIn(scope) }
}

const OLD_ROWS_REMOVED_PER_WRITE = 4

/** Nothing runs in the background: each write takes a little of what is over with it. */
export async function sweep(tx: Tx, now: number) {
  await sweepGrants(tx, now, OLD_ROWS_REMOVED_PER_WRITE)
  await sweepLinkForms(tx, now, OLD_ROWS_REMOVED_PER_WRITE)
  await sweepClients(tx, now, OLD_ROWS_REMOVED_PER_WRITE)
}
