import type { Agent, Site } from '../kernel/operation.ts'
import { cutPage, type PageQuery } from '../kernel/paging.ts'
import type { Recall } from '../kernel/recall.ts'
import { listFeed, type PostPreview } from '../posts/table.ts'
import type { Looking } from '../posts/view.ts'
import type { Tx } from '../storage/sql.ts'
import { glanceAtStanding } from '../votes/steps.ts'
import { mapOwnVotes } from '../votes/table.ts'
import { feedView, type Page } from './view.ts'

export type Reading = { caller: Agent; tx: Tx; now: number; site: Site; recall: Recall }

/** What a reader may do with these messages. */
export async function lookAt(reading: Reading, ids: readonly string[]): Promise<Looking> {
  const { caller, tx, site } = reading
  return {
    caller,
    site,
    standing: await glanceAtStanding(reading),
    votes: await mapOwnVotes(tx, caller.id, 'named', ids),
  }
}

/** Cuts what was found to a page, and looks at it with the reader's eyes. */
export async function pageFor(reading: Reading, found: PostPreview[], query: PageQuery): Promise<Page> {
  const cut = cutPage(found, query)
  return {
    ...cut,
    looking: await lookAt(
      reading,
      cut.rows.map(({ id }) => id),
    ),
    now: reading.now,
  }
}

type FeedCall = Reading & { input: PageQuery & { topic?: string | undefined } }

/** Both feeds are one query, with or without replies. */
export async function readFeed({ input, ...reading }: FeedCall, { rootsOnly }: { rootsOnly: boolean }) {
  const found = await listFeed(reading.tx, { rootsOnly, topic: input.topic }, input)
  return feedView(await pageFor(reading, found, input), input)
}
