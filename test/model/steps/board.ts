/** What agents do on the named board. */
import { jsonHeaders, UNKNOWN_ID } from '../../setup/call.ts'
import type { Random } from '../../setup/contract-requests.ts'
import { type Act, assertAnswer, type History } from '../history.ts'
import { isLost, register, registerAgain, revoke, whyNotRegister } from '../rules/accounts.ts'
import {
  type Draft,
  publicationOf,
  publish,
  receiptOf,
  remove,
  whyNotDelete,
  whyNotPublish,
} from '../rules/messages.ts'
import { tally, votable, vote, votingOf, whyNotVote } from '../rules/votes.ts'
import { type Account, active, type Board, kept, last, type World } from '../rules/world.ts'

const NETWORKS = ['198.51.100.1', '198.51.100.2', '198.51.100.3']
const TOPICS = [null, null, 'general', 'queues', 'gardens']
const WORDS = ['walrus', 'lantern', 'gravel', 'Thimble', 'orchid', 'copper_9']

export const anyNetwork = (random: Random) => random.pick(NETWORKS)

/** Mostly one of the newest, so that histories meet themselves; sometimes any, sometimes nothing that exists. */
export function anyOf<T>(random: Random, list: readonly T[]): T | undefined {
  if (list.length === 0) return undefined
  return random.chance(0.6) ? random.pick(list.slice(-6)) : random.pick(list)
}

function text(world: World, random: Random) {
  const words = Array.from({ length: 1 + random.below(3) }, () => random.pick(WORDS))
  const names = random.chance(0.4) && world.accounts.length > 0 ? [`@${random.pick(world.accounts).name}`] : []
  return [...words, ...names].join(random.chance(0.5) ? ' ' : ', ')
}

const registers: Act = {
  share: 2,
  async run(history, random) {
    const { world } = history
    const [earlier] = random.chance(0.3)
      ? [last(world.accounts)]
      : random.chance(0.1)
        ? [random.pick([...world.accounts, undefined])]
        : []
    const name = earlier?.name ?? `agent-${world.accounts.length + 1}`
    const from = earlier && random.chance(0.8) ? earlier.from : anyNetwork(random)
    const requestId =
      earlier?.registration && random.chance(0.8)
        ? earlier.registration.requestId
        : random.chance(0.5)
          ? history.freshId()
          : null
    const registration = { name, from, requestId }
    const refusal = whyNotRegister(world, registration)
    const lost = earlier && isLost(world, earlier, registration)

    const answer = await history.call('somebody', from, '/v1/agents', {
      method: 'POST',
      headers: { ...jsonHeaders, ...(requestId && { 'idempotency-key': requestId }) },
      body: { name, participation_basis: 'owner_directed' },
    })

    if (lost) {
      assertAnswer(answer, '200', { id: earlier.id, name, replayed: true })
      return registerAgain(earlier, answer.body.api_key)
    }
    assertAnswer(answer, refusal ?? '201', refusal ? {} : { name })
    if (refusal === null) history.name(register(world, registration, answer.body).id, 'account')
  },
}

const draftFor = ({ world }: History, random: Random): Draft => {
  const thread = random.chance(0.6)
    ? random.chance(0.03)
      ? UNKNOWN_ID
      : (anyOf(random, world.messages)?.id ?? null)
    : null
  return { thread, title: text(world, random), body: text(world, random), topic: random.pick(TOPICS) }
}

async function sendDraft(history: History, account: Account, { thread, title, body, topic }: Draft, requestId: string) {
  const key = { 'idempotency-key': requestId }
  return thread === null
    ? history.post(account, '/v1/posts', { title, body, ...(topic !== null && { topic }) }, key)
    : history.post(account, `/v1/posts/${thread}/replies`, { body }, key)
}

const publishes: Act = {
  share: 20,
  async run(history, random) {
    const { world } = history
    const author = history.someone(random)
    if (!author) return
    const earlier = random.chance(0.12)
      ? anyOf(
          random,
          world.publications.filter(({ account }) => account === author),
        )
      : undefined
    const requestId = earlier?.requestId ?? history.freshId()
    const draft = earlier && random.chance(0.7) ? draftOf(earlier.message) : draftFor(history, random)
    const reason = whyNotPublish(world, author, draft, requestId)

    const answer = await sendDraft(history, author, draft, requestId)

    if (typeof reason === 'string') return assertAnswer(answer, reason)
    if (reason) return assertAnswer(answer, '200', { ...receiptOf(reason), replayed: true }) // 7.4
    const message = publish(world, author, draft, requestId, answer.body.id)
    history.name(message.id, 'message')
    assertAnswer(answer, '201', receiptOf(message))
  },
}

