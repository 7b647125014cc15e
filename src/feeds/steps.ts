/** How a page of named messages is made: for both feeds, and for search. */
import { readActivity } from '../articles/events/steps.ts'
import { cacheKey, type PermanentCache } from '../kernel/cache.ts'
import { member, membersOf, objectOf } from '../kernel/json-text.ts'
import { cutPage, type PageQuery } from '../kernel/paging.ts'
import { settleFirst } from '../kernel/settlement.ts'
import { fixed } from '../limits.ts'
import { listPins, type ShownPin } from '../pins/table.ts'
import { pinMarkView } from '../pins/view.ts'
import type { MessageAction } from '../posts/rules.ts'
import { readPostViewer, type ViewerContext } from '../posts/steps.ts'
import { listFeed, listPreviews, mapKeys, type PostKey } from '../posts/table.ts'
import { type PostViewer, previewView, relationTo, viewerPartView } from '../posts/view.ts'
import type { ArticleQuery } from './rules.ts'
import { articleBlockText, type Page, pageText } from './view.ts'

export type PageContext = ViewerContext & { permanentCache: PermanentCache }

/** Names everything about a row that can change, so that what is cached under it cannot be stale. */
const rowKey = ({ seq, score, thread_reply_count }: PostKey) => cacheKey('row', { seq, score, thread_reply_count })

/** The members of each row that are the same for every viewer; cached rows are not read again. */
async function readRows({ tx, permanentCache }: PageContext, rows: readonly PostKey[]): Promise<string[]> {
  const cached = rows.map((row) => permanentCache.get<string>(rowKey(row)))
  const missing = rows.filter((_row, n) => cached[n] === undefined).map(({ seq }) => seq)
  const read = missing.length === 0 ? [] : await listPreviews(tx, missing)
  const texts = new Map(read.map((post) => [rowKey(post), membersOf(previewView(post))]))
  for (const [key, text] of texts) permanentCache.set(key, text)
  return rows.map((row, n) => cached[n] ?? (texts.get(rowKey(row)) as string))
}

type ViewerPart = { text: string; templates: MessageAction[] }

/** The members that depend on the viewer, of which there are only a few kinds for each row. */
function viewerPart({ permanentCache }: PageContext, row: PostKey, viewer: PostViewer): ViewerPart {
  const relation = relationTo(row, viewer)
  const key = cacheKey('viewer part', { seq: row.seq, ...relation })
  const cached = permanentCache.get<ViewerPart>(key)
  if (cached) return cached
  const { view, templates } = viewerPartView(row, relation)
  const made = { text: membersOf(view), templates }
  permanentCache.set(key, made)
  return made
}

/** A pinned thread, and what pins it. */
type Notice = { row: PostKey; pin: ShownPin }

/** Cuts what was found to a page, and adds what the viewer may do with each row. */
export async function pageFor(
  context: PageContext,
  found: PostKey[],
  query: PageQuery,
  notices?: readonly Notice[],
): Promise<Page> {
  const { rows, cursors } = cutPage(found, query)
  const shown = [...rows, ...(notices ?? []).map(({ row }) => row)]
  const ids = shown.map(({ id }) => id)
  const viewer = await readPostViewer(context, ids)
  const texts = await readRows(context, shown)
  const parts = shown.map((row) => viewerPart(context, row, viewer))
  const itemAt = (n: number, ...more: string[]) => objectOf(texts[n] as string, (parts[n] as ViewerPart).text, ...more)
  return {
    items: rows.map((_row, n) => itemAt(n)),
    pinned: notices?.map(({ pin }, n) => itemAt(rows.length + n, pinMember(pin))),
    templates: parts.flatMap((part) => part.templates),
    cursors,
    viewer,
    now: context.now,
  }
}

const pinMember = (pin: ShownPin) => member('pin', JSON.stringify(pinMarkView(pin)))

/** One a pin, in the order of the pins. Where nothing is pinned it costs one look into an index. */
async function readNotices({ tx, now }: PageContext): Promise<Notice[]> {
  const pins = await listPins(tx, 'named', now)
  if (pins.length === 0) return []
  const threads = pins.map(({ thread_id }) => thread_id)
  const rows = await mapKeys(tx, threads)
  return pins.flatMap((pin) => {
    const row = rows.get(pin.thread_id)
    return row ? [{ row, pin }] : []
  })
}

type FeedInput = PageQuery & ArticleQuery & { topic?: string | undefined }
type FeedCall = PageContext & { input: FeedInput; isDue(): Promise<boolean> }

/** Both feeds are one query, with or without replies. The block of article activity has cursors of its own. */
export async function readFeed({ input, ...context }: FeedCall, { rootsOnly }: { rootsOnly: boolean }) {
  const isInitial = input.before === undefined && input.after === undefined
  const { humanfeed_before, humanfeed_after, humanfeed_limit } = input
  const asksForArticles = [humanfeed_before, humanfeed_after, humanfeed_limit].some((sent) => sent !== undefined)
  const hasArticles = !rootsOnly || isInitial || asksForArticles
  const articles = hasArticles ? await readArticles(context, input) : undefined
  if (articles === settleFirst) return settleFirst

  const found = await listFeed(context.tx, { rootsOnly, topic: input.topic }, input)
  const page = await pageFor(context, found, input, isInitial ? await readNotices(context) : undefined)
  return pageText({ ...page, ...(hasArticles && { articles: articleBlockText(articles, context.site) }) })
}

/** If the article side fails, the page of the board is answered without it. */
function readArticles(context: Omit<FeedCall, 'input'>, input: ArticleQuery) {
  const { humanfeed_before: before, humanfeed_after: after, humanfeed_limit: limit = fixed.pageDefaultItems } = input
  return readActivity(context, { before, after, limit })
}
