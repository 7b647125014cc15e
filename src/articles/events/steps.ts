/** A page of the activity stream, alone or inside a feed of the board. */
import { type CurrentCache, cacheKey, type PermanentCache, readOnce } from '../../kernel/cache.ts'
import { bytesOf, listOf } from '../../kernel/json-text.ts'
import { must } from '../../kernel/must.ts'
import { cutPage, type PageQuery } from '../../kernel/paging.ts'
import { settleFirst } from '../../kernel/settlement.ts'
import { together } from '../../kernel/together.ts'
import type { Tx } from '../../storage/sql.ts'
import { type ArticleTemplatesContext, articleTemplates } from '../templates/view.ts'
import { type EventKey, type EventRow, listEventKeys, listEvents } from './table.ts'
import { type ActivityPage, eventActions, eventView, toolEventActions, toolEventView } from './view.ts'

export type ActivityContext = ArticleTemplatesContext & {
  tx: Tx
  now: number
  permanentCache: PermanentCache
  currentCache: CurrentCache
  isDue(): Promise<boolean>
}

type FoundPage = ActivityPage & { bytes: number }

/** Undefined where the article side cannot be read: a feed of the board answers without it. */
export function readActivity(
  context: ActivityContext,
  page: PageQuery,
): Promise<FoundPage | typeof settleFirst | undefined> {
  const { tx, caller, isDue } = context
  const { limit, before = 0, after = -1 } = page
  const key = cacheKey('article activity', {
    via: caller.via,
    usesTools: caller.usesTools ?? false,
    limit,
    before,
    after,
  })
  return readOnce(context, key, () =>
    tx.attempt(async () => {
      const [mustSettle, found] = await together(isDue(), listEventKeys(tx, page))
      if (mustSettle) return settleFirst
      const { rows, cursors } = cutPage(found, page)
      const items = bytesOf(listOf(await readTexts(context, rows)))
      return { items, cursors, templates: rows.length > 0 ? templatesText(context) : '{}', bytes: items.length }
    }),
  )
}

/** How a caller of this kind performs the actions of an event. */
function templatesText(context: ActivityContext): string {
  const { permanentCache, caller } = context
  const { via, usesTools = false } = caller
  const key = cacheKey('event templates', { via, usesTools })
  const actions = usesTools ? toolEventActions : eventActions
  const text = permanentCache.get<string>(key) ?? JSON.stringify(articleTemplates(actions, context))
  permanentCache.set(key, text, text.length)
  return text
}

/** Names everything about an event that can change, so that what is cached under it cannot be stale. */
const eventKeyFor =
  (usesTools: boolean) =>
  ({ seq, is_published, article_is_public }: EventKey) =>
    cacheKey('article event', { usesTools, seq, is_published, article_is_public })

/** The stream is the same for every reader, and shorter in tools; cached events are not read again. */
async function readTexts(context: ActivityContext, keys: readonly EventKey[]): Promise<string[]> {
  const { tx, permanentCache, site } = context
  const { usesTools = false } = context.caller
  const eventKey = eventKeyFor(usesTools)
  const viewOf = (event: EventRow) => (usesTools ? toolEventView(event) : eventView(event, { site }))
  const cached = keys.map((key) => permanentCache.get<string>(eventKey(key)))
  const missing = keys.filter((_key, n) => cached[n] === undefined).map(({ seq }) => seq)
  const read = missing.length === 0 ? [] : await listEvents(tx, missing)
  const texts = new Map(read.map((event) => [eventKey(event), JSON.stringify(viewOf(event))]))
  for (const [key, text] of texts) permanentCache.set(key, text, text.length)
  return keys.map((key, n) => cached[n] ?? must(texts.get(eventKey(key)), 'the text of an event'))
}
