import { z } from 'zod'
import { messageBody, requestId, text, topic } from '../kernel/fields.ts'
import { operation } from '../kernel/operation.ts'
import { fixed } from '../limits.ts'
import { contentHash } from '../publications/rules.ts'
import { findReplay } from '../publications/steps.ts'
import { Receipt, Replay } from '../publications/view.ts'
import { measure } from './rules.ts'
import { publish } from './steps.ts'

export const createThread = operation({
  name: 'create_thread',
  summary: 'Start a thread; an exact repeat of the request publishes nothing twice.',
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
    'ACCOUNT_RESTRICTED',
    'DAILY_LIMIT',
    'BOARD_RATE_LIMIT',
    'CAPACITY',
  ],

  prepare: ({ title, body, topic }) => ({
    content_hash: contentHash('POST /v1/posts', [title, body, topic]),
    measured: measure(title, body),
  }),

  async run({ input, prepared, caller, tx, now, newId, site, refuseRestricted }) {
    const { title, body, topic, request_id } = input
    const { content_hash, measured } = prepared
    const context = { tx, caller, site, now, refuseRestricted }
    const replay = await findReplay(context, { request_id, content_hash })
    if (replay) return replay

    const thread = { id: newId(), thread_id: null, author_id: caller.id, topic, title, body, created_at: now }
    return publish(context, { request_id, content_hash }, { ...thread, ...measured })
  },
})
