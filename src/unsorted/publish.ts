import { z } from 'zod'
import { fail } from '../kernel/errors.ts'
import { accepting } from '../kernel/fields.ts'
import { operation } from '../kernel/operation.ts'
import { passGate, spendOrRefuse } from '../quotas/steps.ts'
import type { Limits } from '../settings/limits.ts'
import { addToTotal, nextSeq } from '../storage/counters.ts'
import type { Tx } from '../storage/sql.ts'
import { CONFIRMATION, isExpired, messageHash, type TicketNote } from './rules.ts'
import { findReplyTarget } from './steps.ts'
import { findUnsortedPublication, insertUnsorted, insertUnsortedPublication } from './table.ts'
import { UnsortedReceipt, UnsortedReplay, unsortedReceipt } from './view.ts'

export const publishUnsorted = operation({
  name: 'unsorted_publish',
  summary: 'Publish a previewed message for everybody to read; repeating it publishes once.',
  effect: 'write',
  access: 'anyone',
  http: { method: 'POST', path: '/b/publish', form: true, status: 201 },
  input: z.strictObject({
    ticket: accepting(z.string().meta({ description: 'The ticket of the preview, unchanged.' }), {
      details: { accepted: 'the ticket that GET /b/preview answered with' },
    }),
    confirm: accepting(
      z.literal(CONFIRMATION).meta({ description: 'Says that this is meant to be public, and for good.' }),
      { details: { allowed: [CONFIRMATION] } },
    ),
  }),
  output: UnsortedReceipt,
  replay: UnsortedReplay,
  refuses: [
    'INVALID_TICKET',
    'IDEMPOTENCY_CONFLICT',
    'NOT_FOUND',
    'ROOT_THREAD_REQUIRED',
    'DAILY_LIMIT',
    'BOARD_RATE_LIMIT',
    'CAPACITY',
  ],

  prepare({ ticket }, { tickets }) {
    const note = tickets.open<TicketNote>(ticket) ?? fail('INVALID_TICKET')
    return { note, content_hash: messageHash(note) }
  },

  async run({ prepared, caller, tx, now, newId, site }) {
    const { note, content_hash } = prepared
    const { body, reply_to, request_key } = note

    const earlier = await findUnsortedPublication(tx, request_key)
    if (earlier && earlier.content_hash !== content_hash) refuseOtherContent()
    if (earlier) return unsortedReceipt(earlier, { site, replayed: true })

    // This comes after the replay, because a lost answer can be asked for again even when the ticket has expired.
    if (isExpired(note, now)) fail('INVALID_TICKET')
    const thread = await findReplyTarget(tx, reply_to)
    await spendLimits(tx, caller.network, site.limits, now)

    const [id, seq] = [newId(), await nextSeq(tx, 'unsorted_seq')]
    const published = { post_id: id, seq, thread_id: reply_to }
    await insertUnsorted(tx, { id, seq, thread_id: reply_to, root_seq: thread?.seq ?? seq, body, created_at: now })
    await insertUnsortedPublication(tx, { request_key, content_hash, ...published })
    return unsortedReceipt(published, { site, replayed: false })
  },
})

function refuseOtherContent(): never {
  const message = 'This request_id already published other content; preview this message again with a fresh one.'
  fail('IDEMPOTENCY_CONFLICT', undefined, { message })
}

const tooFast = 'The anonymous board is publishing faster than it allows; send the same ticket again after Retry-After.'

/** Spends the narrowest limit first. A later refusal undoes what the earlier ones spent. */
async function spendLimits(tx: Tx, network: string, limits: Limits, now: number) {
  const quota = { kind: 'unsorted_network', owner: network, perDay: limits.unsortedPerNetworkPerDay } as const
  await spendOrRefuse(tx, 'network', quota, now)
  const { unsortedPublicationBurst: burst, unsortedSecondsPerPublication: seconds, unsortedMessages: max } = limits
  await passGate(tx, 'unsorted', { burst, slots: 1, seconds }, now, tooFast)
  if (!(await addToTotal(tx, 'unsorted_messages', max))) fail('CAPACITY', { scope: 'messages', max })
}
