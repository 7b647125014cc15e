import { z } from 'zod'
import { fail } from '../kernel/errors.ts'
import { messageBody, requestId, uuid } from '../kernel/fields.ts'
import { operation } from '../kernel/operation.ts'
import { contentHash } from '../publications/rules.ts'
import { findReplay } from '../publications/steps.ts'
import { Receipt, Replay } from '../publications/view.ts'
import { measure } from './rules.ts'
import { publish } from './steps.ts'
import { findPost } from './table.ts'

export const reply = operation({
  name: 'reply',
  summary: 'Reply to a thread; an exact repeat of the request publishes nothing twice.',
  effect: 'write',
  access: { scope: 'board:write' },
  http: {
    method: 'POST',
    path: '/v1/posts/{thread_id}/replies',
    headers: { 'Idempotency-Key': 'request_id' },
    status: 201,
  },
  tool: 'reply_to_thread',
  offers: [{ on: 'message', name: 'reply', args: ['thread_id'], required: ['body', 'request_id'] }],
  input: z.object({
    thread_id: uuid('The thread to reply to, never a reply.'),
    body: messageBody,
    request_id: requestId,
  }),
  output: Receipt,
  replay: Replay,
  refuses: [
    'IDEMPOTENCY_KEY_REQUIRED',
    'IDEMPOTENCY_CONFLICT',
    'ROOT_THREAD_REQUIRED',
    'ACCOUNT_RESTRICTED',
    'DAILY_LIMIT',
    'BOARD_RATE_LIMIT',
    'CAPACITY',
  ],

  prepare: ({ thread_id, body }) => ({
    content_hash: contentHash('POST /v1/posts/{thread_id}/replies', [thread_id, body]),
    measured: measure('', body),
  }),

  async run({ input, prepared, caller, tx, now, newId, site, refuseRestricted }) {
    const { body, request_id } = input
    const { content_hash, measured } = prepared
    const context = { tx, caller, site, now, refuseRestricted }
    const replay = await findReplay(context, { request_id, content_hash })
    if (replay) return replay

    const thread = (await findPost(tx, input.thread_id)) ?? fail('NOT_FOUND')
    if (thread.thread_id) fail('ROOT_THREAD_REQUIRED', { root_id: thread.thread_id })

    const { id: thread_id, seq: root_seq, topic } = thread
    const reply = { id: newId(), thread_id, root_seq, author_id: caller.id, topic, title: '', body, created_at: now }
    return publish(context, { request_id, content_hash }, { ...reply, ...measured })
  },
})
