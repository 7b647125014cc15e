import { type PageQuery, rowsToFetch } from '../kernel/paging.ts'
import { together } from '../kernel/together.ts'
import { fixed } from '../settings/limits.ts'
import { shownInboxItems, shownPosts } from '../storage/removed.ts'
import { numbersOf, rowsOf, sql, type Tx } from '../storage/sql.ts'
import type { Arrival, Inbox } from './rules.ts'

const nothingYet: Inbox = { last_seq: 0, read_through: 0, unread: 0 }

/**
 * What an inbox `b` is. Sorted although only counted: otherwise PostgreSQL reads the whole table if few items are unread.
 */
export const inboxColumns = sql`
  b.last_seq, b.read_through, (
    SELECT COUNT(*) FROM (
      SELECT 1 AS one FROM ${shownInboxItems} i
      WHERE i.account_id = b.account_id AND i.inbox_seq > b.read_through
      ORDER BY i.inbox_seq LIMIT ${fixed.inboxUnreadMax}) AS counted
    ) AS unread`

export const readInbox = async (tx: Tx, accountId: string): Promise<Inbox> =>
  (await tx.one<Inbox>(sql`SELECT ${inboxColumns} FROM inboxes b WHERE b.account_id = ${accountId}`)) ?? nothingYet

export type InboxItem = { inbox_seq: number; post_seq: number; reasons: number }

/** In scanning order, with one row more than the page needs. Without a cursor a page goes on after what was read. */
export const listItems = (tx: Tx, accountId: string, { before, after, ...page }: PageQuery) => {
  const readThrough = sql`COALESCE((SELECT read_through FROM inboxes WHERE account_id = ${accountId}), 0)`
  const which =
    before === undefined
      ? sql`i.inbox_seq > ${after ?? readThrough} ORDER BY i.inbox_seq ASC`
      : sql`i.inbox_seq < ${before} ORDER BY i.inbox_seq DESC`
  return tx.all<InboxItem>(sql`
    SELECT i.inbox_seq, i.post_seq, i.reasons FROM ${shownInboxItems} i
    WHERE i.account_id = ${accountId} AND ${which} LIMIT ${rowsToFetch(page)}`)
}

/** The newest item of each account, or its newest unacknowledged item; 0 if there is none. */
export async function listNewestNumbers(tx: Tx, asked: readonly (readonly [accountId: string, unread: boolean])[]) {
  const rows = asked.map(([accountId, unread], n) => [n, accountId, unread ? 1 : 0])
  const readThrough = sql`COALESCE((SELECT b.read_through FROM inboxes b WHERE b.account_id = value ->> 1), 0)`
  const found = await tx.all<{ newest: number | null }>(sql`
    SELECT (SELECT i.inbox_seq FROM ${shownInboxItems} i
            WHERE i.account_id = value ->> 1
              AND i.inbox_seq > CASE WHEN CAST(value ->> 2 AS BIGINT) = 1 THEN ${readThrough} ELSE 0 END
            ORDER BY i.inbox_seq DESC LIMIT 1) AS newest
    FROM ${rowsOf(tx, rows)} ORDER BY CAST(value ->> 0 AS BIGINT)`)
  return found.map(({ newest }) => newest ?? 0)
}

/** An item as the account's own page shows it. */
export type NewestItem = {
  inbox_seq: number
  reasons: number
  id: string
  root_id: string
  author: string
  preview: string
  created_at: number
}

/** The newest items, read or not. The items are chosen first: a join could make the planner begin with all messages. */
export const listNewest = (tx: Tx, accountId: string, count: number) =>
  tx.all<NewestItem>(sql`
    SELECT i.inbox_seq, i.reasons, p.id, COALESCE(p.thread_id, p.id) AS root_id, p.created_at,
           (SELECT name FROM accounts WHERE accounts.id = p.author_id) AS author,
           SUBSTR(p.body, 1, ${fixed.previewMaxCodePoints}) AS preview
    FROM (SELECT i.inbox_seq, i.reasons, i.post_seq FROM ${shownInboxItems} i
          WHERE i.account_id = ${accountId} ORDER BY i.inbox_seq DESC LIMIT ${count}) AS i
    JOIN ${shownPosts} p ON p.seq = i.post_seq
    ORDER BY i.inbox_seq DESC`)

