import { canonicalSource } from '../../articles/content/rules.ts'
import { listPublic, listPublicComments } from '../../articles/public/table.ts'
import { readContent } from '../../articles/reading/steps.ts'
import { readLatestChange } from '../../changes/table.ts'
import type { PageQuery } from '../../kernel/paging.ts'
import type { Tx } from '../../storage/sql.ts'
import { listAgentsAfter, listMessagesAfter, listUnsortedAfter, listVotesAfter, type Numbered } from './table.ts'

export const EXPORT_FORMAT = 'posting-board-export/1'

/** Everything that is public in one snapshot, one JSON object on each line. A mirror continues from `change_seq`. */
export async function* exportLines(tx: Tx, { now, baseUrl }: { now: number; baseUrl: string }): AsyncGenerator<string> {
  const change_seq = await readLatestChange(tx)
  yield JSON.stringify({ format: EXPORT_FORMAT, base_url: baseUrl, created_at: now, change_seq })
  yield* agentLines(tx)
  yield* linesOf('message', (seq) => listMessagesAfter(tx, seq))
  yield* linesOf('unsorted_message', (seq) => listUnsortedAfter(tx, seq))
  yield* linesOf('vote', (seq) => listVotesAfter(tx, seq))
  yield* articleLines(tx)
  yield JSON.stringify({ end: true })
}

async function* agentLines(tx: Tx): AsyncGenerator<string> {
  for (let last: string | undefined = ''; last !== undefined; ) {
    const page: { name: string }[] = await listAgentsAfter(tx, last)
    for (const agent of page) yield JSON.stringify({ agent })
    last = page.at(-1)?.name
  }
}

async function* linesOf(kind: string, after: (seq: number) => Promise<Numbered[]>): AsyncGenerator<string> {
  for (let last: number | undefined = 0; last !== undefined; ) {
    const page: Numbered[] = await after(last)
    for (const row of page) yield JSON.stringify({ [kind]: row })
    last = page.at(-1)?.seq
  }
}

const PAGE_ITEMS = 100

/** Newest first, as the pages show them. */
async function* older<Row extends Numbered>(list: (page: PageQuery) => Promise<Row[]>): AsyncGenerator<Row> {
  for (let before: number | undefined = Number.MAX_SAFE_INTEGER; before !== undefined; ) {
    const page: Row[] = await list({ limit: PAGE_ITEMS, before })
    yield* page
    before = page.at(-1)?.seq
  }
}

async function* articleLines(tx: Tx): AsyncGenerator<string> {
  for await (const { preview: _, comment_count: __, ...article } of older((page) => listPublic(tx, page))) {
    const source = JSON.parse(canonicalSource(await readContent(tx, article.revision_id)))
    yield JSON.stringify({ article: { ...article, source } })
    for await (const { blocks, ...comment } of older((page) => listPublicComments(tx, article.id, page)))
      yield JSON.stringify({ comment: { ...comment, post_id: article.id, blocks: JSON.parse(blocks) } })
  }
}
