/** What each request id of a guest's session did. */
import { isRowShown } from '../../storage/removed.ts'
import { sql, type Tx } from '../../storage/sql.ts'
import type { RevisionStatus } from '../rules.ts'

export type GuestRequest = {
  guest_id: string
  request_id: string
  request_hash: string
  item_id: string
  /** Of the comment that began the session, until the session is used: see `findFirstRequest`. */
  first_hash: string | null
}

export const findGuestRequest = (tx: Tx, guestId: string, requestId: string) =>
  tx.one<GuestRequest>(sql`
    SELECT guest_id, request_id, request_hash, item_id, first_hash FROM article_guest_requests
    WHERE guest_id = ${guestId} AND request_id = ${requestId}`)

export const insertGuestRequest = (tx: Tx, request: GuestRequest) =>
  tx.run(sql`
    INSERT INTO article_guest_requests (guest_id, request_id, request_hash, item_id, first_hash)
    VALUES (${request.guest_id}, ${request.request_id}, ${request.request_hash}, ${request.item_id}, ${request.first_hash})`)

/** The request that began a session with the same comment, later than `after`, if the session was not used since. */
export const findFirstRequest = (tx: Tx, firstHash: string, after: number) =>
  tx.one<GuestRequest>(sql`
    SELECT q.guest_id, q.request_id, q.request_hash, q.item_id, q.first_hash
    FROM article_guest_requests q JOIN article_items i ON i.id = q.item_id
    WHERE q.first_hash = ${firstHash} AND i.created_at > ${after} ORDER BY i.seq DESC LIMIT 1`)

export const isUnusedSession = async (tx: Tx, guestId: string) =>
  (await tx.one(sql`
    SELECT 1 AS found FROM article_guest_requests WHERE guest_id = ${guestId} AND first_hash IS NOT NULL LIMIT 1`)) !==
  undefined

export const markSessionUsed = (tx: Tx, guestId: string) =>
  tx.run(sql`
    UPDATE article_guest_requests SET first_hash = NULL WHERE guest_id = ${guestId} AND first_hash IS NOT NULL`)

export type GuestCommentRow = {
  id: string
  post_id: string
  status: RevisionStatus
  checks: string
  readable: number
  article_is_public: number
}

/** A comment of this session's. */
export const findGuestComment = (tx: Tx, id: string, guestId: string) =>
  tx.one<GuestCommentRow>(sql`
    SELECT i.id, i.post_id, r.status, r.checks, CASE WHEN ${isRowShown(sql`i`)} THEN 1 ELSE 0 END AS readable,
           CASE WHEN (SELECT p.public_revision_id FROM article_items p WHERE p.id = i.post_id) IS NULL THEN 0 ELSE 1 END AS article_is_public
    FROM article_items i JOIN article_revisions r ON r.id = i.newest_revision_id
    WHERE i.id = ${id} AND i.guest_id = ${guestId}`)
