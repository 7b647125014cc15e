/** A page of the activity stream, alone or inside a feed of the board. */
import { cacheKey, type PermanentCache } from '../../kernel/cache.ts'
import type { Site } from '../../kernel/operation.ts'
import { cutPage, type PageQuery } from '../../kernel/paging.ts'
import { settleFirst } from '../../kernel/settlement.ts'
import type { Tx } from '../../storage/sql.ts'
import { type EventKey, listEventKeys, listEvents } from './table.ts'
import { type ActivityPage, eventView } from './view.ts'

export type ActivityContext = { tx: Tx; permanentCache: PermanentCache; site: Site; isDue(): Promise<boolean> }

/** Undefined where the article side cannot be read: a feed of the board answers without it. */
export const readActivity = (
  context: ActivityContext,
  page: PageQuery,
): Promise<ActivityPage | typeof settleFirst | undefined> =>
  context.tx.attempt(async () => {
    if (await context.isDue()) return settleFirst
    const { rows, cursors } = cutPage(await listEventKeys(context.tx, page), page)
    return { items: await readTexts(context, rows), cursors }
  })

/** Names everything about an event that can change, so that what is cached under it cannot be stale. */
const eventKey = ({ seq, is_published, article_is_public }: EventKey) =>
  cacheKey('article event', { seq, is_published, article_is_public })

/** The stream is the same for every reader; cached events are not read again. */
async function readTexts({ tx, permanentCache, site }: ActivityContext, keys: readonly EventKey[]): Promise<string[]> {
  const cached = keys.map((key) => permanentCache.get<string>(eventKey(key)))
  const missing = keys.filter((_key, n) => cached[n] === undefined).map(({ seq }) => seq)
  const read = missing.length === 0 ? [] : await listEvents(tx, missing)
  const texts = new Map(read.map((event) => [eventKey(event), JSON.stringify(eventView(event, { site }))]))
  for (const [key, text] of texts) permanentCache.set(key, text)
  return keys.map((key, n) => cached[n] ?? (texts.get(eventKey(key)) as string))
}
