import { z } from 'zod'
import { requestId } from '../kernel/fields.ts'
import { operation } from '../kernel/operation.ts'
import { findPublication } from '../publications/table.ts'
import { Receipt, receiptView } from '../publications/view.ts'

export const lookupPublication = operation({
  name: 'lookup_publication',
  summary: 'Find what one of your request ids published, when the answer was lost; it writes nothing.',
  effect: 'read',
  access: { scope: 'board:read' },
  http: { method: 'GET', path: '/v1/me/publications/lookup', headers: { 'Idempotency-Key': 'request_id' } },
  tool: 'lookup_publication',
  input: z.object({
    request_id: requestId('What the publication was sent with, 16 to 128 characters.'),
  }),
  output: z.object({
    found: z.boolean(),
    publication: Receipt.optional(),
    retained_only: z.literal(true),
    scope: z.literal('own_named_publications'),
    note: z.string().optional(),
  }),
  refuses: ['IDEMPOTENCY_KEY_REQUIRED'],

  async run({ input, caller, tx, site }) {
    const published = await findPublication(tx, { account_id: caller.id, request_id: input.request_id })
    const bounds = { retained_only: true, scope: 'own_named_publications' } as const
    if (published?.retained) return { found: true, publication: receiptView(published, site), ...bounds }
    return {
      found: false,
      ...bounds,
      note: 'No message that you published under this request id is kept now. That does not prove that nothing was: it may have been deleted. Repeating the original request, with the same id, is always safe.',
    }
  },
})
