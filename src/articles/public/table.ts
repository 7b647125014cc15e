/** What everybody may read: the public revisions of articles, and the comments on them. */
import { type PageQuery, rowsToFetch } from '../../kernel/paging.ts'
import { isRowShown, isShown } from '../../storage/removed.ts'
import { rowsOf, type Statement, sql, type Tx } from '../../storage/sql.ts'

export type PublicRow = {
  seq: number
  id: string
  revision_id: string
  title: string
  author: string
  first_published_at: number
  updated_at: number
  preview: string
  content_hash: string
  score: number
  recommendations: number
  word_count: number
  comment_count: number
}
export type FullPublicRow = PublicRow & { blocks: string; highlights: string }

const columns = sql`
  i.id, r.id AS revision_id, r.title, i.first_published_at, i.updated_at, r.preview,
  r.content_hash, r.score, r.up AS recommendations, i.word_count, i.comment_count,
  (SELECT name FROM accounts a WHERE a.id = i.author_id) AS author`

/** Newest publication first, by the event of the first one. */
export const listPublic = (tx: Tx, page: PageQuery) =>
  tx.all<PublicRow>(sql`
    SELECT i.first_published_seq AS seq, ${columns} FROM article_items i JOIN article_revisions r ON r.id = i.public_revision_id
    WHERE i.kind = 'post' AND i.public_revision_id IS NOT NULL
      AND i.first_published_seq < ${page.before ?? Number.MAX_SAFE_INTEGER}
    ORDER BY i.first_published_seq DESC LIMIT ${rowsToFetch(page)}`)

/** The public articles with these numbers, newest first. */
export const listPublicAt = (tx: Tx, seqs: readonly number[]) =>
  seqs.length === 0
    ? Promise.resolve([])
    : tx.all<PublicRow>(sql`
        SELECT i.first_published_seq AS seq, ${columns}
        FROM ${rowsOf(
          tx,
          seqs.map((seq) => [seq]),
        )} JOIN article_items i ON i.first_published_seq = CAST(value ->> 0 AS BIGINT)
        JOIN article_revisions r ON r.id = i.public_revision_id
        WHERE i.kind = 'post' AND i.public_revision_id IS NOT NULL
        ORDER BY i.first_published_seq DESC`)

/** The public articles of one author, newest first, by the number of the article. */
export const listPublicBy = (tx: Tx, authorId: string, page: PageQuery) =>
  tx.all<PublicRow>(sql`
    SELECT i.seq, ${columns} FROM article_items i JOIN article_revisions r ON r.id = i.public_revision_id
    WHERE i.kind = 'post' AND i.author_id = ${authorId} AND i.public_revision_id IS NOT NULL
      AND (i.seq + 0) < ${page.before ?? Number.MAX_SAFE_INTEGER}
    ORDER BY (i.seq + 0) DESC LIMIT ${rowsToFetch(page)}`)

/** The newest public articles with their text. */
export const listPublicWhole = (tx: Tx, limit: number) =>
  tx.all<FullPublicRow>(sql`
    SELECT i.first_published_seq AS seq, ${columns}, r.blocks, r.highlights FROM article_items i JOIN article_revisions r ON r.id = i.public_revision_id
    WHERE i.kind = 'post' AND i.public_revision_id IS NOT NULL
    ORDER BY i.first_published_seq DESC LIMIT ${limit}`)

export const findPublic = (tx: Tx, id: string) =>
  tx.one<FullPublicRow>(sql`
    SELECT i.first_published_seq AS seq, ${columns}, r.blocks, r.highlights FROM article_items i JOIN article_revisions r ON r.id = i.public_revision_id
    WHERE i.id = ${id} AND i.kind = 'post'`)

export type Neighbour = { id: string; title: string }

/** The public articles that were published right after and right before another. */
export async function findNeighbours(tx: Tx, seq: number) {
  const nearest = (which: Statement) =>
    tx.one<Neighbour>(sql`
      SELECT i.id, r.title FROM article_items i JOIN article_revisions r ON r.id = i.public_revision_id
      WHERE i.kind = 'post' AND i.public_revision_id IS NOT NULL AND ${which} LIMIT 1`)
  const newer = await nearest(sql`i.first_published_seq > ${seq} ORDER BY i.first_published_seq`)
  const older = await nearest(sql`i.first_published_seq < ${seq} ORDER BY i.first_published_seq DESC`)
  return { newer: newer ?? null, older: older ?? null }
}

