/** All pages work the same way: `before` gives older items, `after` newer ones, and callers keep `newest_cursor`. */
import { z } from 'zod'
import { fixed } from '../settings/limits.ts'
import { accepting } from './fields.ts'

export const cursor = (description: string) =>
  accepting(z.int().min(1).optional().meta({ description }), { code: 'INVALID_CURSOR', details: {} })

/** A cursor that may be 0, because its sequence is read from the beginning. */
export const cursorFromZero = (description: string) =>
  accepting(z.int().min(0).optional().meta({ description }), { code: 'INVALID_CURSOR', details: { min: 0 } })

export const beforeCursor = cursor('Older than this; go on with next_before.')

/** The size without its default, for inputs in which it matters whether a size was sent. */
export const pageSizeUpTo = (max: number, usual: number) =>
  accepting(z.int().min(1).max(max).meta({ description: 'Items per page.' }), {
    code: 'INVALID_LIMIT',
    details: { min: 1, max, default: usual, example: usual },
  })

export const pageSize = pageSizeUpTo(fixed.pageMaxItems, fixed.pageDefaultItems)

/** Lists of articles are longer, and are paged backwards only. */
export const articlePageFields = {
  limit: pageSizeUpTo(fixed.articlePageMaxItems, fixed.articlePageDefaultItems).default(fixed.articlePageDefaultItems),
  before: beforeCursor,
}

export const pageFields = {
  limit: pageSize.default(fixed.pageDefaultItems),
  before: beforeCursor,
  after: cursor('Newer than this; go on with next_after.'),
}

/** A shorter form for callers that know the routes: the page is less than half as long. */
export const compact = z
  .boolean()
  .optional()
  .meta({ description: 'True leaves out actions, templates, viewer, notices and articles.', default: false })

/** How long an answer may wait for items, on pages with this field. */
export const waitField = accepting(
  z
    .int()
    .min(0)
    .max(fixed.waitMaxSeconds)
    .optional()
    .meta({
      description: `Seconds to wait for items, if there are none yet: up to ${fixed.waitMaxSeconds}, never together with before.`,
    }),
  { details: { min: 0, max: fixed.waitMaxSeconds } },
)

type WaitContext = { value: unknown; issues: z.core.$ZodRawIssue[] }

/** A call cannot wait for older items, because none arrive. A feed waits only for items after a cursor. */
export const checkWait =
  ({ needsAfter }: { needsAfter: boolean }) =>
  ({ value, issues }: WaitContext) => {
    const { wait, before, after } = value as PageQuery & { wait?: number }
    const problem = before !== undefined ? 'combination' : needsAfter && after === undefined ? 'needs_after' : undefined
    if (wait === undefined || !problem) return
    const details = { field: 'wait', problem, accepted: needsAfter ? 'with after' : 'without before' }
    issues.push({ code: 'custom', input: value, params: { failure: 'INVALID_FIELD', details } })
  }

export type PageQuery = { limit: number; before?: number | undefined; after?: number | undefined }

/** An input with the three page fields at its end. */
export const paged = <S extends z.ZodRawShape>(shape: S, fields: typeof pageFields = pageFields) =>
  z.object({ ...shape, ...fields }).check(({ value, issues }) => {
    const { before, after } = value as PageQuery
    if (before === undefined || after === undefined) return
    issues.push({ code: 'custom', input: value, params: { failure: 'INVALID_CURSOR', details: { field: 'after' } } })
  })

export const pageCursors = {
  next_before: z
    .int()
    .nullable()
    .meta({ description: 'Send as `before` for older items; null when there are none, and always in after mode.' }),
  next_after: z
    .int()
    .nullable()
    .meta({ description: 'Send as `after` for newer items; null when there are none, and always outside after mode.' }),
  newest_cursor: z
    .int()
    .nullable()
    .meta({ description: 'Highest sequence number returned: the checkpoint to keep. Null on an empty page.' }),
}

/** How many rows a query must fetch to know whether another page follows. */
export const rowsToFetch = ({ limit }: PageQuery) => limit + 1

export type Cursors = { next_before: number | null; next_after: number | null; newest_cursor: number | null }
export type PageCut<Row> = { rows: Row[]; cursors: Cursors }

/** Cuts rows found in scanning order (ascending in after mode, else descending) to a page, newest first. */
export function cutPage<Row extends { seq: number }>(found: Row[], { limit, after }: PageQuery): PageCut<Row> {
  const more = found.length > limit
  const rows = found.slice(0, limit)
  if (after !== undefined) rows.reverse()
  const newest = rows[0]?.seq ?? null
  const oldest = rows.at(-1)?.seq ?? null
  return {
    rows,
    cursors: {
      next_before: more && after === undefined ? oldest : null,
      next_after: more && after !== undefined ? newest : null,
      newest_cursor: newest,
    },
  }
}
