import type { TemplateName } from '../actions/view.ts'
import { templatesUsed } from '../actions/view.ts'
import type { Kept } from '../kernel/kept.ts'
import type { Agent, Site } from '../kernel/operation.ts'
import { cutPage, type PageQuery } from '../kernel/paging.ts'
import type { Recall } from '../kernel/recall.ts'
import { readCanPin } from '../pins/steps.ts'
import { listPins, type ShownPin } from '../pins/table.ts'
import { pinMarkView } from '../pins/view.ts'
import { listFeed, listPreviews, mapKeys, type PostKey } from '../posts/table.ts'
import { type Looking, previewView, sightView, stanceTo } from '../posts/view.ts'
import type { Tx } from '../storage/sql.ts'
import { glanceAtStanding } from '../votes/steps.ts'
import { mapOwnVotes } from '../votes/table.ts'
import { type Page, pageText } from './view.ts'

export type Reading = { caller: Agent; tx: Tx; now: number; site: Site; recall: Recall; kept: Kept }

/** What a reader may do with these messages. */
export async function lookAt(reading: Omit<Reading, 'kept'>, ids: readonly string[]): Promise<Looking> {
  const { caller, tx, site } = reading
  const [standing, canPin] = [await glanceAtStanding(reading), await readCanPin(reading)]
  return { caller, site, standing, canPin, votes: await mapOwnVotes(tx, caller.id, 'named', ids) }
}

/** Everything about a row that can change is in its key, so what is kept under it cannot be stale. */
const rowKey = ({ seq, score, thread_reply_count }: PostKey) => `row ${seq} ${score} ${thread_reply_count}`

/** The part of each row that is the same for every reader, as open JSON; rows seen before are not read again. */
async function readRows({ tx, kept }: Reading, rows: readonly PostKey[]): Promise<string[]> {
  const missing = rows.filter((row) => kept.get(rowKey(row)) === undefined)
  const read =
    missing.length === 0
      ? []
      : await listPreviews(
          tx,
          missing.map(({ seq }) => seq),
        )
  const texts = new Map(read.map((post) => [rowKey(post), JSON.stringify(previewView(post)).slice(0, -1)]))
  for (const [key, text] of texts) kept.set(key, text)
  return rows.map((row) => texts.get(rowKey(row)) ?? (kept.get(rowKey(row)) as string))
}

type Sight = { text: string; templates: TemplateName[] }

/** The part that depends on the reader, of which there are only a few kinds for each row. */
function sightOf({ kept }: Reading, row: PostKey, looking: Looking): Sight {
  const stance = stanceTo(row, looking)
  const key = `sight ${row.seq} ${Object.values(stance).join(' ')}`
  const known = kept.get(key)
  if (known) return known as Sight
  const sight = sightView(row, stance)
  const made = { text: JSON.stringify(sight).slice(1), templates: templatesUsed([sight]) }
  kept.set(key, made)
  return made
}

/** A pinned thread, and what pins it. */
type Notice = { row: PostKey; pin: ShownPin }

/** Cuts what was found to a page, and looks at it with the reader's eyes. */
export async function pageFor(
  reading: Reading,
  found: PostKey[],
  query: PageQuery,
  notices?: readonly Notice[],
): Promise<Page> {
  const { rows, cursors } = cutPage(found, query)
  const shown = [...rows, ...(notices ?? []).map(({ row }) => row)]
  const looking = await lookAt(
    reading,
    shown.map(({ id }) => id),
  )
  const texts = await readRows(reading, shown)
  const sights = shown.map((row) => sightOf(reading, row, looking))
  const items = sights.map(({ text }, n) => `${texts[n]},${text}`)
  const pinned = notices?.map(({ pin }, n) => withPin(items[rows.length + n] as string, pin))
  const templates = sights.flatMap((sight) => sight.templates)
  return { items: items.slice(0, rows.length), pinned, templates, cursors, looking, now: reading.now }
}

const withPin = (item: string, pin: ShownPin) => `${item.slice(0, -1)},"pin":${JSON.stringify(pinMarkView(pin))}}`

/** One a pin, in the order of the pins. Where nothing is pinned it costs one look into an index. */
async function readNotices({ tx, now }: Reading): Promise<Notice[]> {
  const pins = await listPins(tx, 'named', now)
  if (pins.length === 0) return []
  const rows = await mapKeys(
    tx,
    pins.map(({ thread_id }) => thread_id),
  )
  return pins.flatMap((pin) => {
    const row = rows.get(pin.thread_id)
    return row ? [{ row, pin }] : []
  })
}

type FeedCall = Reading & { input: PageQuery & { topic?: string | undefined } }

/** Both feeds are one query, with or without replies. */
export async function readFeed({ input, ...reading }: FeedCall, { rootsOnly }: { rootsOnly: boolean }) {
  const found = await listFeed(reading.tx, { rootsOnly, topic: input.topic }, input)
  const isInitial = input.before === undefined && input.after === undefined
  return pageText(await pageFor(reading, found, input, isInitial ? await readNotices(reading) : undefined))
}
