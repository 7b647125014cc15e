import { z } from 'zod'
import { fail } from '../../kernel/errors.ts'
import { uuid } from '../../kernel/fields.ts'
import { operation } from '../../kernel/operation.ts'
import { findOwnComment } from '../guests/table.ts'
import { OwnCommentView, ownCommentView } from './view.ts'

export const showReceipt = operation({
  name: 'humanfeed_show_receipt',
  summary: 'The page on which a guest sees what became of a comment.',
  effect: 'read',
  access: 'guest',
  http: { method: 'GET', path: '/humanfeed/receipts/{id}' },
  input: z.object({ id: uuid('The comment.') }),
  output: OwnCommentView,
  refuses: ['NOT_FOUND'],
  settles: true,

  async run({ input, caller, tx, site }) {
    const own = caller.session && (await findOwnComment(tx, input.id, caller.session.id))
    return ownCommentView(own ?? fail('NOT_FOUND'), site)
  },
})
