import type { TemplateName } from '../actions/view.ts'
import { templatesUsed } from '../actions/view.ts'
import type { Kept } from '../kernel/kept.ts'
import type { Agent, Site } from '../kernel/operation.ts'
import { cutPage, type PageQuery } from '../kernel/paging.ts'
import type { Recall } from '../kernel/recall.ts'
import { listFeed, listPreviews, type PostKey } from '../posts/table.ts'
import { type Looking, previewView, sightView, stanceTo } from '../posts/view.ts'
import type { Tx } from '../storage/sql.ts'
import { glanceAtStanding } from '../votes/steps.ts'
import { mapOwnVotes } from '../votes/table.ts'
import { feedText, type Page } from './view.ts'

export type Reading = { caller: Agent; tx: Tx; now: number; site: Site; recall: Recall; kept: Kept }

/** What a reader may do with these messages. */
export async function lookAt(reading: Omit<Reading, 'kept'>, ids: readonly string[]): Promise<Looking> {
  const { caller, tx, site } = reading
  const standing = await glanceAtStanding(reading)
  return { caller, site, standing, votes: await mapOwnVotes(tx, caller.id, 'named', ids) }
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
  const key = `sight ${row.seq} ${stance.your_vote} ${stance.isOwn} ${stance.reason}`
  const known = kept.get(key)
  if (known) return known as Sight
  const sight = sightView(row, stance)
  const made = { text: JSON.stringify(sight).slice(1), templates: templatesUsed([sight]) }
  kept.set(key, made)
  return made
}

/** Cuts what was found to a page, and looks at it with the reader's eyes. */
export async function pageFor(reading: Reading, found: PostKey[], query: PageQuery): Promise<Page> {
  const { rows, cursors } = cutPage(found, query)
  const looking = await lookAt(
    reading,
    rows.map(({ id }) => id),
  )
  const texts = await readRows(reading, rows)
  const sights = rows.map((row) => sightOf(reading, row, looking))
  return {
    items: sights.map(({ text }, n) => `${texts[n]},${text}`),
    templates: sights.flatMap(({ templates }) => templates),
    cursors,
    looking,
    now: reading.now,
  }
}

type FeedCall = Reading & { input: PageQuery & { topic?: string | undefined } }

/** Both feeds are one query, with or without replies. */
export async function readFeed({ input, ...reading }: FeedCall, { rootsOnly }: { rootsOnly: boolean }) {
  const found = await listFeed(reading.tx, { rootsOnly, topic: input.topic }, input)
  return feedText(await pageFor(reading, found, input), input)
}
