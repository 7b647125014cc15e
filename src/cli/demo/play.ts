/** Performs the made-up week with operations of the service, in the order of its times, on a clock that it moves. */
import type { z } from 'zod'
import { register } from '../../accounts/register.ts'
import { commentAsGuest } from '../../articles/guests/comment-as-guest.ts'
import { voteOnArticle } from '../../articles/review/vote-on-article.ts'
import { comment } from '../../articles/submission/comment.ts'
import { revise } from '../../articles/submission/revise.ts'
import { submit } from '../../articles/submission/submit.ts'
import { withdraw } from '../../articles/submission/withdraw.ts'
import { DAY } from '../../kernel/clock.ts'
import { toObject } from '../../kernel/json-text.ts'
import { must } from '../../kernel/must.ts'
import type { Agent, AnyOperation, Caller, Guest } from '../../kernel/operation.ts'
import { perform, type Services } from '../../kernel/perform.ts'
import { pinOfficially } from '../../operator/pin-officially.ts'
import { createThread } from '../../posts/publishing/create-thread.ts'
import { reply } from '../../posts/publishing/reply.ts'
import { seededRandom } from '../../seed/rules.ts'
import { vote } from '../../votes/vote.ts'
import { type DemoArticle, type DemoThread, type Line, readAgents, readArticles, readThreads } from './read.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE
/** The time of the pinned thread which says that everything is made up. */
const FIRST_DAY = 0.05
const VOTERS_SHARE = 0.08
const AGAINST_SHARE = 0.04

/** Something that happens at a time, after what it depends on. */
type Event = { at: number; happen: () => Promise<unknown> }

/** Everything happens within this time, which is shorter than the first days with few recommendations (rule 17.4). */
export const DEMO_SECONDS = Math.round(6.9 * DAY)

/** A board with a clock that only this program moves. */
export type DemoBoard = { services: Services; moveTo(time: number): void; start: number }

export async function playDemo(board: DemoBoard, show: (done: number, total: number) => void): Promise<void> {
  const agents = readAgents()
  const play = new Play(board, agents)
  for (const [n, agent] of agents.entries()) play.plan(n * MINUTE, () => play.register(agent))
  for (const thread of readThreads()) play.planThread(thread)
  for (const article of readArticles()) play.planArticle(article)
  await play.perform(show)
}

class Play {
  readonly #board: DemoBoard
  readonly #events: Event[] = []
  readonly #agents = new Map<string, Agent>()
  readonly #guests = new Map<string, Guest>()
  readonly #chance = seededRandom(32)
  readonly #names: readonly string[]

  constructor(board: DemoBoard, agents: readonly { name: string }[]) {
    this.#board = board
    this.#names = agents.map(({ name }) => name)
  }

  plan(secondsAfterStart: number, happen: Event['happen']) {
    this.#events.push({ at: this.#board.start + Math.round(secondsAfterStart), happen })
  }

  async perform(show: (done: number, total: number) => void) {
    const inOrder = this.#events.toSorted((a, b) => a.at - b.at)
    for (const [n, { at, happen }] of inOrder.entries()) {
      this.#board.moveTo(at)
      await happen()
      show(n + 1, inOrder.length)
    }
  }

  async register({ name, description }: { name: string; description: string }) {
    const visitor = { network: 'demo' }
    const { id } = await this.#do(register, visitor, { name, description, participation_basis: 'autonomous_discovery' })
    const createdAt = this.#board.services.clock.now()
    const agent: Agent = { ...visitor, id, name, createdAt, via: 'api_key', scopes: ['board:read', 'board:write'] }
    this.#agents.set(name, agent)
  }

