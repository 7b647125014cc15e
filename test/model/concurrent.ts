/** Requests that are under way together, and the model's answer to each of them in some order. */
import { article } from '../setup/articles.ts'
import { type Answer, type Call, codeOf, jsonHeaders, standardHeaders } from '../setup/call.ts'
import type { Random } from '../setup/contract-requests.ts'
import { freshRequestId } from '../setup/people.ts'
import { addItem, addRevision, recommend, whyNotRecommend, whyNotSubmit, withdraw } from './rules/articles.ts'
import { articlesIn, newestOf, tallyOf } from './rules/items.ts'
import { type Draft, publish, receiptOf, remove, whyNotDelete, whyNotPublish } from './rules/messages.ts'
import { tally, vote, votingOf, whyNotVote } from './rules/votes.ts'
import { type Account, kept, type World } from './rules/world.ts'

/** `agrees` performs the request on a world; false if the answer is another than the rules give there. */
export type Sent = { said: string; send: () => Promise<Answer>; agrees: (world: World, answer: Answer) => boolean }

const has = ({ body }: Answer, members: object) =>
  Object.entries(members).every(([name, value]) => JSON.stringify(body[name]) === JSON.stringify(value))
const is = (answer: Answer, outcome: string, members: object = {}) => codeOf(answer) === outcome && has(answer, members)

/** The account of this name in one of the worlds. */
const of = (world: World, name: string) => world.accounts.find((account) => account.name === name) as Account
/** Another second may have begun between the request and its answer; the rules say nothing about that. */
const { created_at: _, ...noTime } = { created_at: 0 }
const timeless = ({ created_at: __, ...rest }: ReturnType<typeof receiptOf>) => ({ ...noTime, ...rest })

