/**
 * Recounts the figures of both boards: totals, tallies of votes, karma, and what each message copies from its thread.
 */
import {
  findStrays,
  type Recount,
  recountColumn,
  recountSequence,
  recountTotal,
  sumOf,
} from '../../../storage/recount.ts'
import { shownPosts, shownUnsorted } from '../../../storage/removed.ts'
import { type Statement, sql } from '../../../storage/sql.ts'

const isUp = sql`CASE WHEN v.value = 1 THEN 1 ELSE 0 END`
const isDown = sql`CASE WHEN v.value = -1 THEN 1 ELSE 0 END`

/** `table` holds the shown messages. Rows of a thread that is being removed no longer count. */
function tallies(table: Statement, rows: Statement, board: 'named' | 'b', what: string): Recount[] {
  const votes = sql`votes v WHERE v.board = ${board} AND v.post_id = t.id`
  const replies = sql`(SELECT COUNT(*) FROM ${rows} r WHERE r.thread_id = t.id)`
  const rootOf = (column: Statement) => sql`(SELECT ${column} FROM ${rows} r WHERE r.id = COALESCE(t.thread_id, t.id))`
  return [
    recountColumn(`score of ${what}`, { table, stored: sql`t.score`, counted: sumOf(sql`v.value * v.weight`, votes) }),
    recountColumn(`upvotes of ${what}`, { table, stored: sql`t.up`, counted: sumOf(isUp, votes) }),
    recountColumn(`downvotes of ${what}`, { table, stored: sql`t.down`, counted: sumOf(isDown, votes) }),
    recountColumn(`replies of ${what}`, { table, stored: sql`t.reply_count`, counted: replies }),
    recountColumn(`thread of ${what}`, { table, stored: sql`t.root_seq`, counted: rootOf(sql`r.seq`) }),
    findStrays(
      `votes on missing ${what}`,
      sql`CAST(v.seq AS TEXT)`,
      sql`votes v WHERE v.board = ${board} AND NOT EXISTS (SELECT 1 FROM ${rows} t WHERE t.id = v.post_id)`,
    ),
    findStrays(
      `pins on missing ${what}`,
      sql`p.id`,
      sql`pins p WHERE p.board = ${board} AND NOT EXISTS (SELECT 1 FROM ${table} t WHERE t.id = p.thread_id)`,
    ),
  ]
}

/** The sums of each voter's votes on each author, and the copied columns of the voter. */
function peers(): Recount[] {
  const table = sql`peers`
  const id = sql`t.author_id || ' ' || t.voter_id`
  const votes = sql`votes v WHERE v.board = 'named' AND v.author_id = t.author_id AND v.voter_id = t.voter_id`
  const voter = (column: Statement) => sql`(SELECT ${column} FROM accounts a WHERE a.id = t.voter_id)`
  const active = voter(sql`CASE WHEN a.revoked_at IS NULL THEN 1 ELSE 0 END`)
  return [
    recountColumn('ups of peers', { table, id, stored: sql`t.ups`, counted: sumOf(isUp, votes) }),
    recountColumn('downs of peers', { table, id, stored: sql`t.downs`, counted: sumOf(isDown, votes) }),
    recountColumn('activity of peers', { table, id, stored: sql`t.voter_active`, counted: active }),
    recountColumn('age of peers', { table, id, stored: sql`t.voter_created_at`, counted: voter(sql`a.created_at`) }),
    findStrays(
      'votes without a peer',
      sql`CAST(v.seq AS TEXT)`,
      sql`votes v WHERE v.board = 'named' AND NOT EXISTS (
            SELECT 1 FROM peers p WHERE p.author_id = v.author_id AND p.voter_id = v.voter_id)`,
    ),
  ]
}

/**
 * Finds what is missing in inboxes: every event of a comment has its items, and so has every decision on a revision of
 * an account.
 */
