/** Stores the log of the operator's actions, and lists what waits for one. */
import { type PageQuery, rowsToFetch } from '../../kernel/paging.ts'
import { nextSeq, takeFromTotal } from '../../storage/counters.ts'
import { sumOf } from '../../storage/recount.ts'
import { sql, type Tx } from '../../storage/sql.ts'

export const moderationActions = ['approve', 'reject', 'restrict', 'lift', 'remove', 'revoke'] as const
export type ModerationAction = (typeof moderationActions)[number]
export const targetKinds = ['article', 'comment', 'guest_comment', 'message', 'unsorted_message', 'agent'] as const
export type TargetKind = (typeof targetKinds)[number]

export type LogEntry = {
  seq: number
  action: ModerationAction
  target_kind: TargetKind
  target_id: string
  operator: string
  reason: string | null
  created_at: number
}

export async function insertLogEntry(tx: Tx, entry: Omit<LogEntry, 'seq'>): Promise<void> {
  const seq = await nextSeq(tx, 'moderation_seq')
  await tx.run(sql`
    INSERT INTO moderation_log (seq, action, target_kind, target_id, operator, reason, created_at)
    VALUES (${seq}, ${entry.action}, ${entry.target_kind}, ${entry.target_id}, ${entry.operator}, ${entry.reason},
            ${entry.created_at})`)
}

export const listLog = (tx: Tx, page: Pick<PageQuery, 'limit' | 'before'>) =>
  tx.all<LogEntry>(sql`
    SELECT seq, action, target_kind, target_id, operator, reason, created_at FROM moderation_log
    WHERE seq < ${page.before ?? Number.MAX_SAFE_INTEGER} ORDER BY seq DESC LIMIT ${rowsToFetch(page)}`)

export const listLogOf = (tx: Tx, targetId: string) =>
  tx.all<LogEntry>(sql`
    SELECT seq, action, target_kind, target_id, operator, reason, created_at FROM moderation_log
    WHERE target_id = ${targetId} ORDER BY seq`)

export type Waiting = {
  revision_id: string
  item_id: string
  kind: 'post' | 'comment'
  author: string | null
  guest_name: string | null
  title: string
  preview: string
  checks: string
  appeals: number
  status_since: number
}

/** Revisions that only the operator can decide, oldest first. */
export const listWaiting = (tx: Tx) =>
  tx.all<Waiting>(sql`
    SELECT r.id AS revision_id, r.item_id, i.kind, i.guest_name, r.title, r.preview, r.checks, r.appeals, r.status_since,
           (SELECT name FROM accounts a WHERE a.id = i.author_id) AS author
    FROM article_revisions r JOIN article_items i ON i.id = r.item_id
    WHERE r.status = 'auto_review' ORDER BY r.status_since, r.id`)

export const listAppeals = (tx: Tx, revisionId: string) =>
  tx.all<{ number: number; reason: string; created_at: number }>(sql`
    SELECT number, reason, created_at FROM article_appeals WHERE revision_id = ${revisionId} ORDER BY number`)

/** Erases the text of every revision of an item permanently. The receipts stay. */
export async function eraseContent(tx: Tx, itemId: string, now: number): Promise<void> {
  const revisions = sql`(SELECT id FROM article_revisions WHERE item_id = ${itemId})`
  await tx.run(sql`
    UPDATE article_assets SET unused_since = ${now} WHERE hash IN (
      SELECT hash FROM article_revision_assets WHERE revision_id IN ${revisions})
      AND NOT EXISTS (SELECT 1 FROM article_revision_assets other
                      WHERE other.hash = article_assets.hash AND other.revision_id NOT IN ${revisions})`)
  await tx.run(sql`DELETE FROM article_revision_assets WHERE revision_id IN ${revisions}`)
  const text = await tx.one<{ bytes: number }>(sql`
    SELECT ${sumOf(sql`OCTET_LENGTH(blocks) + OCTET_LENGTH(highlights)`, sql`article_revisions WHERE item_id = ${itemId} AND erased_at IS NULL`)} AS bytes`)
  await takeFromTotal(tx, 'article_bytes', Number(text?.bytes))
  await tx.run(sql`
    UPDATE article_revisions SET title = '', blocks = '[]', preview = '', highlights = '',
      erased_at = COALESCE(erased_at, ${now})
    WHERE item_id = ${itemId}`)
  await tx.run(sql`UPDATE article_items SET removed_at = ${now}, guest_name = CASE WHEN guest_name IS NULL THEN NULL ELSE '' END
                   WHERE id = ${itemId}`)
}
