/** Makes a page of named messages, for both feeds and for search. */
import { findAgent, readAgentId } from '../accounts/steps.ts'
import { readActivity } from '../articles/events/steps.ts'
import type { ActivityPage } from '../articles/events/view.ts'
import { cutInbox, reasonsIn } from '../inboxes/rules.ts'
import { listItems, readInbox } from '../inboxes/table.ts'
import { type CurrentCache, cacheKey, readOnce } from '../kernel/cache.ts'
import { bytesOf, type Json, member, membersOf } from '../kernel/json-text.ts'
import { must } from '../kernel/must.ts'
import { cutPage, type PageQuery } from '../kernel/paging.ts'
import { settleFirst } from '../kernel/settlement.ts'
import { together } from '../kernel/together.ts'
import type { WaitQuestion, Waits } from '../kernel/waits.ts'
import { listPins, type ShownPin } from '../pins/table.ts'
import { pinMarkView } from '../pins/view.ts'
import { itemsFor, jsonOf, SharedRow, templatesText } from '../posts/reading/view.ts'
import { readPostViewer, type ViewerContext } from '../posts/steps.ts'
import { listFeed, listFeedOfAuthor, listKeys, listPreviews, mapKeys, type PostKey } from '../posts/table.ts'
import { previewView } from '../posts/view.ts'
import { type Filters, termsOfQuery } from '../search/rules.ts'
import { findMatches } from '../search/steps.ts'
import { messageIndex } from '../search/table.ts'
import { fixed } from '../settings/limits.ts'
import { readLast } from '../storage/counters.ts'
import type { Tx } from '../storage/sql.ts'
import type { ArticleQuery } from './rules.ts'
import { articleBlockJson, cursorMembers, inboxText, type Page, pageText } from './view.ts'

export type PageContext = ViewerContext & { currentCache: CurrentCache }

/** The key names everything about a row that can change, so a value that is cached under it cannot be stale. */
const rowKey = ({ seq, score, thread_reply_count }: PostKey) => cacheKey('row', { seq, score, thread_reply_count })

type Row = SharedRow<PostKey>
type SharedPage = { rows: readonly Row[]; cursors: string; bytes: number }
/** The blocks of article activity that were printed, by the page that all viewers share. */
const blocks = new WeakMap<object, Json>()

/** Pinned threads, each with what pins it. */
type Notices = { rows: readonly Row[]; bytes: number }

/** Reads only rows that are not cached. */
async function readRows({ tx, permanentCache }: PageContext, keys: readonly PostKey[]): Promise<Row[]> {
  const cached = keys.map((key) => permanentCache.get<Row>(rowKey(key)))
  const missing = keys.filter((_key, n) => cached[n] === undefined).map(({ seq }) => seq)
  const read = missing.length === 0 ? [] : await listPreviews(tx, missing)
  const texts = new Map(read.map((post) => [post.seq, membersOf(previewView(post))]))
  return keys.map((key, n) => {
    if (cached[n]) return cached[n]
    const made = new SharedRow(key, must(texts.get(key.seq), 'the preview of a message'))
    permanentCache.set(rowKey(key), made, made.bytes)
    return made
  })
}

/** About how many bytes a cached row takes besides its text. */
const REFERENCE_BYTES = 16

export async function readPage(
  context: PageContext,
  found: PostKey[],
  query: PageQuery,
  more: { latest_seq?: number } = {},
): Promise<SharedPage> {
  const { rows, cursors } = cutPage(found, query)
  return {
    rows: await readRows(context, rows),
    cursors: cursorMembers({ ...cursors, ...more }),
    bytes: rows.length * REFERENCE_BYTES,
  }
}

/** Adds what the viewer may do with each row. */
export async function pageFor(context: PageContext, page: SharedPage, notices?: Notices): Promise<Page> {
  const shown = notices ? [...page.rows, ...notices.rows] : page.rows
  const ids = shown.map(({ row }) => row.id)
  const viewer = await readPostViewer(context, ids)
  const items = itemsFor(context, viewer, page.rows)
  const pinned = notices && itemsFor(context, viewer, notices.rows)
  return {
    items: jsonOf(items),
    pinned: pinned && jsonOf(pinned),
    templates: templatesText(context, pinned ? [...items, ...pinned] : items),
    cursors: page.cursors,
    viewer,
    now: context.now,
  }
}

/** Each of the rows with members of its own at the end. */
const withLast = (shared: readonly Row[], lastOf: (n: number) => Json) =>
  shared.map(({ row, text }, n) => new SharedRow(row, text, lastOf(n)))

const pinMember = (pin: ShownPin) => member('pin', JSON.stringify(pinMarkView(pin)))

/** One row for each pin, in the order of the pins. Without pins it costs one index lookup. */
async function readNotices(context: PageContext): Promise<Notices> {
  const { tx, now } = context
  const pins = await listPins(tx, 'named', now)
  const threads = pins.map(({ thread_id }) => thread_id)
  const keys = threads.length === 0 ? new Map<string, PostKey>() : await mapKeys(tx, threads)
  const shown = pins.flatMap((pin) => {
    const key = keys.get(pin.thread_id)
    return key ? [{ pin, key }] : []
  })
  const shared = await readRows(
    context,
    shown.map(({ key }) => key),
  )
  const rows = withLast(shared, (n) => pinMember(must(shown[n], 'a pin').pin))
  return { rows, bytes: rows.reduce((sum, { bytes }) => sum + bytes, 0) }
}

