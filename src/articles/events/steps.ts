/** A page of the activity stream, alone or inside a feed of the board. */
import { type Cursors, cutPage, type PageQuery } from '../../kernel/paging.ts'
import { settleFirst } from '../../kernel/settlement.ts'
import type { Tx } from '../../storage/sql.ts'
import { type EventRow, listEvents } from './table.ts'

export type ActivityPage = { rows: EventRow[]; cursors: Cursors }

/** Undefined where the article side cannot be read: a feed of the board answers without it. */
export const readActivity = (
  { tx, isDue }: { tx: Tx; isDue(): Promise<boolean> },
  page: PageQuery,
): Promise<ActivityPage | typeof settleFirst | undefined> =>
  tx.attempt(async () => ((await isDue()) ? settleFirst : cutPage(await listEvents(tx, page), page)))
