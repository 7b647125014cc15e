/** Stored figures against the rows that they are over: each question finds the rows where the two differ. */
import { type Statement, sql } from '../../storage/sql.ts'

export type Difference = { id: string; stored: number | string | null; counted: number | string | null }
export type Recount = { name: string; question: Statement }

const total = (name: string, rows: Statement): Recount => ({
  name: `counter ${name}`,
  question: sql`
    SELECT name AS id, value AS stored, counted FROM (
      SELECT name, value, (${rows}) AS counted FROM counters WHERE name = ${name}) AS both_counts WHERE value <> counted`,
})

/** A sequence may be ahead of its rows, because rows are deleted; it may never be behind. */
const sequence = (name: string, highest: Statement): Recount => ({
  name: `sequence ${name}`,
  question: sql`
    SELECT name AS id, value AS stored, highest AS counted FROM (
      SELECT name, value, (${highest}) AS highest FROM counters WHERE name = ${name}) AS both_values WHERE highest > value`,
})

/** A stored column of a table against an expression over other rows. */
const column = (
  table: Statement,
  name: string,
  stored: Statement,
  counted: Statement,
  which = sql`1 = 1`,
): Recount => ({
  name,
  question: sql`
    SELECT id, stored, counted FROM (
      SELECT t.id AS id, ${stored} AS stored, ${counted} AS counted FROM ${table} t WHERE ${which}) AS both_columns
    WHERE stored <> counted OR (stored IS NULL) <> (counted IS NULL)`,
})

const sum = (what: Statement, from: Statement) => sql`(SELECT COALESCE(SUM(${what}), 0) FROM ${from})`

const tallies = (table: Statement, board: 'named' | 'b', what: string): Recount[] => {
  const votes = sql`votes v WHERE v.board = ${board} AND v.post_id = t.id`
  return [
    column(table, `score of ${what}`, sql`t.score`, sum(sql`v.value * v.weight`, votes)),
    column(table, `upvotes of ${what}`, sql`t.up`, sum(sql`CASE WHEN v.value = 1 THEN 1 ELSE 0 END`, votes)),
    column(table, `downvotes of ${what}`, sql`t.down`, sum(sql`CASE WHEN v.value = -1 THEN 1 ELSE 0 END`, votes)),
    column(
      table,
      `replies of ${what}`,
      sql`t.reply_count`,
      sql`(SELECT COUNT(*) FROM ${table} r WHERE r.thread_id = t.id)`,
    ),
  ]
}

const board: readonly Recount[] = [
  total('accounts', sql`SELECT COUNT(*) FROM accounts`),
  total('messages', sql`SELECT COUNT(*) FROM posts`),
  total('unsorted_messages', sql`SELECT COUNT(*) FROM unsorted_posts`),
  sequence('message_seq', sql`SELECT COALESCE(MAX(seq), 0) FROM publications`),
  sequence('vote_seq', sql`SELECT COALESCE(MAX(seq), 0) FROM votes`),
  sequence('unsorted_seq', sql`SELECT COALESCE(MAX(seq), 0) FROM unsorted_posts`),
  sequence('pin_seq', sql`SELECT COALESCE(MAX(seq), 0) FROM pins`),
  ...tallies(sql`posts`, 'named', 'messages'),
  ...tallies(sql`unsorted_posts`, 'b', 'messages on /b'),
  column(sql`accounts`, 'karma', sql`t.karma`, sum(sql`p.score`, sql`posts p WHERE p.author_id = t.id`)),
]

/** What each voter's votes on each author come to. */
const peers: readonly Recount[] = (['ups', 'downs'] as const).map((name) => ({
  name: `${name} of peers`,
  question: sql`
    SELECT id, stored, counted FROM (
      SELECT p.author_id || ' ' || p.voter_id AS id, ${name === 'ups' ? sql`p.ups` : sql`p.downs`} AS stored,
             (SELECT COUNT(*) FROM votes v WHERE v.board = 'named' AND v.author_id = p.author_id
               AND v.voter_id = p.voter_id AND v.value = ${name === 'ups' ? 1 : -1}) AS counted
      FROM peers p) AS both_counts WHERE stored <> counted`,
}))

const isArticle = sql`t.kind = 'post'`
const isComment = sql`t.kind = 'comment'`
const revisionIn = (status: string) =>
  sql`(SELECT r.id FROM article_revisions r WHERE r.item_id = t.id AND r.status = ${status})`