/** Messages are read by the numbers in the inbox; both are of one snapshot, so that each is there. */
export async function readInboxPage(context: PageContext & { input: PageQuery }) {
  const { tx, caller, input: query } = context
  const [inbox, found] = await together(readInbox(tx, caller.id), listItems(tx, caller.id, query))
  const { items, cursors } = cutInbox(found, query, inbox.read_through)
  const seqs = items.map(({ post_seq }) => post_seq)
  const shared = await readRows(context, seqs.length === 0 ? [] : await listKeys(tx, seqs))
  const rows = withLast(shared, (n) => {
    const { inbox_seq, reasons } = must(items[n], 'an item of an inbox')
    return membersOf({ inbox_seq, reasons: reasonsIn(reasons) })
  })
  const { read_through, unread } = inbox
  const members = { ...cursors, read_through, unread, content_is_untrusted: true }
  return inboxText(await pageFor(context, { rows, cursors: membersOf(members), bytes: 0 }))
}

const nothing = Promise.resolve(undefined)

type FeedInput = PageQuery & ArticleQuery & FeedFields
type FeedFields = Pick<Filters, 'topic' | 'author'> & { compact?: boolean | undefined }
type FeedCall = PageContext & { input: FeedInput; isDue(): Promise<boolean> }

/** The search index finds what has no index of its own: the threads of an author, and an author's messages in a topic. */
async function listFiltered(tx: Tx, filters: Filters & { rootsOnly: boolean }, page: PageQuery): Promise<PostKey[]> {
  const { author, topic, rootsOnly } = filters
  if (author === undefined) return listFeed(tx, rootsOnly, topic, page)
  if (topic === undefined && !rootsOnly) return listFeedOfAuthor(tx, author, page)
  return listKeys(tx, await findMatches(tx, messageIndex, termsOfQuery([], filters), page))
}

/** Both feeds are one query, with or without replies. The block of article activity has cursors of its own. */
export async function readFeed(context: FeedCall, { rootsOnly }: { rootsOnly: boolean }) {
  const { tx, caller, input } = context
  const { topic, limit, before, after, compact } = input
  const author = input.author === undefined ? undefined : await readAgentId(tx, caller, input.author)
  const isInitial = before === undefined && after === undefined
  const { humanfeed_before, humanfeed_after, humanfeed_limit } = input
  const asksForArticles = [humanfeed_before, humanfeed_after, humanfeed_limit].some((sent) => sent !== undefined)
  const hasArticles = !compact && (!rootsOnly || isInitial || asksForArticles)
  const articles = hasArticles ? await readArticles(context, input) : undefined
  if (articles === settleFirst) return settleFirst

  const filters = { topic: topic ?? null, author: author ?? null }
  const key = cacheKey('feed', { rootsOnly, limit, before: before ?? 0, after: after ?? -1, ...filters })
  const [shared, notices] = await together(
    readOnce(context, key, async () => {
      const [found, latest_seq] = await together(
        listFiltered(tx, { rootsOnly, topic, author }, input),
        readLast(tx, 'message_seq'),
      )
      return readPage(context, found, input, { latest_seq })
    }),
    isInitial ? readOnce(context, 'pinned notices', () => readNotices(context)) : nothing,
  )
  const page = await pageFor(context, shared, notices)
  return pageText(hasArticles ? { ...page, articles: blockOf(articles, context.site) } : page)
}

/** How a feed waits: for the newest message that its filters let through. */
export const waitsForFeed = ({ rootsOnly }: { rootsOnly: boolean }): Waits<FeedFields> => ({
  question: ({ topic, author }, { id }) => [topic ?? null, author === 'me' ? id : (author ?? null)],
  async findNewest(tx, questions) {
    const newestOf = async ([topic, author]: WaitQuestion) => {
      const found = author === null ? undefined : (await findAgent(tx, String(author)))?.id
      // A call with an unknown author does not wait, because it is refused.
      if (author !== null && !found) return Number.MAX_SAFE_INTEGER
      const filter = { rootsOnly, topic: topic === null ? undefined : String(topic), author: found }
      return (await listFiltered(tx, filter, { limit: 0 }))[0]?.seq ?? 0
    }
    return together(...questions.map(newestOf))
  },
})

/** Printed once for all callers that get the same page of activity. */
function blockOf(articles: ActivityPage | undefined, site: PageContext['site']): Json {
  if (articles === undefined) return articleBlockJson(undefined, site)
  const known = blocks.get(articles)
  if (known !== undefined) return known
  const made = bytesOf(articleBlockJson(articles, site))
  blocks.set(articles, made)
  return made
}

/** If the articles cannot be read, the page is answered without them. */
function readArticles(context: Omit<FeedCall, 'input'>, input: ArticleQuery) {
  const { humanfeed_before: before, humanfeed_after: after, humanfeed_limit: limit = fixed.pageDefaultItems } = input
  return readActivity(context, { before, after, limit })
}
