/** Articles and comments, without their text. */
import { must } from '../../kernel/must.ts'
import { type PageQuery, rowsToFetch } from '../../kernel/paging.ts'
import { isRowShown, isShown } from '../../storage/removed.ts'
import { idsOf, type Statement, sql, type Tx } from '../../storage/sql.ts'
import type { ItemKind, RevisionStatus } from '../rules.ts'

export type NewItem = {
  seq: number
  id: string
  kind: ItemKind
  author_id: string | null
  guest_id: string | null
  guest_name: string | null
  post_id: string
  parent_id: string | null
  article_revision_id: string | null
  depth: number
  created_at: number
}

export type Item = NewItem & {
  withdrawn_at: number | null
  restricted_at: number | null
  removed_at: number | null
  /** Revisions up to this number are from before a withdrawal. */
  closed_through: number
  newest_revision_id: string | null
  candidate_revision_id: string | null
  public_revision_id: string | null
  readable: number
  comment_count: number
  is_counted: number
  first_published_seq: number | null
  first_published_at: number | null
  updated_at: number | null
}

const columns = sql`
  i.seq, i.id, i.kind, i.author_id, i.guest_id, i.guest_name, i.post_id, i.parent_id, i.article_revision_id, i.depth,
  i.created_at, i.withdrawn_at, i.restricted_at, i.removed_at, i.closed_through, i.newest_revision_id,
  i.candidate_revision_id, i.public_revision_id, CASE WHEN ${isRowShown(sql`i`)} THEN 1 ELSE 0 END AS readable,
  i.comment_count, i.is_counted, i.first_published_seq, i.first_published_at, i.updated_at`

export const insertItem = (tx: Tx, item: NewItem) =>
  tx.run(sql`
    INSERT INTO article_items (seq, id, kind, author_id, guest_id, guest_name, post_id, parent_id, article_revision_id,
                               depth, created_at)
    VALUES (${item.seq}, ${item.id}, ${item.kind}, ${item.author_id}, ${item.guest_id}, ${item.guest_name},
            ${item.post_id}, ${item.parent_id}, ${item.article_revision_id}, ${item.depth}, ${item.created_at})`)

export const findItem = (tx: Tx, id: string) =>
  tx.one<Item>(sql`SELECT ${columns} FROM article_items i WHERE i.id = ${id}`)

/** An item that exists. */
export const readItem = async (tx: Tx, id: string) => must(await findItem(tx, id), `the item ${id}`)

/** The columns that follow from an item's revisions. */
export type Derived = Pick<
  Item,
  'newest_revision_id' | 'candidate_revision_id' | 'public_revision_id' | 'readable' | 'is_counted'
>

export const saveDerived = (tx: Tx, id: string, derived: Derived) =>
  tx.run(sql`
    UPDATE article_items
    SET newest_revision_id = ${derived.newest_revision_id}, candidate_revision_id = ${derived.candidate_revision_id},
        public_revision_id = ${derived.public_revision_id}, readable = ${derived.readable},
        is_counted = ${derived.is_counted}
    WHERE id = ${id}`)

/** The first publication gives an article its place in the public feed; later ones only its new time. */
export const savePublished = (tx: Tx, id: string, { seq, at }: { seq: number; at: number }) =>
  tx.run(sql`
    UPDATE article_items
    SET first_published_seq = COALESCE(first_published_seq, ${seq}),
        first_published_at = COALESCE(first_published_at, ${at}), updated_at = ${at}
    WHERE id = ${id}`)

/** From now on the item's revisions are open to its author alone, for good. */
export const saveWithdrawn = (tx: Tx, id: string, at: number) =>
  tx.run(sql`
    UPDATE article_items SET withdrawn_at = ${at},
      closed_through = (SELECT MAX(number) FROM article_revisions WHERE item_id = ${id})
    WHERE id = ${id}`)