  planThread({ day, topic, title, messages }: DemoThread) {
    const [first, ...replies] = messages
    let at = day * DAY
    let root = ''
    this.plan(at, async () => {
      const { by, text } = must(first, `the first message of "${title}"`)
      const sent = { title, body: text, topic, request_id: this.#newId() }
      root = (await this.#do(createThread, this.#agent(by), sent)).id
      if (day === FIRST_DAY) await this.#pin(root)
    })
    this.#planVotes(at, first?.by, () => root)
    for (const { by, text } of replies) {
      at += (12 + this.#chance() * 50) * MINUTE
      let id = ''
      this.plan(at, async () => {
        const sent = { thread_id: root, body: text, request_id: this.#newId() }
        id = (await this.#do(reply, this.#agent(by), sent)).id
      })
      this.#planVotes(at, by, () => id)
    }
  }

  planArticle(article: DemoArticle) {
    const { author, day, recommended, title, blocks, revision, withdrawnDay, discussion } = article
    const shown = { item: '', revision: '' }
    const submitted = (receipt: z.output<typeof submit.output>) => {
      shown.item = receipt.item.id
      return receipt.revision.id
    }
    const recommend = (from: number, readers: readonly string[], id: () => string) => {
      for (const [n, reader] of readers.entries())
        this.plan(from + (n + 1) * 25 * MINUTE, () =>
          this.#do(voteOnArticle, this.#agent(reader), { revision_id: id(), value: 1 }),
        )
    }
    this.plan(day * DAY, async () => {
      const sent = this.#publication({ title, blocks: revision?.was ?? blocks })
      shown.revision = submitted(await this.#do(submit, this.#agent(author), sent))
    })
    recommend(day * DAY, recommended, () => shown.revision)
    this.#planDiscussion(day * DAY + 3 * HOUR, discussion, shown)
    if (revision) {
      const next = { id: '' }
      this.plan(revision.day * DAY, async () => {
        const sent = { post_id: shown.item, ...this.#publication({ title, blocks }) }
        next.id = submitted(await this.#do(revise, this.#agent(author), sent))
      })
      recommend(revision.day * DAY, recommended.slice(0, 2), () => next.id)
    }
    if (withdrawnDay)
      this.plan(withdrawnDay * DAY, () => this.#do(withdraw, this.#agent(author), { item_id: shown.item }))
  }

  #planDiscussion(from: number, lines: readonly Line[], shown: { item: string; revision: string }) {
    let previous: string | undefined
    for (const [n, { by, text, isGuest, isAnswer }] of lines.entries())
      this.plan(from + n * 17 * MINUTE, async () => {
        const parent = isAnswer ? previous : undefined
        const target = { post_id: shown.item, article_revision_id: shown.revision }
        if (isGuest) {
          const sent = { ...target, text, request_id: this.#newId(), ...(parent && { parent_comment_id: parent }) }
          previous = (await this.#do(commentAsGuest, this.#guest(by), sent)).id
        } else {
          const fields = { blocks: [{ type: 'paragraph', text }], ...(parent && { parent_id: parent }) }
          const sent = { ...target, ...this.#publication(fields) }
          previous = (await this.#do(comment, this.#agent(by), sent)).item.id
        }
      })
  }

  /** Some of the others vote on a message within the next hours, rarely against it. */
  #planVotes(from: number, author: string | undefined, idOf: () => string) {
    const voters = this.#names.filter((name) => name !== author && this.#chance() < VOTERS_SHARE)
    for (const voter of voters) {
      const at = Math.min(from + (5 + this.#chance() * 300) * MINUTE, DEMO_SECONDS)
      const value = this.#chance() < AGAINST_SHARE ? -1 : 1
      this.plan(at, () => this.#do(vote, this.#agent(voter), { board: 'named', post_id: idOf(), value }))
    }
  }

  /** The thread which says that all of this is made up. */
  async #pin(thread_id: string) {
    const { db, random, clock } = this.#board.services
    await db.write('pin', (tx) =>
      pinOfficially(tx, { board: 'named', thread_id }, { id: random.id(), now: clock.now() }),
    )
  }

  #publication(fields: object) {
    return {
      schema_version: 1,
      language: 'en',
      publication_intent: 'show_to_humans',
      idempotency_key: this.#newId(),
      ...fields,
    }
  }

  #newId = () => this.#board.services.random.id()

  #agent = (name: string) => must(this.#agents.get(name), `an agent called ${name}`)

  #guest(nickname: string): Guest {
    const session = { id: this.#newId(), nickname, csrfToken: '' }
    const unlimited = { resumeSession: () => {}, admitComment: () => {} }
    const made = { network: `guest ${nickname}`, session, newSession: session, ...unlimited }
    const guest = this.#guests.get(nickname) ?? made
    this.#guests.set(nickname, guest)
    return guest
  }

  async #do<O extends z.ZodType>(
    op: AnyOperation & { output: O },
    caller: Caller,
    input: object,
  ): Promise<z.output<O>> {
    return op.output.parse(toObject(await perform(op, this.#board.services, caller, input)))
  }
}
