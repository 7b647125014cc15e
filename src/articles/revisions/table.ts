/** The versions of an item's text. */
import { must } from '../../kernel/must.ts'
import { sql, type Tx } from '../../storage/sql.ts'
import type { LiveRevision, OpenStatus, RevisionStatus, StatusChange } from '../rules.ts'

export type NewRevision = {
  id: string
  item_id: string
  status: RevisionStatus
  status_since: number
  title: string
  blocks: string
  preview: string
  highlights?: string | undefined
  content_hash: string
  checks: string
  created_at: number
}

/** Without its text, which may be long: see `readText`. */
export type Revision = Omit<NewRevision, 'blocks' | 'highlights'> & {
  number: number
  former_status: OpenStatus | null
  was_readable: number
  was_public: number
  is_queued: number
  due_at: number | null
  appeals: number
  erased_at: number | null
  score: number
  up: number
  down: number
}

const columns = sql`
  id, item_id, number, status, former_status, status_since, was_readable, was_public, is_queued, due_at, title, preview,
  content_hash, checks, appeals, erased_at, score, up, down, created_at`

export const insertRevision = (tx: Tx, revision: NewRevision) =>
  tx.run(sql`
    INSERT INTO article_revisions (id, item_id, number, status, status_since, title, blocks, preview, highlights, content_hash,
                                   checks, created_at)
    VALUES (${revision.id}, ${revision.item_id},
            (SELECT COALESCE(MAX(number), 0) + 1 FROM article_revisions WHERE item_id = ${revision.item_id}),
            ${revision.status}, ${revision.status_since}, ${revision.title}, ${revision.blocks}, ${revision.preview},
            ${revision.highlights ?? ''}, ${revision.content_hash}, ${revision.checks}, ${revision.created_at})`)

export const findRevision = (tx: Tx, id: string) =>
  tx.one<Revision>(sql`SELECT ${columns} FROM article_revisions WHERE id = ${id}`)

/** A revision that exists. */
export const readRevision = async (tx: Tx, id: string) => must(await findRevision(tx, id), `the revision ${id}`)

export type RevisionText = Pick<NewRevision, 'title' | 'blocks'> & { highlights: string }

/** The text of a revision that exists. */
export const readText = async (tx: Tx, id: string) =>
  must(
    await tx.one<RevisionText>(sql`SELECT title, blocks, highlights FROM article_revisions WHERE id = ${id}`),
    `the text of the revision ${id}`,
  )

/** The revisions of an item that can still change: a handful, however many it ever had. */
export const listLive = (tx: Tx, itemId: string) =>
  tx.all<LiveRevision & Pick<Revision, 'up' | 'due_at' | 'is_queued'>>(sql`
    SELECT id, status, former_status, status_since, up, due_at, is_queued FROM article_revisions
    WHERE item_id = ${itemId} AND status IN ('awaiting_votes', 'auto_review', 'published', 'restricted')`)

export const findNewestId = async (tx: Tx, itemId: string) =>
  (
    await tx.one<{ id: string }>(sql`
      SELECT id FROM article_revisions WHERE item_id = ${itemId} ORDER BY number DESC LIMIT 1`)
  )?.id ?? null

/** Takes the revision out of the queue and clears `due_at`; `refreshItem` sets both again if it can still change. */
export const saveStatus = (tx: Tx, { id, status, former_status, status_since }: StatusChange) =>
  tx.run(sql`
    UPDATE article_revisions
    SET status = ${status}, former_status = ${former_status}, status_since = ${status_since},
        was_readable = CASE WHEN ${status} IN ('awaiting_votes', 'published') THEN 1 ELSE was_readable END,
        was_public = CASE WHEN ${status} = 'published' THEN 1 ELSE was_public END, is_queued = 0, due_at = NULL
    WHERE id = ${id}`)

export const saveQueue = (tx: Tx, id: string, { is_queued, due_at }: Pick<Revision, 'is_queued' | 'due_at'>) =>
  tx.run(sql`UPDATE article_revisions SET is_queued = ${is_queued}, due_at = ${due_at} WHERE id = ${id}`)

/** After an appeal: stores the new results of the checks. If a picture passes only now, the hash changes. */
export const saveAppeal = (tx: Tx, id: string, { checks, content_hash }: Pick<Revision, 'checks' | 'content_hash'>) =>
  tx.run(sql`
    UPDATE article_revisions SET checks = ${checks}, content_hash = ${content_hash}, appeals = appeals + 1
    WHERE id = ${id}`)

export const insertAppeal = (
  tx: Tx,
  appeal: { revision_id: string; number: number; reason: string; created_at: number },
) =>
  tx.run(sql`
    INSERT INTO article_appeals (revision_id, number, reason, created_at)
    VALUES (${appeal.revision_id}, ${appeal.number}, ${appeal.reason}, ${appeal.created_at})`)

/** Whether another item was rejected or published with exactly this content. */
export const hasDuplicate = async (tx: Tx, contentHash: string, itemId: string) =>
  (await tx.one(sql`
    SELECT 1 AS found FROM article_revisions r JOIN article_items i ON i.id = r.item_id AND i.kind = 'post'
    WHERE r.content_hash = ${contentHash} AND r.status IN ('rejected', 'published') AND r.item_id <> ${itemId}
    LIMIT 1`)) !== undefined

/**
 * The revisions with code that can be read now: the upgrade of a board whose code was stored without its parts needs
 * them.
 */
export const listWithCode = (tx: Tx, after: string, count: number) =>
  tx.all<{ id: string; blocks: string }>(sql`
    SELECT id, blocks FROM article_revisions
    WHERE status IN ('published', 'awaiting_votes') AND blocks LIKE '%"type":"code"%' AND id > ${after}
    ORDER BY id LIMIT ${count}`)

export const saveHighlights = (tx: Tx, id: string, highlights: string) =>
  tx.run(sql`UPDATE article_revisions SET highlights = ${highlights} WHERE id = ${id}`)