/** A new revision that is not rejected brings the item back, without the older revisions. */
export const saveResumed = (tx: Tx, id: string) =>
  tx.run(sql`UPDATE article_items SET withdrawn_at = NULL WHERE id = ${id}`)

export const saveRestricted = (tx: Tx, id: string, at: number | null) =>
  tx.run(sql`UPDATE article_items SET restricted_at = ${at} WHERE id = ${id}`)

/** An author's articles that wait: a candidate, or one that the operator must look at. */
export async function countPending(tx: Tx, authorId: string): Promise<number> {
  const row = await tx.one<{ pending: number }>(sql`
    SELECT COUNT(*) AS pending FROM article_items i
    WHERE i.author_id = ${authorId} AND i.kind = 'post' AND EXISTS (
      SELECT 1 FROM article_revisions r WHERE r.item_id = i.id AND r.status IN ('awaiting_votes', 'auto_review'))`)
  return row?.pending ?? 0
}

/** An item with the revision that the caller reads, without its text. */
export type ItemRow = Item & {
  author: string | null
  revision_id: string
  number: number
  revision_status: RevisionStatus
  erased_at: number | null
  /** Whether others may read this revision while they may read the item. */
  revision_is_open: number
  /** Comments: the revision that an answer is about. */
  reply_revision_id: string | null
  title: string
  content_hash: string
  checks: string
  score: number
  article_is_public: number
  article_is_readable: number
  latest_comment_id: string | null
}

/** A row together with the text of its revision. */
export type FullRow = ItemRow & { blocks: string }

/** Authors read their newest revision; others the candidate, else the public one. */
const revisionFor = (callerId: string | null) =>
  sql`CASE WHEN i.author_id = ${callerId} THEN i.newest_revision_id
           ELSE COALESCE(i.candidate_revision_id, i.public_revision_id) END`

/** Revisions that are open to others, or were until a newer one replaced them; never those from before a withdrawal. */
const isOpen = (revision: Statement, item: Statement) => sql`
  (${revision}.number > ${item}.closed_through AND (
    ${revision}.status IN ('awaiting_votes', 'published') OR (${revision}.status = 'superseded' AND ${revision}.was_readable = 1)))`

const rowColumns = sql`
  ${columns}, (SELECT name FROM accounts a WHERE a.id = i.author_id) AS author,
  r.id AS revision_id, r.number, r.status AS revision_status, r.erased_at, r.title, r.content_hash, r.checks, r.score,
  CASE WHEN ${isOpen(sql`r`, sql`i`)} THEN 1 ELSE 0 END AS revision_is_open,
  (SELECT CASE WHEN ${isOpen(sql`x`, sql`p`)} THEN x.id ELSE COALESCE(p.candidate_revision_id, p.public_revision_id) END
   FROM article_revisions x JOIN article_items p ON p.id = x.item_id WHERE x.id = i.article_revision_id) AS reply_revision_id,
  CASE WHEN (SELECT p.public_revision_id FROM article_items p WHERE p.id = i.post_id) IS NULL THEN 0 ELSE 1 END AS article_is_public,
  (SELECT p.readable FROM article_items p WHERE p.id = i.post_id) AS article_is_readable,
  (SELECT c.id FROM article_items c WHERE c.kind = 'comment' AND c.post_id = i.id AND ${isShown(sql`c`)}
   ORDER BY (c.seq + 0) DESC LIMIT 1) AS latest_comment_id`

/** One item as the caller reads it; undefined where the caller may not. */
export const findItemRow = (tx: Tx, id: string, callerId: string | null) =>
  tx.one<ItemRow>(sql`
    SELECT ${rowColumns} FROM article_items i JOIN article_revisions r ON r.id = ${revisionFor(callerId)}
    WHERE i.id = ${id} AND ${isVisibleTo(callerId)}`)

export type RevisionRow = ItemRow & { was_public: number }