/** Puts new messages into inboxes, in their order. Under the writer's lock, so that numbers become visible in order. */
export async function deliver(tx: Tx, arrivals: readonly Arrival[]): Promise<void> {
  const counts = new Map<string, number>()
  const items = arrivals.map(({ account_id, post_seq, root_seq, reasons }) => {
    const nth = (counts.get(account_id) ?? 0) + 1
    counts.set(account_id, nth)
    return [account_id, nth, post_seq, root_seq, reasons]
  })
  if (items.length === 0) return
  await together(
    tx.run(sql`
      INSERT INTO inbox_items (account_id, inbox_seq, post_seq, root_seq, reasons)
      SELECT value ->> 0,
             COALESCE((SELECT last_seq FROM inboxes b WHERE b.account_id = value ->> 0), 0) + CAST(value ->> 1 AS BIGINT),
             CAST(value ->> 2 AS BIGINT), CAST(value ->> 3 AS BIGINT), CAST(value ->> 4 AS BIGINT)
      FROM ${rowsOf(tx, items)}`),
    tx.run(sql`
      INSERT INTO inboxes (account_id, last_seq)
      SELECT value ->> 0, CAST(value ->> 1 AS BIGINT) FROM ${rowsOf(tx, [...counts])} WHERE 1 = 1
      ON CONFLICT (account_id) DO UPDATE SET last_seq = inboxes.last_seq + excluded.last_seq`),
  )
}

/** Deletes some of the items of messages that go; returns how many. */
export const deleteSomeItems = (tx: Tx, seqs: readonly number[], count: number) =>
  tx.run(sql`
    DELETE FROM inbox_items WHERE (post_seq, account_id) IN (
      SELECT post_seq, account_id FROM inbox_items WHERE post_seq IN ${numbersOf(tx, seqs)} LIMIT ${count})`)

/** Forward only. */
export const saveReadThrough = (tx: Tx, accountId: string, through: number) =>
  tx.run(sql`
    UPDATE inboxes SET read_through = ${through} WHERE account_id = ${accountId} AND read_through < ${through}`)

export type OldMessage = {
  seq: number
  root_seq: number
  author_id: string
  created_at: number
  thread_author_id: string | null
  /** Both are empty if no name can be mentioned. */
  title: string
  body: string
}

/** The next retained messages, oldest first, for filling inboxes with them. */
export const listOldMessages = (tx: Tx, after: number, count: number) =>
  tx.all<OldMessage>(sql`
    SELECT p.seq, p.root_seq, p.author_id, p.created_at,
           (SELECT r.author_id FROM ${shownPosts} r WHERE r.id = p.thread_id) AS thread_author_id,
           CASE WHEN p.title LIKE '%@%' THEN p.title ELSE '' END AS title,
           CASE WHEN p.body LIKE '%@%' THEN p.body ELSE '' END AS body
    FROM ${shownPosts} p WHERE p.seq > ${after} ORDER BY p.seq ASC LIMIT ${count}`)

export const markAllRead = (tx: Tx) => tx.run(sql`UPDATE inboxes SET read_through = last_seq`)

export type StoredMention = { post_seq: number; name: string }

/** For a recount: the accounts that the items of these messages name as mentioned. */
export const listMentions = (tx: Tx, from: number, to: number) =>
  tx.all<StoredMention>(sql`
    SELECT i.post_seq, (SELECT name FROM accounts WHERE accounts.id = i.account_id) AS name
    FROM inbox_items i WHERE i.post_seq >= ${from} AND i.post_seq < ${to} AND i.reasons >= 2`)