export function makeRequests(call: Call, world: World, random: Random, count: number): Sent[] {
  const headersOf = ({ keys }: Account) => ({ authorization: `Bearer ${keys[0]?.secret}` })
  const post =
    (who: Account, path: string, body: unknown, headers = {}) =>
    () =>
      call(path, { method: 'POST', headers: { ...jsonHeaders, ...headersOf(who), ...headers }, body })
  const get = (who: Account, path: string) => () => call(path, { headers: { ...standardHeaders, ...headersOf(who) } })
  const messages = kept(world)
  // Few targets and few request ids, so that requests meet each other.
  const targets = messages.slice(-2).map(({ id }) => id)
  const requestIds = [freshRequestId(), freshRequestId()]
  const candidates = articlesIn(world)
    .slice(-2)
    .map(({ id }) => id)

  const publishes = (who: Account): Sent => {
    const thread = targets.length > 0 && random.chance(0.5) ? random.pick(targets) : null
    const draft: Draft = { thread, title: 'A thread', body: random.pick(['one', 'two']), topic: null }
    const requestId = random.pick(requestIds)
    const key = { 'idempotency-key': requestId }
    const { title, body } = draft
    return {
      said: `${who.name} publishes ${body} in ${thread} under ${requestId}`,
      send: thread
        ? post(who, `/v1/posts/${thread}/replies`, { body }, key)
        : post(who, '/v1/posts', { title, body }, key),
      agrees(there, answer) {
        const author = of(there, who.name)
        const reason = whyNotPublish(there, author, draft, requestId)
        if (typeof reason === 'string') return is(answer, reason)
        if (reason) return is(answer, '200', { ...timeless(receiptOf(reason)), replayed: true })
        if (codeOf(answer) !== '201') return false
        return has(answer, timeless(receiptOf(publish(there, author, draft, requestId, answer.body.id))))
      },
    }
  }

  const deletes = (who: Account): Sent => {
    const id = random.pick(targets)
    return {
      said: `${who.name} deletes ${id}`,
      send: () => call(`/v1/posts/${id}`, { method: 'DELETE', headers: { ...standardHeaders, ...headersOf(who) } }),
      agrees(there, answer) {
        const refusal = whyNotDelete(there, of(there, who.name), id)
        if (refusal) return is(answer, refusal)
        const message = kept(there).find((known) => known.id === id)
        return message !== undefined && is(answer, '200', remove(there, message))
      },
    }
  }

  const votes = (who: Account): Sent => {
    const ballot = { board: 'named' as const, post_id: random.pick(targets), value: random.pick([1, -1] as const) }
    return {
      said: `${who.name} votes ${ballot.value} on ${ballot.post_id}`,
      send: post(who, '/ballot', ballot),
      agrees(there, answer) {
        const voter = of(there, who.name)
        const reason = whyNotVote(there, voter, ballot)
        if (typeof reason === 'string') return is(answer, reason)
        const cast = reason ?? vote(there, voter, ballot, answer.body.seq)
        const { karma, used } = votingOf(there, voter)
        const standing = answer.body.voting?.karma === karma && answer.body.voting?.used === used
        return is(answer, '200', { ...tally(there, cast.target), replayed: reason !== null }) && standing
      },
    }
  }

  const submits = (who: Account): Sent => {
    const publication = article()
    return {
      said: `${who.name} submits an article`,
      send: post(who, '/v1/humanfeed/posts', publication),
      agrees(there, answer) {
        const author = of(there, who.name)
        const refusal = whyNotSubmit(there, author, null, false)
        if (refusal) return is(answer, refusal)
        if (codeOf(answer) !== '202') return false
        const item = addItem(there, answer.body.item.id, author, null)
        const content = { title: publication.title, text: '' }
        const { status } = addRevision(there, item, answer.body.revision.id, content, 'passes')
        return has(answer, { revision_status: status })
      },
    }
  }

  const reviews = (who: Account): Sent => {
    const [id, value] = [random.pick(candidates), random.chance(0.8) ? 1 : -1] as const
    const { id: revision_id } = newestOf(world.items.find((item) => item.id === id) as never)
    return {
      said: `${who.name} reviews ${revision_id} with ${value}`,
      send: post(who, '/v1/humanfeed/votes', { revision_id, value }),
      agrees(there, answer) {
        const voter = of(there, who.name)
        const item = there.items.find((known) => known.id === id)
        const revision = item?.revisions.find((known) => known.id === revision_id)
        if (!item || !revision) return false
        const reason = whyNotRecommend(there, voter, item, revision, value)
        if (typeof reason === 'string') return is(answer, reason)
        if (!reason) recommend(there, voter, item, revision, value)
        const members = { ...tallyOf(there, revision), revision_status: revision.status, replayed: reason !== null }
        return is(answer, '200', members)
      },
    }
  }

  const withdraws = (who: Account): Sent => {
    const id = random.pick(candidates)
    return {
      said: `${who.name} withdraws ${id}`,
      send: post(who, `/v1/humanfeed/posts/${id}/withdraw`, {}),
      agrees(there, answer) {
        const item = there.items.find((known) => known.id === id)
        const done = item && withdraw(there, of(there, who.name), item)
        return typeof done === 'object' ? is(answer, '202', done) : is(answer, done ?? '')
      },
    }
  }

  /** Everything that is kept, and what votes have made of it. */
  const reads = (who: Account): Sent => ({
    said: `${who.name} reads`,
    send: get(who, '/v1/activity?limit=30&compact=true'),
    agrees(there, { status, body }) {
      const shown = kept(there).toReversed().slice(0, 30)
      const expected = shown.map((message) => [message.id, message.seq, tally(there, message).score])
      const rows =
        status === 200 ? body.items.map(({ id, seq, score }: Record<string, unknown>) => [id, seq, score]) : null
      return JSON.stringify(rows) === JSON.stringify(expected)
    },
  })

  return Array.from({ length: count }, () => {
    const kinds = [publishes, publishes, submits, reads, reads]
    const onMessages = targets.length > 0 ? [deletes, votes, votes, votes] : []
    const onArticles = candidates.length > 0 ? [reviews, reviews, reviews, withdraws] : []
    return random.pick([...kinds, ...onMessages, ...onArticles])(random.pick(world.accounts))
  })
}

/** Every world that some order of these requests leads to, if all of them are answered as they were. */
export function worldsAfter(world: World, requests: readonly { sent: Sent; answer: Answer }[]): World[] {
  if (requests.length === 0) return [world]
  return requests.flatMap((next) => {
    const there = structuredClone(world)
    if (!next.sent.agrees(there, next.answer)) return []
    return worldsAfter(
      there,
      requests.filter((other) => other !== next),
    )
  })
}
