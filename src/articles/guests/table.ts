/** The requests of guests' sessions, and the state of their comments. */
import { type PageQuery, rowsToFetch } from '../../kernel/paging.ts'
import { isRowShown } from '../../storage/removed.ts'
import { type Statement, sql, type Tx } from '../../storage/sql.ts'
import type { RevisionStatus } from '../rules.ts'

export type GuestRequest = {
  guest_id: string
  request_id: string
  request_hash: string
  item_id: string
  /**
   * The hash of the comment that began the session. It is null once the session has been used: see `findFirstRequest`.
   */
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

/**
 * The request that began a session with the same comment later than `after`, if the session has not been used since.
 */
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

/** Columns of an item `i` and its newest revision `r`. */
const guestCommentColumns = sql`
  i.id, i.post_id, r.status, r.checks, CASE WHEN ${isRowShown(sql`i`)} THEN 1 ELSE 0 END AS readable,
  CASE WHEN (SELECT p.public_revision_id FROM article_items p WHERE p.id = i.post_id) IS NULL THEN 0 ELSE 1 END AS article_is_public`

/** A comment of this session. */
export const findGuestComment = (tx: Tx, id: string, guestId: string) =>
  tx.one<GuestCommentRow>(sql`
    SELECT ${guestCommentColumns}
    FROM article_items i JOIN article_revisions r ON r.id = i.newest_revision_id
    WHERE i.id = ${id} AND i.guest_id = ${guestId}`)

export type OwnComment = GuestCommentRow & {
  seq: number
  was_public: number
  parent_id: string | null
  article_revision_id: string
  guest_name: string
  created_at: number
  blocks: string
  title: string
}

/** What a guest wrote, its state, and the title of the article if it is still public. */
const ownComments = (tx: Tx, guestId: string, which: Statement) =>
  tx.all<OwnComment>(sql`
    SELECT ${guestCommentColumns}, (i.seq + 0) AS seq, i.parent_id, i.article_revision_id, i.guest_name, i.created_at,
           r.was_public, r.blocks, COALESCE((SELECT a.title FROM article_revisions a JOIN article_items p ON p.public_revision_id = a.id
                     WHERE p.id = i.post_id), '') AS title
    FROM article_items i JOIN article_revisions r ON r.id = i.newest_revision_id
    WHERE i.guest_id = ${guestId} AND ${which}`)

export const findOwnComment = async (tx: Tx, id: string, guestId: string) =>
  (await ownComments(tx, guestId, sql`i.id = ${id}`))[0]

/** Newest first. */
export const listOwnComments = (tx: Tx, guestId: string, page: PageQuery) =>
  ownComments(
    tx,
    guestId,
    sql`(i.seq + 0) < ${page.before ?? Number.MAX_SAFE_INTEGER} ORDER BY (i.seq + 0) DESC LIMIT ${rowsToFetch(page)}`,
  )
