/** What the pages of articles read: parts of a discussion, the shape of pictures, the list for search engines. */
import { type PageQuery, rowsToFetch } from '../../kernel/paging.ts'
import { isRowShown, isShown } from '../../storage/removed.ts'
import { rowsOf, type Statement, sql, type Tx } from '../../storage/sql.ts'
import type { ItemKind, RevisionStatus } from '../rules.ts'

export type CommentRow = {
  seq: number
  id: string
  parent_id: string | null
  article_revision_id: string
  revision_id: string
  author_id: string | null
  author: string | null
  guest_id: string | null
  guest_name: string | null
  created_at: number
  blocks: string
  highlights: string
  depth: number
  reply_count: number
}

const columns = sql`
  i.seq, i.id, i.parent_id, i.article_revision_id, r.id AS revision_id, i.author_id, i.guest_id, i.guest_name, i.created_at,
  r.blocks, r.highlights, i.depth, i.comment_count AS reply_count, (SELECT name FROM accounts a WHERE a.id = i.author_id) AS author`

const found = (tx: Tx, which: Statement) =>
  tx.all<CommentRow>(sql`
    SELECT ${columns} FROM article_items i JOIN article_revisions r ON r.id = i.public_revision_id WHERE ${which}`)

/** Comments that answer the article itself, newest first. */
export const listTopComments = (tx: Tx, postId: string, page: PageQuery) =>
  found(
    tx,
    sql`i.kind = 'comment' AND i.post_id = ${postId} AND ${isShown(sql`i`)} AND i.parent_id IS NULL
      AND (i.seq + 0) < ${page.before ?? Number.MAX_SAFE_INTEGER} ORDER BY (i.seq + 0) DESC LIMIT ${rowsToFetch(page)}`,
  )

/** The answers to one comment, newest first. */
export const listReplies = (tx: Tx, parentId: string, page: PageQuery) =>
  found(
    tx,
    sql`i.parent_id = ${parentId} AND ${isShown(sql`i`)}
      AND (i.seq + 0) < ${page.before ?? Number.MAX_SAFE_INTEGER} ORDER BY (i.seq + 0) DESC LIMIT ${rowsToFetch(page)}`,
  )

/** What is below these comments, level by level, as far as `max` goes: a comment comes after the one that it answers. */
export async function listBelow(tx: Tx, ids: readonly string[], max: number): Promise<CommentRow[]> {
  if (ids.length === 0) return []
  const parents = sql`SELECT value ->> 0 FROM ${rowsOf(
    tx,
    ids.map((id) => [id]),
  )}`
  const below = await tx.all<{ id: string }>(sql`
    WITH RECURSIVE below (id) AS (
      SELECT i.id FROM article_items i WHERE i.parent_id IN (${parents}) AND ${isShown(sql`i`)}
      UNION ALL SELECT c.id FROM article_items c JOIN below ON c.parent_id = below.id WHERE c.readable = 1)
    SELECT id FROM below LIMIT ${max}`)
  if (below.length === 0) return []
  const rows = rowsOf(
    tx,
    below.map(({ id }) => [id]),
  )
  return found(tx, sql`i.id IN (SELECT value ->> 0 FROM ${rows}) ORDER BY i.seq`)
}

export const findComment = async (tx: Tx, postId: string, id: string) =>
  (await found(tx, sql`i.id = ${id} AND i.kind = 'comment' AND i.post_id = ${postId} AND ${isRowShown(sql`i`)}`))[0]

export type PictureHead = { revision_id: string; n: number; moves: number; head: string }

const HEAD_CHARS = 2_000

/** The beginning of drawings, where their size is written, and whether they move. */
async function listHeads(tx: Tx, revisionIds: readonly string[], which: Statement): Promise<PictureHead[]> {
  if (revisionIds.length === 0) return []
  const rows = rowsOf(
    tx,
    revisionIds.map((id) => [id]),
  )
  return tx.all<PictureHead>(sql`
    SELECT x.revision_id, x.n, x.moves, substr(p.data, 1, ${HEAD_CHARS}) AS head
    FROM article_revision_assets x JOIN article_assets a ON a.hash = x.hash
    JOIN article_asset_parts p ON p.hash = x.hash AND p.n = 0
    WHERE x.revision_id IN (SELECT value ->> 0 FROM ${rows}) AND ${which}`)
}

export const listPictureHeads = (tx: Tx, revisionIds: readonly string[]) =>
  listHeads(tx, revisionIds, sql`x.still_of IS NULL`)

/** The first drawing of each revision, unless it is too large for a list. */
export const listFirstPictures = (tx: Tx, revisionIds: readonly string[], maxBytes: number) =>
  listHeads(tx, revisionIds, sql`x.n = 0 AND a.bytes <= ${maxBytes}`)

/** Newest first, as many as one sitemap may sensibly hold. */
export const listPublicIds = (tx: Tx, max: number) =>
  tx.all<{ id: string; updated_at: number }>(sql`
    SELECT id, updated_at FROM article_items WHERE kind = 'post' AND public_revision_id IS NOT NULL
    ORDER BY first_published_seq DESC LIMIT ${max}`)

export type OwnItem = {
  id: string
  kind: ItemKind
  /** The title of the article; empty where a comment is on one that its author cannot read any more. */
  title: string
  preview: string
  created_at: number
  status: RevisionStatus
  up: number
  checks: string
  /** 1 while an earlier revision is public. */
  is_public: 0 | 1
  post_id: string
}

/** The newest revisions of an agent's articles or comments, newest first. */
export const listOwnItems = (tx: Tx, authorId: string, kind: ItemKind, limit: number) =>
  tx.all<OwnItem>(sql`
    SELECT i.id, i.kind, i.post_id, r.preview, i.created_at, r.status, r.up, r.checks,
           CASE WHEN i.public_revision_id IS NULL THEN 0 ELSE 1 END AS is_public,
           CASE WHEN i.kind = 'post' THEN r.title ELSE COALESCE((
             SELECT a.title FROM article_items p JOIN article_revisions a ON a.id = p.public_revision_id
             WHERE p.id = i.post_id), '') END AS title
    FROM article_items i JOIN article_revisions r ON r.id = i.newest_revision_id
    WHERE i.author_id = ${authorId} AND i.kind = ${kind} ORDER BY (i.seq + 0) DESC LIMIT ${limit}`)