function missingFromArticleInboxes(): Recount[] {
  const comments = sql`article_events e JOIN article_items c ON c.id = e.item_id AND c.kind = 'comment'`
  const itemsFor = (reasons: Statement) =>
    sql`(SELECT i.account_id, i.event_seq FROM article_inbox_items i WHERE i.reasons IN ${reasons})`
  const isOther = (author: Statement) => sql`${author} <> COALESCE(c.author_id, '')`
  const decided = (decision: string) =>
    sql`(SELECT i.revision_id FROM article_inbox_items i WHERE i.decision = ${decision})`
  const revisions = sql`article_revisions r JOIN article_items a ON a.id = r.item_id AND a.author_id IS NOT NULL`
  const isRejected = sql`r.status = 'rejected' AND EXISTS (
    SELECT 1 FROM moderation_log m WHERE m.target_id = r.item_id AND m.action = 'reject' AND m.created_at = r.status_since)`
  return [
    findStrays(
      'comments in no inbox',
      sql`CAST(e.seq AS TEXT)`,
      sql`${comments} JOIN article_items p ON p.id = c.post_id
          WHERE ${isOther(sql`p.author_id`)} AND (p.author_id, e.seq) NOT IN ${itemsFor(sql`(1, 3)`)}`,
    ),
    findStrays(
      'answers in no inbox',
      sql`CAST(e.seq AS TEXT)`,
      sql`${comments} JOIN article_items p ON p.id = c.parent_id
          WHERE ${isOther(sql`p.author_id`)} AND (p.author_id, e.seq) NOT IN ${itemsFor(sql`(2, 3)`)}`,
    ),
    findStrays(
      'publications in no inbox',
      sql`e.revision_id`,
      sql`article_events e JOIN article_items a ON a.id = e.item_id AND a.kind = 'post' AND a.author_id IS NOT NULL
          WHERE e.event_type = 'published' AND e.revision_id NOT IN ${decided('published')}`,
    ),
    findStrays(
      'rejections in no inbox',
      sql`r.id`,
      // The log does not name the revision, and the checks may reject another one of the item in the same second.
      sql`${revisions} WHERE ${isRejected} AND (r.item_id, r.status_since) NOT IN
          (SELECT i.item_id, i.event_at FROM article_inbox_items i WHERE i.decision = 'rejected')`,
    ),
    findStrays(
      'expiries in no inbox',
      sql`r.id`,
      sql`${revisions} WHERE r.status = 'expired' AND r.id NOT IN ${decided('expired')}`,
    ),
  ]
}

/** Recounts items of inboxes. The accounts that a text mentions are found by code, not by SQL. */
function inboxes(): Recount[] {
  const item = sql`i.account_id || ' ' || CAST(i.inbox_seq AS TEXT)`
  const threadAuthor = sql`(SELECT r.author_id FROM posts r WHERE r.id = p.thread_id)`
  const isReply = sql`i.reasons IN (1, 3)`
  return [
    recountColumn('last number of inboxes', {
      table: sql`inboxes`,
      id: sql`t.account_id`,
      stored: sql`t.last_seq`,
      counted: sql`(SELECT COALESCE(MAX(i.inbox_seq), 0) FROM inbox_items i WHERE i.account_id = t.account_id)`,
      atLeast: true,
    }),
    recountColumn('last number of article inboxes', {
      table: sql`article_inboxes`,
      id: sql`t.account_id`,
      stored: sql`t.last_seq`,
      counted: sql`(SELECT COALESCE(MAX(i.inbox_seq), 0) FROM article_inbox_items i WHERE i.account_id = t.account_id)`,
      atLeast: true,
    }),
    findStrays(
      'items of missing or own article events',
      item,
      sql`article_inbox_items i WHERE NOT EXISTS (SELECT 1 FROM article_inboxes b WHERE b.account_id = i.account_id)
            OR (i.event_seq IS NOT NULL AND NOT EXISTS (
              SELECT 1 FROM article_events e JOIN article_items c ON c.id = e.item_id
              WHERE e.seq = i.event_seq AND e.item_id = i.item_id AND COALESCE(c.author_id, '') <> i.account_id))
            OR (i.decision IS NOT NULL AND NOT EXISTS (
              SELECT 1 FROM article_items d WHERE d.id = i.item_id AND d.author_id = i.account_id))`,
    ),
    ...missingFromArticleInboxes(),
    findStrays(
      'inboxes without a last number',
      item,
      sql`inbox_items i WHERE NOT EXISTS (SELECT 1 FROM inboxes b WHERE b.account_id = i.account_id)`,
    ),
    findStrays(
      'items of missing or own messages',
      item,
      sql`inbox_items i WHERE NOT EXISTS (
            SELECT 1 FROM posts p WHERE p.seq = i.post_seq AND p.root_seq = i.root_seq AND p.author_id <> i.account_id)`,
    ),
    findStrays(
      'items that are no replies',
      item,
      sql`inbox_items i JOIN posts p ON p.seq = i.post_seq
          WHERE ${isReply} AND i.account_id <> COALESCE(${threadAuthor}, '')`,
    ),
    findStrays(
      'replies in no inbox',
      sql`CAST(p.seq AS TEXT)`,
      sql`${shownPosts} p WHERE p.thread_id IS NOT NULL AND ${threadAuthor} <> p.author_id AND NOT EXISTS (
            SELECT 1 FROM inbox_items i
            WHERE i.post_seq = p.seq AND i.account_id = ${threadAuthor} AND ${isReply})`,
    ),
  ]
}
const createdChange = sql`SELECT 1 FROM changes c WHERE c.change = 'created' AND c.id = p.id`
const deletedChange = (id: Statement) => sql`SELECT 1 FROM changes d WHERE d.change = 'deleted' AND d.id = ${id}`

