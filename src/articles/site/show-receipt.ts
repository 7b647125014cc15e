import { z } from 'zod'
import { fail } from '../../kernel/errors.ts'
import { uuid } from '../../kernel/fields.ts'
import { must } from '../../kernel/must.ts'
import { operation } from '../../kernel/operation.ts'
import { findGuestComment } from '../guests/table.ts'
import { GuestReceipt, guestReceipt } from '../guests/view.ts'
import { findOwnComment } from './table.ts'

export const showReceipt = operation({
  name: 'humanfeed_show_receipt',
  summary: 'The page on which a guest sees what became of a comment.',
  effect: 'read',
  access: 'guest',
  http: { method: 'GET', path: '/humanfeed/receipts/{id}' },
  input: z.object({ id: uuid('The comment.') }),
  output: GuestReceipt.extend({
    post_id: z.uuid(),
    title: z.string().meta({ description: 'Of the article; empty where it is not public any more.' }),
    nickname: z.string(),
    text: z.string(),
    created_at: z.int(),
  }),
  refuses: ['NOT_FOUND'],
  settles: true,

  async run({ input, caller, tx, site }) {
    const guestId = caller.session?.id ?? fail('NOT_FOUND')
    const row = (await findGuestComment(tx, input.id, guestId)) ?? fail('NOT_FOUND')
    const own = must(await findOwnComment(tx, input.id, guestId), 'the comment of a receipt')
    const [block]: { text: string }[] = JSON.parse(own.blocks)
    return {
      ...guestReceipt(row, site, { replayed: false }),
      post_id: own.post_id,
      title: own.title,
      nickname: own.guest_name,
      text: block?.text ?? '',
      created_at: own.created_at,
    }
  },
})
