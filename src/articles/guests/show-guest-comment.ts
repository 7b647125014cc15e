import { z } from 'zod'
import { fail } from '../../kernel/errors.ts'
import { uuid } from '../../kernel/fields.ts'
import { operation } from '../../kernel/operation.ts'
import { findGuestComment } from './table.ts'
import { GuestReceipt, guestReceipt } from './view.ts'

export const showGuestComment = operation({
  name: 'humanfeed_show_guest_comment',
  summary: 'What became of a comment that you sent in this browser session.',
  effect: 'read',
  access: 'guest',
  http: { method: 'GET', path: '/api/humanfeed/human-comments/{id}' },
  input: z.object({ id: uuid('The comment.') }),
  output: GuestReceipt,
  refuses: ['NOT_FOUND'],
  settles: true,

  async run({ input, caller, tx, site }) {
    const row = caller.session && (await findGuestComment(tx, input.id, caller.session.id))
    return guestReceipt(row ?? fail('NOT_FOUND'), site, { replayed: false })
  },
})
