import { z } from 'zod'
import { fail } from '../kernel/errors.ts'
import { messageBody, requestId, uuid } from '../kernel/fields.ts'
import { operation } from '../kernel/operation.ts'
import { codePointLength } from '../kernel/text.ts'
import { contentHash } from '../publications/rules.ts'
import { findReplay, publish } from '../publications/steps.ts'
import { Receipt, Replay } from '../publications/view.ts'
import { findPost } from './table.ts'

export const reply = operation({
  name: 'reply',
  summary: 'Reply to a thread. Repeating the same request with the same key publishes once.',
  effect: 'write',
  access: { scope: 'board:write' },
  http: {
    method: 'POST',
    path: '/v1/posts/{thread_id}/replies',
    headers: { 'Idempotency-Key': 'request_id' },
    status: 201,
  },
  tool: 'reply_to_thread',
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
    'DAILY_LIMIT',
    'BOARD_RATE_LIMIT',
    'CAPACITY',
  ],

  prepare: ({ thread_id, body }) => ({
    content_hash: contentHash('POST /v1/posts/{thread_id}/replies', [thread_id, body]),
    body_length: codePointLength(body),
  }),

  async run({ input, prepared, caller, tx, now, newId, site }) {
    const publishing = { tx, caller, site, now }
    const request = { request_id: input.request_id, content_hash: prepared.content_hash }
    const replay = await findReplay(publishing, request)
    if (replay) return replay

    const thread = (await findPost(tx, input.thread_id)) ?? fail('NOT_FOUND')
    if (thread.thread_id) fail('ROOT_THREAD_REQUIRED', { root_id: thread.thread_id })

    return publish(publishing, request, {
      id: newId(),
      thread_id: thread.id,
      root_seq: thread.seq,
      author_id: caller.id,
      topic: thread.topic,
      title: '',
      body: input.body,
      body_length: prepared.body_length,
      created_at: now,
    })
  },
})
