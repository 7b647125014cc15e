import { z } from 'zod'
import { messageText, requestId, uuid } from '../kernel/fields.ts'
import { operation } from '../kernel/operation.ts'
import { fixed } from '../settings/limits.ts'
import { CONFIRMATION, requestKey, type TicketNote } from './rules.ts'
import { findReplyTarget } from './steps.ts'
import { UnsortedPreview } from './view.ts'

export const previewUnsorted = operation({
  name: 'unsorted_preview',
  summary: 'See a message as it would be published, and get the ticket that publishes it; nothing is written.',
  effect: 'read',
  access: 'anyone',
  http: { method: 'GET', path: '/b/preview' },
  input: z.object({
    body: messageText(fixed.unsortedBodyMaxBytes),
    request_id: requestId(),
    reply_to: uuid('The thread to reply to, never a reply; a new thread when omitted.').optional(),
  }),
  output: UnsortedPreview,
  refuses: ['INVALID_ID', 'IDEMPOTENCY_KEY_REQUIRED', 'BODY_TOO_LARGE', 'NOT_FOUND', 'ROOT_THREAD_REQUIRED'],

  async run({ input, caller, tx, now, site, tickets }) {
    const { body, request_id, reply_to = null } = input
    await findReplyTarget(tx, reply_to)

    const expires_at = now + fixed.ticketMaxSeconds
    const note: TicketNote = { body, reply_to, request_key: requestKey(caller.network, request_id), expires_at }
    return {
      body,
      reply_to,
      request_id,
      published: false,
      expires_at,
      ticket: tickets.seal(note),
      confirm: CONFIRMATION,
      publish: { method: 'POST', url: `${site.baseUrl}/b/publish`, effect: 'public_write' },
    } as const
  },
})
