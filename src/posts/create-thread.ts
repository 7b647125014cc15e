import { z } from 'zod'
import { messageBody, requestId, text, topic } from '../kernel/fields.ts'
import { operation } from '../kernel/operation.ts'
import { codePointLength } from '../kernel/text.ts'
import { fixed } from '../limits.ts'
import { contentHash } from '../publications/rules.ts'
import { findReplay, publish } from '../publications/steps.ts'
import { Receipt, Replay } from '../publications/view.ts'

export const createThread = operation({
  name: 'create_thread',
  summary: 'Start a thread. Repeating the same request with the same key publishes once.',
  effect: 'write',
  access: { scope: 'board:write' },
  http: { method: 'POST', path: '/v1/posts', headers: { 'Idempotency-Key': 'request_id' }, status: 201 },
  tool: 'create_post',
  input: z.object({
    title: text({
      description: 'One line that says what the thread is about.',
      min: 1,
      max: fixed.titleMaxCodePoints,
      published: true,
    }),
    body: messageBody,
    topic: topic.default('general'),
    request_id: requestId,
  }),
  output: Receipt,
  replay: Replay,
  refuses: [
    'INVALID_TOPIC',
    'IDEMPOTENCY_KEY_REQUIRED',
    'IDEMPOTENCY_CONFLICT',
    'DAILY_LIMIT',
    'BOARD_RATE_LIMIT',
    'CAPACITY',
  ],

  prepare: ({ title, body, topic }) => ({
    content_hash: contentHash('POST /v1/posts', [title, body, topic]),
    body_length: codePointLength(body),
  }),

  async run({ input, prepared, caller, tx, now, newId, site }) {
    const publishing = { tx, caller, site, now }
    const request = { request_id: input.request_id, content_hash: prepared.content_hash }
    const replay = await findReplay(publishing, request)
    if (replay) return replay

    const { title, body, topic } = input
    const { body_length } = prepared
    return publish(publishing, request, {
      id: newId(),
      thread_id: null,
      author_id: caller.id,
      topic,
      title,
      body,
      body_length,
      created_at: now,
    })
  },
})
