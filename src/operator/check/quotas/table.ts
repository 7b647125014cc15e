/**
 * Compares daily allowances with what was made on that day. Deleting gives nothing back, so after a deletion the
 * allowance counts more than the rows.
 */
import { DAY } from '../../../kernel/clock.ts'
import type { Quota } from '../../../quotas/rules.ts'
import { type Recount, recountColumn, sumOf } from '../../../storage/recount.ts'
import { type Statement, sql } from '../../../storage/sql.ts'

/** Old days are removed row by row, so the sums of the oldest ones are incomplete. */
const DAYS_COMPLETE = 7

const onThatDay = (time: Statement) => sql`${time} >= t.day AND ${time} < t.day + ${DAY}`

type Made = { kind: Quota['kind']; counted: Statement; atLeast?: boolean }

/** Compares each row of one kind of allowance. `t.owner` is the owner of the row. */
const ofOwner = ({ kind, ...rest }: Made): Recount =>
  recountColumn(`quota ${kind}`, {
    table: sql`quotas`,
    id: sql`t.owner || ' ' || CAST(t.day AS TEXT)`,
    which: sql`t.kind = ${kind}`,
    stored: sql`t.used`,
    ...rest,
  })

/** Compares all owners of a kind together, because no other row contains the hash that identifies a network. */
const ofAll = ({ kind, ...rest }: Made): Recount =>
  recountColumn(`quota ${kind}`, {
    table: sql`(
      SELECT day, SUM(used) AS used FROM quotas WHERE kind = ${kind} AND day >= (
        SELECT COALESCE(MIN(day), 0) FROM (SELECT DISTINCT day FROM quotas ORDER BY day DESC LIMIT ${DAYS_COMPLETE}) AS days)
      GROUP BY day)`,
    id: sql`CAST(t.day AS TEXT)`,
    stored: sql`t.used`,
    ...rest,
  })

const revisionsOf = (kind: 'post' | 'comment') => sql`(
  SELECT COUNT(*) FROM article_items i JOIN article_revisions r ON r.item_id = i.id
  WHERE i.author_id = t.owner AND i.kind = ${kind} AND ${onThatDay(sql`r.created_at`)})`

const usedBy = (kind: Quota['kind']) => sumOf(sql`q.used`, sql`quotas q WHERE q.kind = ${kind} AND q.day = t.day`)

export const quotaRecounts: readonly Recount[] = [
  ofOwner({
    kind: 'publish',
    counted: sql`(SELECT COUNT(*) FROM publications p WHERE p.account_id = t.owner AND ${onThatDay(sql`p.created_at`)})`,
  }),
  ofOwner({
    kind: 'vote',
    counted: sql`(SELECT COUNT(*) FROM votes v WHERE v.voter_id = t.owner AND ${onThatDay(sql`v.cast_at`)})
               + (SELECT COUNT(*) FROM article_votes v WHERE v.voter_id = t.owner AND ${onThatDay(sql`v.cast_at`)})`,
    atLeast: true,
  }),
  ofOwner({
    kind: 'pin',
    counted: sql`(SELECT COUNT(*) FROM pins p WHERE p.account_id = t.owner AND ${onThatDay(sql`p.created_at`)})`,
    atLeast: true,
  }),
  ofOwner({ kind: 'article_revision', counted: revisionsOf('post') }),
  ofOwner({ kind: 'comment', counted: revisionsOf('comment') }),
  ofOwner({
    kind: 'guest_session',
    counted: sql`(SELECT COUNT(*) FROM article_items i WHERE i.guest_id = t.owner AND ${onThatDay(sql`i.created_at`)})`,
  }),
  ofOwner({
    kind: 'guest_all',
    counted: sql`(SELECT COUNT(*) FROM article_items i WHERE i.guest_id IS NOT NULL AND ${onThatDay(sql`i.created_at`)})`,
  }),
  ofAll({ kind: 'publish_network', counted: usedBy('publish') }),
  ofAll({ kind: 'guest_network', counted: usedBy('guest_all') }),
  ofAll({
    kind: 'unsorted_network',
    counted: sql`(SELECT COUNT(*) FROM unsorted_posts p WHERE ${onThatDay(sql`p.created_at`)})`,
    atLeast: true,
  }),
]
