import { z } from 'zod'
import { contentHash, messageBody, requestId, uuid } from '../../kernel/fields.ts'
import { groupedOperation } from '../../kernel/operation.ts'
import { Receipt, Replay } from '../../publications/view.ts'
import { measure } from './rules.ts'
import { publishing } from './steps.ts'

export const reply = groupedOperation({
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
    request_id: requestId(),
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

  group: publishing,
  item({ input: { request_id, ...fields }, prepared: { content_hash, measured }, newId, ...call }) {
    const draft = { id: newId(), topic: null, title: '', ...fields, ...measured }
    return { ...call, request: { request_id, content_hash }, draft }
  },
})
