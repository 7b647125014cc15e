import { z } from 'zod'
import { fail } from '../../kernel/errors.ts'
import { operation } from '../../kernel/operation.ts'
import { findGuestComment, findGuestRequest } from './table.ts'
import { GuestReceipt, guestReceipt } from './view.ts'

export const lookupGuestComment = operation({
  name: 'humanfeed_lookup_guest_comment',
  summary: 'Find the comment that one of your request ids sent, when the answer was lost.',
  effect: 'read',
  access: 'guest',
  http: { method: 'GET', path: '/api/humanfeed/human-comments/lookup' },
  input: z.object({ request_id: z.string().meta({ description: 'The one that the comment was sent with.' }) }),
  output: GuestReceipt,
  refuses: ['NOT_FOUND'],
  settles: true,

  async run({ input, caller, tx, site }) {
    const request = caller.session && (await findGuestRequest(tx, caller.session.id, input.request_id))
    const row = request && (await findGuestComment(tx, request.item_id, request.guest_id))
    return guestReceipt(row ?? fail('NOT_FOUND'), site, { replayed: false })
  },
})
