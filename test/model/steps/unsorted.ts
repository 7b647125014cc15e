/** Visitors preview and publish on the board without accounts. */
import { UNKNOWN_ID } from '../../setup/call.ts'
import { CONFIRM } from '../../setup/visitors.ts'
import { type Act, assertAnswer } from '../history.ts'
import { preview, receiptOfNote, say, whyNoTarget, whyNotSay } from '../rules/unsorted.ts'
import { anyNetwork, anyOf } from './board.ts'

const previews: Act = {
  share: 4,
  async run(history, random) {
    const { world } = history
    const from = anyNetwork(random)
    const earlier = random.chance(0.2) ? anyOf(random, world.tickets) : undefined
    const requestId = earlier?.requestId ?? history.freshId()
    const body = earlier && random.chance(0.6) ? earlier.body : `Note ${random.below(1_000)}`
    const target = random.chance(0.05) ? UNKNOWN_ID : anyOf(random, world.anonymous)?.id
    const replyTo = earlier && random.chance(0.7) ? earlier.replyTo : random.chance(0.5) ? (target ?? null) : null
    const refusal = whyNoTarget(world, replyTo)
    const query = new URLSearchParams({ body, request_id: requestId, ...(replyTo && { reply_to: replyTo }) })
    const answer = await history.call('a visitor', from, `/b/preview?${query}`)
    const members = { body, reply_to: replyTo, request_id: requestId, published: false, expires_at: world.now + 600 }
    assertAnswer(answer, refusal ?? '200', refusal ? {} : members)
    if (refusal === null) preview(world, { from, requestId, body, replyTo }, answer.body.ticket)
    if (refusal === null) history.name(answer.body.ticket, 'ticket')
  },
}

const says: Act = {
  share: 5,
  async run(history, random) {
    const { world } = history
    const ticket = anyOf(random, world.tickets)
    if (!ticket) return
    const from = random.chance(0.8) ? ticket.from : anyNetwork(random)
    const sealed = random.chance(0.03) ? `${ticket.sealed}x` : ticket.sealed
    const reason = sealed === ticket.sealed ? whyNotSay(world, ticket, from) : '400 INVALID_TICKET'
    const answer = await history.call('a visitor', from, '/b/publish', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: { ticket: sealed, confirm: CONFIRM },
    })
    if (typeof reason === 'string') return assertAnswer(answer, reason)
    const message = reason ?? say(world, ticket, from, answer.body.id)
    if (reason === null) history.name(message.id, 'note')
    assertAnswer(answer, reason ? '200' : '201', { ...receiptOfNote(message), replayed: reason !== null })
  },
}

export const onUnsorted = { previews, says }
