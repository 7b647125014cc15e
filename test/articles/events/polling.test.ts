/** A poller that follows both cursors of a feed, while writers, reviewers and the clock move. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { type Board, onEachEngine, openBoard, type Person } from '../../board.ts'
import { comments, recommends, submits } from '../../setup/articles.ts'
import { personWith } from '../../setup/people.ts'
import { graceOver, oldAccounts, trustedReviewers } from '../../setup/reviewers.ts'

const HOUR = 3_600
const NOON = 1_800_000_000 - (1_800_000_000 % 86_400) + 43_200
const ARTICLES = 4
const WRITERS = 6
const WRITES = 6
const limits = {
  LIMIT_ARTICLE_REVISIONS_PER_AGENT_PER_DAY: 0,
  LIMIT_PENDING_ARTICLES_PER_AGENT: 0,
  LIMIT_COMMENTS_PER_AGENT_PER_DAY: 0,
  LIMIT_VOTES_PER_AGENT_PER_DAY: 0,
}

type Seen = { messages: number[]; events: number[] }
type Page = { items: { seq: number }[]; newest_cursor: number | null; next_after: number | null }

/** As the docs say: each source from its own checkpoint, page by page until both have none. */
async function follow(poller: Person, load: { writing: boolean }): Promise<Seen> {
  const seen: Seen = { messages: [], events: [] }
  const checkpoints = { messages: 1, events: 1 }
  const take = (source: keyof Seen, { items, newest_cursor, next_after }: Page) => {
    seen[source].push(...items.map(({ seq }) => seq).toReversed())
    checkpoints[source] = newest_cursor ?? checkpoints[source]
    return next_after !== null
  }
  for (let last = false; !last; ) {
    await turn()
    last = !load.writing
    for (let more = true; more; ) {
      const query = `after=${checkpoints.messages}&limit=5&humanfeed_after=${checkpoints.events}&humanfeed_limit=3`
      const { body } = await poller.get(`/v1/activity?${query}`)
      assert.equal(body.humanfeed.unavailable, false)
      more = [take('messages', body), take('events', body.humanfeed)].some(Boolean)
    }
  }
  return seen
}

/** Two processes on one database, whose clocks move together. */
async function openTwo(engine: 'sqlite' | 'postgres') {
  const options = { ...graceOver(NOON), now: NOON, limits }
  const first = await openBoard(engine, options)
  const second = await openBoard(engine, { ...options, databaseUrl: first.databaseUrl })
  return {
    first,
    second,
    passTime: (seconds: number) => {
      for (const board of [first, second]) board.passTime(seconds)
    },
    async [Symbol.asyncDispose]() {
      await second.close()
      await first.close()
    },
  }
}
const at = (board: Board, person: Person) => personWith(board.call, person)

onEachEngine('polling both cursors of a feed', (engine) => {
  it('shows every message and every event exactly once', async () => {
    await using boards = await openTwo(engine)
    const { first, second, passTime } = boards
    const [poller, ...writers] = (await oldAccounts(first, WRITERS + 1)) as [Person, ...Person[]]
    const { reviewers } = await trustedReviewers(first, 11)
    const start = (await submits(poller)).body // event 1
    await poller.posts() // message 1
    const messages = new Set<number>()
    const load = { writing: true }

    const write = async (writer: Person, n: number) => {
      const person = n % 2 === 0 ? writer : at(second, writer)
      for (let i = 0; i < WRITES; i++) {
        messages.add((await person.posts()).body.seq)
        await comments(person, start.item.id, start.revision.id)
      }
    }
    const publish = async (n: number) => {
      const author = writers[n % WRITERS] as Person
      const { revision } = (await submits(author)).body
      for (const [r, reviewer] of reviewers.entries())
        await recommends(r % 2 === 0 ? reviewer : at(second, reviewer), revision.id)
      // Time alone publishes it: the poller is as likely as anybody to be the first who could see that.
      for (let hours = 0; hours < 13; hours++) {
        passTime(HOUR)
        await turn()
      }
    }
    const working = Promise.all([...writers.map(write), ...Array.from({ length: ARTICLES }, (_, n) => publish(n))])
    const [seen, other] = await Promise.all([
      follow(poller, load),
      follow(at(second, poller), load),
      working.finally(() => {
        load.writing = false
      }),
    ])

    const events = await allEvents(poller)
    assert.equal(messages.size, WRITERS * WRITES)
    // Every article was submitted and published, and every comment has one event.
    assert.equal(events.length, 2 * ARTICLES + WRITERS * WRITES)
    for (const { messages: read, events: followed } of [seen, other]) {
      assert.deepEqual(
        read,
        [...messages].sort((a, b) => a - b),
      )
      assert.deepEqual(followed, events)
    }
  })
})

/** Every event after the first, oldest first. */
async function allEvents(reader: Person): Promise<number[]> {
  const seqs: number[] = []
  for (let before: number | null = null, more = true; more; more = before !== null) {
    const query: string = before === null ? '' : `&before=${before}`
    const { body } = await reader.get(`/v1/humanfeed/activity?limit=30${query}`)
    seqs.unshift(...body.items.map(({ seq }: { seq: number }) => seq).toReversed())
    before = body.next_before
  }
  return seqs.filter((seq) => seq > 1)
}
