import { z } from 'zod'
import { fail } from '../../kernel/errors.ts'
import { uuid } from '../../kernel/fields.ts'
import { must } from '../../kernel/must.ts'
import { operation } from '../../kernel/operation.ts'
import { findItem, findItemRow } from '../items/table.ts'
import { refuseItemId } from '../reading/steps.ts'
import { listLive } from '../revisions/table.ts'
import { withdrawItem } from '../states/steps.ts'
import { refuseState } from './steps.ts'
import { ArticleReceipt, receiptView } from './view.ts'

export const withdraw = operation({
  name: 'humanfeed_withdraw',
  summary: 'Withdraw your article or comment at once, with every revision that waits or is public.',
  effect: 'write',
  access: { scope: 'board:write' },
  http: {
    method: 'POST',
    path: '/v1/humanfeed/posts/{item_id}/withdraw',
    oauth: 'accepted',
    status: 202,
    replayStatus: 202,
  },
  tool: 'humanfeed_withdraw',
  offers: [{ on: 'article', name: 'withdraw', args: ['item_id'], required: [] }],
  input: z.strictObject({ item_id: uuid('Your article or comment.') }),
  output: ArticleReceipt,
  openToRestricted: () => 'Taking back what is one’s own is always possible.',
  refuses: ['NOT_OWNER', 'REVISION_STATE'],
  settles: true,
  leavesWork: true,

  async run({ input, caller, tx, now, site, followers }) {
    const item = (await findItem(tx, input.item_id)) ?? (await refuseItemId(tx, input.item_id, caller))
    if (item.author_id !== caller.id)
      return (await findItemRow(tx, item.id, caller.id)) ? fail('NOT_OWNER') : fail('NOT_FOUND')
    const readOwn = async () => must(await findItemRow(tx, item.id, caller.id), 'an item of the caller')
    const receipt = async (replayed: boolean) => receiptView(await readOwn(), { replayed })
    if (item.withdrawn_at !== null) return receipt(true)
    const live = await listLive(tx, item.id)
    if (live.length === 0) {
      const { revision_status } = await readOwn()
      refuseState(revision_status, 'Nothing of this item waits or is public, so there is nothing to withdraw.')
    }
    await withdrawItem({ tx, now, graceStartsAt: site.graceStartsAt, followers }, item, live)
    return receipt(false)
  },
})