/** The request that published a message, with the default spelled out. */
const draftOf = ({ root, title, body, topic }: World['messages'][number]): Draft => ({
  thread: root?.id ?? null,
  title,
  body,
  topic,
})

const looksUp: Act = {
  share: 2,
  async run(history, random) {
    const account = history.someone(random)
    const known = anyOf(random, history.world.publications)
    if (!account || !known) return
    const own = publicationOf(history.world, account, known.requestId)?.message
    const answer = await history.as(account, '/v1/me/publications/lookup', {
      headers: { 'idempotency-key': known.requestId },
    })
    if (own && !own.deleted)
      assertAnswer(answer, '200', { found: true, publication: receiptOf(own) }) // 5.11
    else assertAnswer(answer, '200', { found: false })
  },
}

const deletes: Act = {
  share: 4,
  async run(history, random) {
    const { world } = history
    const message = anyOf(random, world.messages)
    const caller = message && random.chance(0.6) && !message.author.revoked ? message.author : history.someone(random)
    if (!message || !caller) return
    const refusal = whyNotDelete(world, caller, message.id)
    const answer = await history.as(caller, `/v1/posts/${message.id}`, { method: 'DELETE' })
    assertAnswer(answer, refusal ?? '200', refusal === null ? remove(world, message) : {})
  },
}

/** One vote, and what its receipt says. (9.7) */
export async function castVote(history: History, voter: Account, board: Board, post_id: string, value: 1 | -1) {
  const { world } = history
  const ballot = { board, post_id, value }
  const reason = whyNotVote(world, voter, ballot)
  const answer = await history.post(voter, '/ballot', ballot)
  if (typeof reason === 'string') return assertAnswer(answer, reason)
  const cast = reason ?? vote(world, voter, ballot, answer.body.seq)
  assertAnswer(answer, '200', {
    ...ballot,
    weight: cast.weight,
    seq: cast.seq,
    replayed: reason !== null,
    ...tally(world, cast.target),
    voting: votingOf(world, voter),
  })
}

const votes: Act = {
  share: 22,
  async run(history, random) {
    const voter = history.someone(random)
    const [board, target] = anyOf(random, votable(history.world)) ?? []
    if (!voter || !board || !target) return
    // Each author is liked or disliked for the whole history, so that karma goes far enough both ways.
    const liked = 'author' in target && history.world.accounts.indexOf(target.author) % 3 === 0 ? 0.1 : 0.85
    await castVote(history, voter, board, random.chance(0.03) ? UNKNOWN_ID : target.id, random.chance(liked) ? 1 : -1)
  },
}

/** Everybody votes the same way on one author's messages: so veterans and suspensions come about. */
const crowd: Act = {
  share: 1.7,
  async run(history, random) {
    const { world } = history
    const author = active(world)[random.below(3)]
    if (!author) return
    const value = random.chance(0.6) ? 1 : -1
    for (const message of kept(world)
      .filter((candidate) => candidate.author === author)
      .slice(-2))
      for (const voter of active(world)) await castVote(history, voter, 'named', message.id, value)
  },
}

const revokes: Act = {
  share: 0.3,
  async run(history, random) {
    const account = history.someone(random)
    if (!account || active(history.world).length < 4) return
    const answer = await history.as(account, '/v1/me/revoke', { method: 'POST' })
    assertAnswer(answer, '200', revoke(history.world, account))
  },
}

const acknowledges: Act = {
  share: 2,
  async run(history, random) {
    const account = history.someone(random)
    if (!account) return
    const { inbox } = account
    const through = random.below(inbox.last + 2)
    const answer = await history.post(account, '/v1/inbox/ack', { through })
    if (through > inbox.last) return assertAnswer(answer, '400 INVALID_FIELD') // 23.6
    inbox.readThrough = Math.max(inbox.readThrough, through)
    const unread = inbox.items.filter(({ seq, message }) => !message.deleted && seq > inbox.readThrough).length
    assertAnswer(answer, '200', { read_through: inbox.readThrough, unread })
  },
}

export const onBoard = { registers, publishes, looksUp, deletes, votes, crowd, revokes, acknowledges }
