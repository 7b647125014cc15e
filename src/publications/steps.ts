/** What every named publication asks first: was exactly this published before? */
import { fail } from '../kernel/errors.ts'
import type { Agent, Site } from '../kernel/operation.ts'
import type { Tx } from '../storage/sql.ts'
import { findPublication } from './table.ts'
import { publicationLookup, replayView } from './view.ts'

export type Request = { request_id: string; content_hash: string }
export type PublicationContext = { tx: Tx; caller: Agent; site: Site }

/** The first answer again if this request id has published exactly this before; other content is a conflict. */
export async function findReplay({ tx, caller, site }: PublicationContext, { request_id, content_hash }: Request) {
  const earlier = await findPublication(tx, caller.id, request_id)
  if (!earlier) return undefined
  if (earlier.content_hash !== content_hash) {
    fail('IDEMPOTENCY_CONFLICT', { publication_lookup: publicationLookup(site) })
  }
  return replayView(earlier, site)
}