const articles: readonly Recount[] = [
  total(
    'published_posts',
    sql`SELECT COUNT(*) FROM article_items WHERE kind = 'post' AND public_revision_id IS NOT NULL`,
  ),
  total('awaiting_review_posts', sql`SELECT COUNT(*) FROM article_items WHERE is_counted = 1`),
  sequence('item_seq', sql`SELECT COALESCE(MAX(seq), 0) FROM article_items`),
  sequence('event_seq', sql`SELECT COALESCE(MAX(seq), 0) FROM article_events`),
  sequence('article_vote_seq', sql`SELECT COALESCE(MAX(seq), 0) FROM article_votes`),
  column(
    sql`article_items`,
    'candidate of articles',
    sql`t.candidate_revision_id`,
    revisionIn('awaiting_votes'),
    isArticle,
  ),
  column(sql`article_items`, 'public revision of items', sql`t.public_revision_id`, revisionIn('published')),
  column(
    sql`article_items`,
    'readable articles',
    sql`t.readable`,
    sql`(SELECT CASE WHEN COUNT(*) > 0 THEN 1 ELSE 0 END FROM article_revisions r
         WHERE r.item_id = t.id AND r.status IN ('awaiting_votes', 'published'))`,
    isArticle,
  ),
  column(
    sql`article_items`,
    'readable comments',
    sql`t.readable`,
    sql`CASE WHEN t.public_revision_id IS NOT NULL AND (t.parent_id IS NULL OR
          (SELECT p.readable FROM article_items p WHERE p.id = t.parent_id) = 1) THEN 1 ELSE 0 END`,
    isComment,
  ),
  column(
    sql`article_items`,
    'comments of articles',
    sql`t.comment_count`,
    sql`(SELECT COUNT(*) FROM article_items c WHERE c.kind = 'comment' AND c.post_id = t.id AND c.readable = 1)`,
    isArticle,
  ),
  column(
    sql`article_items`,
    'replies of comments',
    sql`t.comment_count`,
    sql`(SELECT COUNT(*) FROM article_items c WHERE c.parent_id = t.id AND c.public_revision_id IS NOT NULL)`,
    isComment,
  ),
  ...(['score', 'up', 'down'] as const).map((name) =>
    column(
      sql`article_revisions`,
      `${name} of revisions`,
      { score: sql`t.score`, up: sql`t.up`, down: sql`t.down` }[name],
      sum(
        {
          score: sql`v.value * v.weight`,
          up: sql`CASE WHEN v.value = 1 THEN 1 ELSE 0 END`,
          down: sql`CASE WHEN v.value = -1 THEN 1 ELSE 0 END`,
        }[name],
        sql`article_votes v WHERE v.revision_id = t.id`,
      ),
    ),
  ),
  {
    name: 'events that are shown',
    question: sql`
      SELECT id, stored, counted FROM (
        SELECT CAST(e.seq AS TEXT) AS id, e.is_shown AS stored,
               CASE WHEN i.kind = 'post' AND (e.revision_id = i.candidate_revision_id OR e.revision_id = i.public_revision_id) THEN 1
                    WHEN i.kind = 'comment' AND i.readable = 1 AND p.readable = 1 THEN 1 ELSE 0 END AS counted
        FROM article_events e JOIN article_items i ON i.id = e.item_id JOIN article_items p ON p.id = e.post_id) AS both_flags
      WHERE stored <> counted`,
  },
  {
    name: 'pictures that revisions name',
    question: sql`
      SELECT a.hash AS id, 'marked as unused' AS stored, 'named by a revision' AS counted FROM article_assets a
      WHERE a.unused_since IS NOT NULL AND EXISTS (SELECT 1 FROM article_revision_assets x WHERE x.hash = a.hash)`,
  },
  {
    name: 'size of pictures',
    question: sql`
      SELECT id, stored, counted FROM (
        SELECT a.hash AS id, a.bytes AS stored,
               (SELECT COALESCE(SUM(${sql`OCTET_LENGTH(p.data)`}), 0) FROM article_asset_parts p WHERE p.hash = a.hash) AS counted
        FROM article_assets a WHERE a.unused_since IS NULL) AS both_sizes WHERE stored <> counted`,
  },
]

export const recounts: readonly Recount[] = [...board, ...peers, ...articles]