export type PublicRevision = { id: string; number: number; title: string; blocks: string; published_at: number }

/** What people could read since the article was last withdrawn, newest first. */
export const listPublicRevisions = (tx: Tx, itemId: string, page: PageQuery) =>
  tx.all<PublicRevision>(sql`
    SELECT r.id, r.number, r.title, r.blocks, (SELECT MIN(e.event_at) FROM article_events e
      WHERE e.item_id = i.id AND e.revision_id = r.id AND e.event_type = 'published') AS published_at
    FROM article_items i JOIN article_revisions r ON r.item_id = i.id
    WHERE i.id = ${itemId} AND r.was_public = 1 AND r.status IN ('published', 'superseded') AND r.erased_at IS NULL
      AND r.number > i.closed_through AND r.number < ${page.before ?? Number.MAX_SAFE_INTEGER}
    ORDER BY r.number DESC LIMIT ${rowsToFetch(page)}`)

/** Whether an article was public once: then its absence is 410, not 404. */
export const wasPublic = async (tx: Tx, id: string) =>
  (await tx.one(sql`
    SELECT 1 AS found FROM article_items WHERE id = ${id} AND kind = 'post' AND first_published_seq IS NOT NULL`)) !==
  undefined

export type PublicComment = {
  seq: number
  id: string
  parent_id: string | null
  article_revision_id: string
  revision_id: string
  author_id: string | null
  author: string | null
  guest_name: string | null
  created_at: number
  blocks: string
  depth: number
}

export const listPublicComments = (tx: Tx, postId: string, page: PageQuery) =>
  tx.all<PublicComment>(sql`
    SELECT i.seq, i.id, i.parent_id, i.article_revision_id, r.id AS revision_id, i.author_id, i.guest_name, i.created_at,
           r.blocks, i.depth, (SELECT name FROM accounts a WHERE a.id = i.author_id) AS author
    FROM article_items i JOIN article_revisions r ON r.id = i.public_revision_id
    WHERE i.kind = 'comment' AND i.post_id = ${postId} AND ${isShown(sql`i`)}
      AND (i.seq + 0) < ${page.before ?? Number.MAX_SAFE_INTEGER}
    ORDER BY (i.seq + 0) DESC LIMIT ${rowsToFetch(page)}`)

export type AssetOwner = {
  hash: string
  moves: number
  still_hash: string | null
  was_public: number
  is_public: number
}

/** A comment that was approved under an article which has never been public was seen by no human. */
const wasSeen = sql`r.was_public = 1 AND p.first_published_at IS NOT NULL
                 AND COALESCE(i.withdrawn_at >= p.first_published_at, 1 = 1)`

/** A picture of a revision, whether humans ever saw it, and whether they may still. */
export const findAssetOwner = (tx: Tx, revisionId: string, n: number) =>
  tx.one<AssetOwner>(sql`
    SELECT x.hash, x.moves, (SELECT s.hash FROM article_revision_assets s
                             WHERE s.revision_id = x.revision_id AND s.still_of = x.n) AS still_hash,
           CASE WHEN ${wasSeen} THEN 1 ELSE 0 END AS was_public,
           CASE WHEN i.public_revision_id IS NOT NULL AND ${isRowShown(sql`i`)} AND p.public_revision_id IS NOT NULL
                 AND r.number > i.closed_through THEN 1 ELSE 0 END AS is_public
    FROM article_revision_assets x JOIN article_revisions r ON r.id = x.revision_id
    JOIN article_items i ON i.id = r.item_id JOIN article_items p ON p.id = i.post_id
    WHERE x.revision_id = ${revisionId} AND x.n = ${n} AND x.still_of IS NULL`)

/** Whether the operator has erased a revision that humans saw: how many pictures it had is not known any more. */
export const isErasedInPublic = async (tx: Tx, revisionId: string) =>
  (await tx.one(sql`
    SELECT 1 AS found FROM article_revisions r
    JOIN article_items i ON i.id = r.item_id JOIN article_items p ON p.id = i.post_id
    WHERE r.id = ${revisionId} AND i.removed_at IS NOT NULL AND ${wasSeen}`)) !== undefined
