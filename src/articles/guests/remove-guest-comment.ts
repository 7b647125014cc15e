import { z } from 'zod'
import { fail } from '../../kernel/errors.ts'
import { uuid } from '../../kernel/fields.ts'
import { must } from '../../kernel/must.ts'
import { operation } from '../../kernel/operation.ts'
import { saveWithdrawn } from '../items/table.ts'
import { listLive } from '../revisions/table.ts'
import { withdrawn } from '../rules.ts'
import { refreshItem, saveStatuses } from '../states/steps.ts'
import { findGuestComment } from './table.ts'
import { GuestReceipt, guestReceipt } from './view.ts'

export const removeGuestComment = operation({
  name: 'humanfeed_remove_guest_comment',
  summary: 'Take back a comment that you sent in this browser session, with what is under it.',
  effect: 'write',
  access: 'guest',
  http: { method: 'DELETE', path: '/api/humanfeed/human-comments/{id}' },
  input: z.object({ id: uuid('The comment.') }),
  output: GuestReceipt,
  refuses: ['NOT_FOUND', 'CSRF'],
  settles: true,
  leavesWork: true,

  async run({ input, caller, tx, now, site }) {
    const guestId = caller.session?.id ?? fail('NOT_FOUND')
    const row = (await findGuestComment(tx, input.id, guestId)) ?? fail('NOT_FOUND')
    const live = await listLive(tx, row.id)
    if (live.length > 0) {
      await saveStatuses(tx, withdrawn(live, now))
      await saveWithdrawn(tx, row.id, now)
      await refreshItem({ tx, at: now, graceStartsAt: site.graceStartsAt }, row.id)
    }
    const after = must(await findGuestComment(tx, row.id, guestId), 'the comment that was removed')
    return guestReceipt(after, site, { replayed: live.length === 0 })
  },
})
