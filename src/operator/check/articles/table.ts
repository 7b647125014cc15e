/**
 * Recounts the figures of articles and comments: what each item copies from its revisions, and its counts of votes,
 * events and pictures.
 */
import { tuning } from '../../../settings/tuning.ts'
import { type Recount, recountColumn, recountSequence, recountTotal, sumOf } from '../../../storage/recount.ts'
import { isShown } from '../../../storage/removed.ts'
import { type Statement, sql } from '../../../storage/sql.ts'

const items = sql`article_items`
const isArticle = sql`t.kind = 'post'`
const isComment = sql`t.kind = 'comment'`
const revisionIn = (status: string) =>
  sql`(SELECT r.id FROM article_revisions r WHERE r.item_id = t.id AND r.status = ${status})`
/** A comment may not have followed the comment that it answers yet: see `commentsBelow`. */
const isUnfollowed = sql`EXISTS (SELECT 1 FROM article_items p JOIN unfinished_work w ON w.number = p.seq
                                 WHERE p.id = t.parent_id AND w.kind = 'comment')`
const isAuthorFree = sql`EXISTS (SELECT 1 FROM accounts a WHERE a.id = t.author_id AND a.restricted_at IS NULL AND a.revoked_at IS NULL)`

const derived: readonly Recount[] = [
  recountColumn('newest revision of items', {
    table: items,
    stored: sql`t.newest_revision_id`,
    counted: sql`(SELECT r.id FROM article_revisions r WHERE r.item_id = t.id ORDER BY r.number DESC LIMIT 1)`,
  }),
  recountColumn('candidate of articles', {
    table: items,
    stored: sql`t.candidate_revision_id`,
    counted: revisionIn('awaiting_votes'),
    which: isArticle,
  }),
  recountColumn('public revision of items', {
    table: items,
    stored: sql`t.public_revision_id`,
    counted: revisionIn('published'),
  }),
  recountColumn('revisions from before a withdrawal', {
    table: items,
    stored: sql`t.closed_through`,
    counted: sql`(SELECT COALESCE(MAX(r.number), 0) FROM article_revisions r WHERE r.item_id = t.id AND r.status = 'withdrawn')`,
    atLeast: true, // those that were rejected or expired before are closed too
  }),
  recountColumn('readable articles', {
    table: items,
    stored: sql`t.readable`,
    counted: sql`(SELECT CASE WHEN COUNT(*) > 0 THEN 1 ELSE 0 END FROM article_revisions r
                  WHERE r.item_id = t.id AND r.status IN ('awaiting_votes', 'published'))`,
    which: isArticle,
  }),
  recountColumn('readable comments', {
    table: items,
    stored: sql`t.readable`,
    counted: sql`CASE WHEN t.public_revision_id IS NOT NULL AND (t.parent_id IS NULL OR
                   (SELECT p.readable FROM article_items p WHERE p.id = t.parent_id) = 1) THEN 1 ELSE 0 END`,
    which: sql`${isComment} AND NOT (${isUnfollowed} AND t.public_revision_id IS NOT NULL)`,
  }),
  recountColumn('articles counted as awaiting review', {
    table: items,
    stored: sql`t.is_counted`,
    counted: sql`CASE WHEN t.kind = 'post' AND t.candidate_revision_id IS NOT NULL AND t.first_published_seq IS NULL
                           AND ${isAuthorFree} THEN 1 ELSE 0 END`,
  }),
  recountColumn('first publication of articles', {
    table: items,
    stored: sql`t.first_published_seq`,
    counted: sql`(SELECT MIN(e.seq) FROM article_events e WHERE e.item_id = t.id AND e.event_type = 'published')`,
    which: isArticle,
  }),
  recountColumn('comments of articles', {
    table: items,
    stored: sql`t.comment_count`,
    counted: sql`(SELECT COUNT(*) FROM article_items c WHERE c.kind = 'comment' AND c.post_id = t.id AND ${isShown(sql`c`)})`,
    which: isArticle,
  }),
  recountColumn('replies of comments', {
    table: items,
    stored: sql`t.comment_count`,
    counted: sql`(SELECT COUNT(*) FROM article_items c WHERE c.parent_id = t.id AND c.public_revision_id IS NOT NULL)`,
    which: isComment,
  }),
]

function tally(name: string, stored: Statement, what: Statement): Recount {
  const counted = sumOf(what, sql`article_votes v WHERE v.revision_id = t.id`)
  return recountColumn(`${name} of revisions`, { table: sql`article_revisions`, stored, counted })
}

