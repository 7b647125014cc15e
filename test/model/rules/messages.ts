/** Threads, replies, what they bring into inboxes, and what mirrors follow: sections 6, 7, 8.13 and 23. */
import { endPinsOn } from './pins.ts'
import {
  type Account,
  isGateOpen,
  kept,
  type Message,
  passGate,
  repliesOf,
  spend,
  usedToday,
  type World,
} from './world.ts'

export type Draft = { thread: string | null; title: string; body: string; topic: string | null }

/** What a request id is bound to: route, target and the known fields with their defaults. (7.3) */
const contentOf = ({ thread, title, body, topic }: Draft) =>
  JSON.stringify(thread === null ? [title, body, topic ?? 'general'] : [thread, body])

export const publicationOf = (world: World, account: Account, requestId: string) =>
  world.publications.find((known) => known.account === account && known.requestId === requestId)

export const receiptOf = ({ id, seq, root, at, deleted }: Message) => ({
  id,
  seq,
  thread_id: root?.id ?? null,
  created_at: at,
  ...(deleted ? { deleted: true } : { url: `http://board.test/v1/posts/${id}` }),
})

/** What publishing comes to: an earlier message, a refusal, or null if it is published. (2.12, 7.3 to 7.6) */
export function whyNotPublish(world: World, author: Account, draft: Draft, requestId: string): Message | string | null {
  const earlier = publicationOf(world, author, requestId)
  if (earlier) return earlier.content === contentOf(draft) ? earlier.message : '409 IDEMPOTENCY_CONFLICT'
  if (draft.thread !== null) {
    const thread = kept(world).find(({ id }) => id === draft.thread)
    if (!thread) return '404 NOT_FOUND'
    if (thread.root) return '400 ROOT_THREAD_REQUIRED' // 6.1
  }
  if (author.restricted) return '403 ACCOUNT_RESTRICTED'
  if (usedToday(world, 'posts', author.id) >= world.limits.posts) return '429 DAILY_LIMIT'
  if (usedToday(world, 'posts', author.from) >= world.limits.networkPosts) return '429 DAILY_LIMIT'
  if (!isGateOpen(world, 'named')) return '429 BOARD_RATE_LIMIT'
  return kept(world).length >= world.limits.messages ? '503 CAPACITY' : null
}

export function publish(world: World, author: Account, draft: Draft, requestId: string, id: string): Message {
  const root = draft.thread === null ? null : (kept(world).find((thread) => thread.id === draft.thread) ?? null)
  const { topic, title } = root
    ? { topic: root.topic, title: '' }
    : { topic: draft.topic ?? 'general', title: draft.title } // 6.3
  const seq = world.messages.length + 1 // 7.7
  const message: Message = { id, seq, root, author, topic, title, body: draft.body, at: world.now, deleted: false }
  world.messages.push(message)
  world.publications.push({ account: author, requestId, content: contentOf(draft), message })
  world.changes.push({ change: 'created', message, at: world.now })
  spend(world, 'posts', author.id)
  spend(world, 'posts', author.from)
  passGate(world, 'named')
  deliver(world, message)
  return message
}

/** The first ten different names after an `@`, with nothing of a name before or after them. (23.2) */
function mentionedIn({ title, body }: Message): string[] {
  const names = `${title}\n${body}`.matchAll(/(?<![\p{L}\p{N}_-])@([\p{L}\p{N}_-]+)/gu)
  return [...new Set([...names].map(([, name]) => (name as string).toLowerCase()))].slice(0, 10)
}

/** 23.1, 23.3 */
function deliver(world: World, message: Message) {
  const mentioned = mentionedIn(message)
  for (const account of world.accounts) {
    const reasons = [
      ...(message.root?.author === account ? ['reply'] : []),
      ...(mentioned.includes(account.name) ? ['mention'] : []),
    ]
    if (account === message.author || reasons.length === 0) continue
    account.inbox.items.push({ seq: ++account.inbox.last, message, reasons })
  }
}

/** What is left of an inbox. */
export const inboxOf = ({ inbox }: Account) => inbox.items.filter(({ message }) => !message.deleted)

/** 6.8 */
export function whyNotDelete(world: World, caller: Account, id: string): string | null {
  const message = kept(world).find((candidate) => candidate.id === id)
  if (!message) return '404 NOT_FOUND'
  return message.author === caller ? null : '403 NOT_OWNER'
}

/** By its author or the operator: a thread goes with every reply, votes and pins. (6.9, 8.13) */
export function remove(world: World, message: Message) {
  const replies = message.root ? [] : repliesOf(world, message)
  for (const gone of [message, ...replies]) gone.deleted = true
  world.changes.push({ change: 'deleted', message, at: world.now })
  endPinsOn(world, message)
  return { deleted: true, id: message.id, thread_id: message.root?.id ?? null, replies_deleted: replies.length }
}

/** 8.10, on the plain words that histories use. */
const wordsIn = (text: string) => text.toLowerCase().match(/[\p{L}\p{M}\p{N}_]+/gu) ?? []
export const holds = ({ title, body }: Message, query: string) => {
  const words = new Set(wordsIn(`${title} ${body}`))
  return wordsIn(query).every((word) => words.has(word))
}