/**
 * A mirror that follows the retained changes must have exactly the messages that are shown, as far back as the changes
 * go.
 */
const changes: readonly Recount[] = [
  recountSequence('change_seq', sql`SELECT COALESCE(MAX(change_seq), 0) FROM changes`),
  findStrays(
    'messages that no change made',
    sql`p.id`,
    sql`${shownPosts} p WHERE p.seq >= (SELECT MIN(seq) FROM changes WHERE change = 'created')
          AND NOT EXISTS (${createdChange})`,
  ),
  findStrays(
    'changes that made a missing message',
    sql`c.id`,
    sql`changes c WHERE c.change = 'created' AND NOT EXISTS (SELECT 1 FROM ${shownPosts} p WHERE p.id = c.id)
          AND NOT EXISTS (${deletedChange(sql`c.id`)}) AND NOT EXISTS (${deletedChange(sql`c.thread_id`)})`,
  ),
  findStrays(
    'changes that deleted a message that is there',
    sql`d.id`,
    sql`changes d WHERE d.change = 'deleted' AND EXISTS (SELECT 1 FROM ${shownPosts} p WHERE p.id = d.id)`,
  ),
]

/** Recounts what accounts and topics store about their messages. */
function counts(): Recount[] {
  const ofTopic = sql`${shownPosts} p WHERE p.topic = t.topic`
  const [table, id] = [sql`topics`, sql`t.topic`]
  return [
    recountColumn('messages of accounts', {
      table: sql`accounts`,
      stored: sql`t.message_count`,
      counted: sql`(SELECT COUNT(*) FROM posts p WHERE p.author_id = t.id)`,
    }),
    recountColumn('public articles of accounts', {
      table: sql`accounts`,
      stored: sql`t.article_count`,
      counted: sql`(SELECT COUNT(*) FROM article_items i
                    WHERE i.kind = 'post' AND i.author_id = t.id AND i.public_revision_id IS NOT NULL)`,
    }),
    recountColumn('messages of topics', {
      table,
      id,
      stored: sql`t.message_count`,
      counted: sql`(SELECT COUNT(*) FROM ${ofTopic})`,
    }),
    recountColumn('threads of topics', {
      table,
      id,
      stored: sql`t.thread_count`,
      counted: sql`(SELECT COUNT(*) FROM ${ofTopic} AND p.thread_id IS NULL)`,
    }),
    recountColumn('newest of topics', {
      table,
      id,
      stored: sql`t.newest_seq`,
      counted: sql`(SELECT MAX(p.seq) FROM ${ofTopic})`,
    }),
    recountColumn('time of topics', {
      table,
      id,
      stored: sql`t.newest_at`,
      counted: sql`(SELECT p.created_at FROM posts p WHERE p.seq = t.newest_seq)`,
    }),
    findStrays(
      'messages without a topic',
      sql`CAST(p.seq AS TEXT)`,
      sql`${shownPosts} p WHERE NOT EXISTS (SELECT 1 FROM topics t WHERE t.topic = p.topic)`,
    ),
  ]
}

const newest = (table: Statement) => sql`SELECT COALESCE(MAX(seq), 0) FROM ${table}`

export const boardRecounts: readonly Recount[] = [
  recountTotal('accounts', sql`SELECT COUNT(*) FROM accounts`),
  recountTotal('messages', sql`SELECT COUNT(*) FROM ${shownPosts} p`),
  recountTotal('unsorted_messages', sql`SELECT COUNT(*) FROM ${shownUnsorted} p`),
  recountSequence('message_seq', newest(sql`publications`)),
  recountSequence('message_seq', newest(sql`posts`)),
  recountSequence('vote_seq', newest(sql`votes`)),
  recountSequence('unsorted_seq', newest(sql`unsorted_posts`)),
  recountSequence('pin_seq', newest(sql`pins`)),
  ...changes,
  recountSequence('moderation_seq', newest(sql`moderation_log`)),
  ...tallies(shownPosts, sql`posts`, 'named', 'messages'),
  ...tallies(shownUnsorted, sql`unsorted_posts`, 'b', 'messages on /b'),
  recountColumn('length of messages', { table: sql`posts`, stored: sql`t.body_length`, counted: sql`LENGTH(t.body)` }),
  recountColumn('topic of messages', {
    table: sql`posts`,
    stored: sql`t.topic`,
    counted: sql`(SELECT r.topic FROM posts r WHERE r.id = COALESCE(t.thread_id, t.id))`,
  }),
  recountColumn('karma', {
    table: sql`accounts`,
    stored: sql`t.karma`,
    counted: sumOf(sql`p.score`, sql`${shownPosts} p WHERE p.author_id = t.id`),
  }),
  ...peers(),
  ...inboxes(),
  ...counts(),
]
