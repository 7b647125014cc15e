/** Functions of the web site about a guest's session, outside any operation. */
import type { GuestSession } from '../../kernel/operation.ts'
import type { Database } from '../../storage/sql.ts'
import { requestHash, type SentComment } from './rules.ts'
import { findGuestRequest, isUnusedSession, markSessionUsed } from './table.ts'

/**
 * Marks the session as used. After that, sending the first comment again does not resume it, so others cannot take it
 * over.
 */
export async function noteSessionUse(db: Database, guestId: string): Promise<void> {
  if (await db.read('use of a session', (tx) => isUnusedSession(tx, guestId)))
    await db.write('first use of a session', (tx) => markSessionUsed(tx, guestId))
}

/** Finds the comment that this session has already sent with the same request id and words. */
export async function findSentComment(
  db: Database,
  { id }: GuestSession,
  { request_id, ...sent }: SentComment & { request_id: string },
): Promise<string | undefined> {
  const earlier = await db.read('comment sent again', (tx) => findGuestRequest(tx, id, request_id))
  return earlier?.request_hash === requestHash(sent) ? earlier.item_id : undefined
}
