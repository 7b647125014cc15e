/** Unsorted, the board without accounts: section 11 of the rules. */
import { endPinsOn } from './pins.ts'
import { isGateOpen, passGate, spend, usedToday, type World } from './world.ts'

const TEN_MINUTES = 600

export type Anonymous = { id: string; seq: number; root: Anonymous | null; body: string; at: number; deleted: boolean }
export type Note = { from: string; requestId: string; body: string; replyTo: string | null }
export type Ticket = Note & { sealed: string; expiresAt: number; message: Anonymous | null }

export const keptAnonymous = ({ anonymous }: World) => anonymous.filter(({ deleted }) => !deleted)
const threadOf = (world: World, id: string) => keptAnonymous(world).find((message) => message.id === id)

/** The target of a note, looked at by the preview and again by the publication. */
export function whyNoTarget(world: World, replyTo: string | null): string | null {
  if (replyTo === null) return null
  const thread = threadOf(world, replyTo)
  if (!thread) return '404 NOT_FOUND'
  return thread.root ? '400 ROOT_THREAD_REQUIRED' : null
}

/** 11.4 */
export const preview = (world: World, note: Note, sealed: string): Ticket => {
  const ticket = { ...note, sealed, expiresAt: world.now + TEN_MINUTES, message: null }
  world.tickets.push(ticket)
  return ticket
}

/** Request ids belong to the network of the preview. (11.6) */
const earlierOf = ({ tickets }: World, { from, requestId }: Ticket) =>
  tickets.find((other) => other.message !== null && other.from === from && other.requestId === requestId)

/** The message that is there already, a refusal, or null if the note is published. (11.4 to 11.7) */
export function whyNotSay(world: World, ticket: Ticket, from: string): Anonymous | string | null {
  const earlier = earlierOf(world, ticket)
  if (earlier?.body === ticket.body && earlier.replyTo === ticket.replyTo) return earlier.message
  if (earlier) return '409 IDEMPOTENCY_CONFLICT'
  if (world.now >= ticket.expiresAt) return '400 INVALID_TICKET'
  const target = whyNoTarget(world, ticket.replyTo)
  if (target !== null) return target
  if (usedToday(world, 'unsorted', from) >= world.limits.unsorted) return '429 DAILY_LIMIT'
  if (!isGateOpen(world, 'b')) return '429 BOARD_RATE_LIMIT'
  return keptAnonymous(world).length >= world.limits.unsortedMessages ? '503 CAPACITY' : null
}

export function say(world: World, ticket: Ticket, from: string, id: string): Anonymous {
  const root = ticket.replyTo === null ? null : (threadOf(world, ticket.replyTo) ?? null)
  const message = { id, seq: world.anonymous.length + 1, root, body: ticket.body, at: world.now, deleted: false }
  world.anonymous.push(message)
  ticket.message = message
  spend(world, 'unsorted', from)
  passGate(world, 'b')
  return message
}

/** By the operator only. (11.1) */
export function removeAnonymous(world: World, message: Anonymous) {
  for (const other of world.anonymous) if (other === message || other.root === message) other.deleted = true
  endPinsOn(world, message)
}

export const receiptOfNote = ({ id, seq, root }: Anonymous) => ({
  id,
  seq,
  thread_id: root?.id ?? null,
  url: `http://board.test/b/t/${root?.id ?? id}`,
  published: true,
})

/** A row of a page. (11.2) */
export const rowOf = (world: World, { id, seq, root, body, at }: Anonymous) => ({
  seq,
  id,
  thread_id: root?.id ?? null,
  body,
  created_at: at,
  kind: root ? 'reply' : 'thread',
  root_id: root?.id ?? id,
  ...(root ? {} : { reply_count: keptAnonymous(world).filter((reply) => reply.root?.id === id).length }),
})