const revisions: readonly Recount[] = [
  tally('score', sql`t.score`, sql`v.value * v.weight`),
  tally('up', sql`t.up`, sql`CASE WHEN v.value = 1 THEN 1 ELSE 0 END`),
  tally('down', sql`t.down`, sql`CASE WHEN v.value = -1 THEN 1 ELSE 0 END`),
  recountColumn('appeals of revisions', {
    table: sql`article_revisions`,
    stored: sql`t.appeals`,
    counted: sql`(SELECT COUNT(*) FROM article_appeals a WHERE a.revision_id = t.id)`,
  }),
  recountColumn('revisions offered to reviewers', {
    table: sql`(SELECT r.id, r.is_queued, i.candidate_revision_id, i.author_id
                FROM article_revisions r JOIN article_items i ON i.id = r.item_id)`,
    stored: sql`t.is_queued`,
    counted: sql`CASE WHEN t.id = t.candidate_revision_id AND ${isAuthorFree} THEN 1 ELSE 0 END`,
  }),
]

const events: readonly Recount[] = [
  recountColumn('events that are shown', {
    table: sql`(SELECT e.seq AS id, e.is_shown, e.revision_id, i.kind, i.readable, i.candidate_revision_id, i.public_revision_id
                FROM article_events e JOIN article_items i ON i.id = e.item_id)`,
    stored: sql`t.is_shown`,
    counted: sql`CASE WHEN t.kind = 'comment' THEN t.readable
                      WHEN t.revision_id = t.candidate_revision_id OR t.revision_id = t.public_revision_id THEN 1 ELSE 0 END`,
    id: sql`CAST(t.id AS TEXT)`,
  }),
  recountColumn('events whose article is shown', {
    table: sql`(SELECT e.seq AS id, e.article_shown, p.readable, p.seq AS article_seq
                FROM article_events e JOIN article_items p ON p.id = e.post_id)`,
    stored: sql`t.article_shown`,
    counted: sql`t.readable`,
    which: sql`t.article_seq NOT IN (SELECT number FROM unfinished_work WHERE kind = 'article_events')`,
    id: sql`CAST(t.id AS TEXT)`,
  }),
]

const pictures: readonly Recount[] = [
  {
    name: 'pictures that revisions name',
    question: sql`
      SELECT a.hash AS id, 'marked as unused' AS stored, 'named by a revision' AS counted FROM article_assets a
      WHERE a.unused_since IS NOT NULL AND EXISTS (SELECT 1 FROM article_revision_assets x WHERE x.hash = a.hash)`,
  },
  recountColumn('size of pictures', {
    table: sql`article_assets`,
    id: sql`t.hash`,
    stored: sql`t.bytes`,
    counted: sumOf(sql`OCTET_LENGTH(p.data)`, sql`article_asset_parts p WHERE p.hash = t.hash`),
    which: sql`t.unused_since IS NULL`,
  }),
  recountColumn('size of uploads', {
    table: sql`article_uploads`,
    stored: sql`t.received_bytes`,
    counted: sumOf(sql`p.bytes`, sql`article_upload_parts p WHERE p.upload_id = t.id`),
    atLeast: true, // the parts of an ended upload are removed one by one
  }),
]

export const articleRecounts: readonly Recount[] = [
  recountTotal(
    'published_posts',
    sql`SELECT COUNT(*) FROM article_items WHERE kind = 'post' AND public_revision_id IS NOT NULL`,
  ),
  recountTotal('awaiting_review_posts', sql`SELECT COUNT(*) FROM article_items WHERE is_counted = 1`),
  recountTotal(
    'article_bytes',
    sql`SELECT ${sumOf(sql`bytes`, sql`article_assets`)} + ${sumOf(sql`bytes`, sql`article_upload_parts`)}
      + ${sumOf(sql`${tuning.revisionRowsBytes} + CASE WHEN erased_at IS NULL THEN OCTET_LENGTH(blocks) + OCTET_LENGTH(highlights) ELSE 0 END`, sql`article_revisions`)}`,
  ),
  recountSequence('item_seq', sql`SELECT COALESCE(MAX(seq), 0) FROM article_items`),
  recountSequence('event_seq', sql`SELECT COALESCE(MAX(seq), 0) FROM article_events`),
  recountSequence('article_vote_seq', sql`SELECT COALESCE(MAX(seq), 0) FROM article_votes`),
  ...derived,
  ...revisions,
  ...events,
  ...pictures,
]
