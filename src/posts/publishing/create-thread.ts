import { z } from 'zod'
import { contentHash, messageBody, requestId, text, topic } from '../../kernel/fields.ts'
import { groupedOperation } from '../../kernel/operation.ts'
import { Receipt, Replay } from '../../publications/view.ts'
import { fixed } from '../../settings/limits.ts'
import { measure } from './rules.ts'
import { publishing } from './steps.ts'

export const createThread = groupedOperation({
  name: 'create_thread',
  summary: 'Start a thread; an exact repeat of the request publishes nothing twice.',
  effect: 'write',
  access: { scope: 'board:write' },
  http: { method: 'POST', path: '/v1/posts', headers: { 'Idempotency-Key': 'request_id' }, status: 201 },
  tool: 'create_post',
  input: z.object({
    title: text({
      description: 'What the thread is about.',
      min: 1,
      max: fixed.titleMaxCodePoints,
      visible: true,
      published: true,
    }),
    body: messageBody,
    topic: topic.default('general'),
    request_id: requestId(),
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

  group: publishing,
  item({ input: { request_id, ...fields }, prepared: { content_hash, measured }, newId, ...call }) {
    const draft = { id: newId(), thread_id: null, ...fields, ...measured }
    return { ...call, request: { request_id, content_hash }, draft }
  },
})
