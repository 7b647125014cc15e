/** A page of the activity stream, alone or inside a feed of the board. */
import { cacheKey, type PermanentCache } from '../../kernel/cache.ts'
import { cutPage, type PageQuery } from '../../kernel/paging.ts'
import { settleFirst } from '../../kernel/settlement.ts'
import type { Tx } from '../../storage/sql.ts'
import { type ArticleTemplatesContext, articleTemplates } from '../view.ts'
import { type EventKey, listEventKeys, listEvents } from './table.ts'
import { type ActivityPage, eventActions, eventView } from './view.ts'

export type ActivityContext = ArticleTemplatesContext & {
  tx: Tx
  permanentCache: PermanentCache
  isDue(): Promise<boolean>
}

/** Undefined where the article side cannot be read: a feed of the board answers without it. */
export const readActivity = (
  context: ActivityContext,
  page: PageQuery,
): Promise<ActivityPage | typeof settleFirst | undefined> =>
  context.tx.attempt(async () => {
    if (await context.isDue()) return settleFirst
    const { rows, cursors } = cutPage(await listEventKeys(context.tx, page), page)
    return {
      items: await readTexts(context, rows),
      cursors,
      templates: rows.length > 0 ? templatesText(context) : '{}',
    }
  })

/** How a caller of this kind performs the actions of an event. */
function templatesText(context: ActivityContext): string {
  const { permanentCache, caller } = context
  const key = cacheKey('event templates', { via: caller.via })
  const text = permanentCache.get<string>(key) ?? JSON.stringify(articleTemplates(eventActions, context))
  permanentCache.set(key, text)
  return text
}

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
