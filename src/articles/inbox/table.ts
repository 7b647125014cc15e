/** The inboxes of the article side. An item of a comment is shown while the event of the comment is. */
import type { Inbox } from '../../inboxes/rules.ts'
import { must } from '../../kernel/must.ts'
import { type PageQuery, rowsToFetch } from '../../kernel/paging.ts'
import { fixed } from '../../settings/limits.ts'
import { isInSight } from '../../storage/removed.ts'
import { rowsOf, sql, type Tx } from '../../storage/sql.ts'
import { type Authors, DECIDED, type Decision, recipientsOf } from './rules.ts'

/** Subqueries, not joins: with a join the planner may begin with all events. */
const isItemShown = sql`
  (n.event_seq IS NULL OR EXISTS (
    SELECT 1 FROM article_events e JOIN article_items p ON p.id = e.post_id JOIN article_items c ON c.id = e.item_id
    WHERE e.seq = n.event_seq AND e.is_shown = 1 AND p.readable = 1 AND ${isInSight(sql`c.seq`)}))`

const nothingYet: Inbox = { last_seq: 0, read_through: 0, unread: 0 }

/** Numbers are given in order; the inbox of the board says why. */
export const readArticleInbox = async (tx: Tx, accountId: string): Promise<Inbox> =>
  (await tx.one<Inbox>(sql`
    SELECT b.last_seq, b.read_through, (
      SELECT COUNT(*) FROM (
        SELECT 1 AS one FROM article_inbox_items n
        WHERE n.account_id = b.account_id AND n.inbox_seq > b.read_through AND ${isItemShown}
        ORDER BY n.inbox_seq LIMIT ${fixed.inboxUnreadMax}) AS counted
      ) AS unread
    FROM article_inboxes b WHERE b.account_id = ${accountId}`)) ?? nothingYet

export type ArticleInboxItem = {
  inbox_seq: number
  reasons: number
  revision_id: string
  event_seq: number | null
  decision: Decision | null
  event_at: number
}

/** In scanning order, with one row more than the page needs. Without a cursor a page goes on after what was read. */
export const listArticleItems = (tx: Tx, accountId: string, { before, after, ...page }: PageQuery) => {
  const readThrough = sql`COALESCE((SELECT read_through FROM article_inboxes WHERE account_id = ${accountId}), 0)`
  const which =
    before === undefined
      ? sql`n.inbox_seq > ${after ?? readThrough} ORDER BY n.inbox_seq ASC`
      : sql`n.inbox_seq < ${before} ORDER BY n.inbox_seq DESC`
  return tx.all<ArticleInboxItem>(sql`
    SELECT n.inbox_seq, n.reasons, n.revision_id, n.event_seq, n.decision, n.event_at FROM article_inbox_items n
    WHERE n.account_id = ${accountId} AND ${isItemShown} AND ${which} LIMIT ${rowsToFetch(page)}`)
}

/** The newest item of each account, or its newest unacknowledged item; 0 if there is none. */
export async function listNewestArticleNumbers(
  tx: Tx,
  asked: readonly (readonly [accountId: string, unread: boolean])[],
) {
  const rows = asked.map(([accountId, unread], n) => [n, accountId, unread ? 1 : 0])
  const readThrough = sql`COALESCE((SELECT b.read_through FROM article_inboxes b WHERE b.account_id = value ->> 1), 0)`
  const found = await tx.all<{ newest: number | null }>(sql`
    SELECT (SELECT n.inbox_seq FROM article_inbox_items n
            WHERE n.account_id = value ->> 1 AND ${isItemShown}
              AND n.inbox_seq > CASE WHEN CAST(value ->> 2 AS BIGINT) = 1 THEN ${readThrough} ELSE 0 END
            ORDER BY n.inbox_seq DESC LIMIT 1) AS newest
    FROM ${rowsOf(tx, rows)} ORDER BY CAST(value ->> 0 AS BIGINT)`)
  return found.map(({ newest }) => newest ?? 0)
}

type Item = Omit<ArticleInboxItem, 'inbox_seq'> & { item_id: string }

/** Under the writer's lock, so that numbers become visible in order. */
async function put(tx: Tx, accountId: string, item: Item): Promise<void> {
  const last = await tx.one<{ last_seq: number }>(sql`
    INSERT INTO article_inboxes (account_id, last_seq) VALUES (${accountId}, 1)
    ON CONFLICT (account_id) DO UPDATE SET last_seq = article_inboxes.last_seq + 1 RETURNING last_seq`)
  await tx.run(sql`
    INSERT INTO article_inbox_items (account_id, inbox_seq, reasons, item_id, revision_id, event_seq, decision, event_at)
    VALUES (${accountId}, ${must(last, 'the last number of an inbox').last_seq}, ${item.reasons}, ${item.item_id},
            ${item.revision_id}, ${item.event_seq}, ${item.decision}, ${item.event_at})`)
}

type Commented = { item_id: string; revision_id: string; event_seq: number; event_at: number }

/** Others can read a comment from now on. */
export async function deliverComment(tx: Tx, comment: Commented): Promise<void> {
  const authors = await tx.one<Authors>(sql`
    SELECT c.author_id, p.author_id AS article_author_id,
           (SELECT a.author_id FROM article_items a WHERE a.id = c.parent_id) AS parent_author_id
    FROM article_items c JOIN article_items p ON p.id = c.post_id WHERE c.id = ${comment.item_id}`)
  for (const [account, reasons] of recipientsOf(must(authors, 'the authors around a comment')))
    await put(tx, account, { ...comment, reasons, decision: null })
}

/** A revision changed its state without its author's doing. Guests have no inbox. */
export async function deliverDecision(
  tx: Tx,
  { id, author_id }: { id: string; author_id: string | null },
  decided: { revision_id: string; decision: Decision; event_at: number },
): Promise<void> {
  if (author_id !== null) await put(tx, author_id, { ...decided, item_id: id, reasons: DECIDED, event_seq: null })
}

export const saveArticleReadThrough = (tx: Tx, accountId: string, through: number) =>
  tx.run(sql`
    UPDATE article_inboxes SET read_through = ${through} WHERE account_id = ${accountId} AND read_through < ${through}`)