/** One exact revision in the row of its item: whether the caller may read it is decided by its status. */
export const findRevisionRow = (tx: Tx, revisionId: string) =>
  tx.one<RevisionRow>(sql`
    SELECT ${rowColumns}, r.was_public FROM article_revisions r JOIN article_items i ON i.id = r.item_id
    WHERE r.id = ${revisionId}`)

/** The row of a revision that exists. */
export const readRevisionRow = async (tx: Tx, revisionId: string) =>
  must(await findRevisionRow(tx, revisionId), `the revision ${revisionId}`)

const isVisibleTo = (callerId: string | null) => sql`
  (i.author_id = ${callerId} OR
   (${isRowShown(sql`i`)} AND (i.kind = 'post' OR (SELECT p.readable FROM article_items p WHERE p.id = i.post_id) = 1)))`

/** Readable articles and the caller's own, newest first: two short walks of two indexes. */
export function listArticles(tx: Tx, callerId: string, page: PageQuery): Promise<ItemRow[]> {
  const older = sql`(i.seq + 0) < ${page.before ?? Number.MAX_SAFE_INTEGER} ORDER BY (i.seq + 0) DESC LIMIT ${rowsToFetch(page)}`
  return rowsIn(
    tx,
    rowColumns,
    sql`SELECT seq FROM (SELECT i.seq FROM article_items i WHERE i.kind = 'post' AND i.readable = 1 AND ${older}) AS open_ones
        UNION
        SELECT seq FROM (SELECT i.seq FROM article_items i WHERE i.kind = 'post' AND i.author_id = ${callerId} AND ${older}) AS own_ones`,
    callerId,
    page,
  )
}

/** The comments on an article that others may read, and the caller's own, newest first. */
export function listComments(
  tx: Tx,
  { id: postId, readable }: Pick<Item, 'id' | 'readable'>,
  callerId: string,
  page: PageQuery,
): Promise<FullRow[]> {
  const older = sql`(i.seq + 0) < ${page.before ?? Number.MAX_SAFE_INTEGER} ORDER BY (i.seq + 0) DESC LIMIT ${rowsToFetch(page)}`
  return rowsIn<FullRow>(
    tx,
    sql`${rowColumns}, r.blocks`,
    sql`SELECT seq FROM (SELECT i.seq FROM article_items i
          WHERE i.kind = 'comment' AND i.post_id = ${postId} AND ${isShown(sql`i`)} AND 1 = ${readable} AND ${older}) AS open_ones
        UNION
        SELECT seq FROM (SELECT i.seq FROM article_items i
          WHERE i.kind = 'comment' AND i.post_id = ${postId} AND i.author_id = ${callerId} AND ${older}) AS own_ones`,
    callerId,
    page,
  )
}

const rowsIn = <Row extends ItemRow>(
  tx: Tx,
  selected: Statement,
  seqs: Statement,
  callerId: string | null,
  page: PageQuery,
) =>
  tx.all<Row>(sql`
    SELECT ${selected} FROM (${seqs}) AS found JOIN article_items i ON i.seq = found.seq
    JOIN article_revisions r ON r.id = ${revisionFor(callerId)}
    ORDER BY i.seq DESC LIMIT ${rowsToFetch(page)}`)

export type LatestComment = {
  id: string
  revision_id: string
  author_id: string | null
  guest_name: string | null
  author: string | null
  created_at: number
}

export async function mapLatestComments(tx: Tx, ids: readonly string[]): Promise<Map<string, LatestComment>> {
  if (ids.length === 0) return new Map()
  const found = await tx.all<LatestComment>(sql`
    SELECT i.id, i.public_revision_id AS revision_id, i.author_id, i.guest_name, i.created_at,
           (SELECT name FROM accounts a WHERE a.id = i.author_id) AS author
    FROM article_items i WHERE i.id IN ${idsOf(tx, ids)}`)
  return new Map(found.map((comment) => [comment.id, comment]))
}
