import { z } from 'zod'
import { uuid } from '../../kernel/fields.ts'
import { operation } from '../../kernel/operation.ts'
import { findItemRow } from '../items/table.ts'
import { readWhole, refuseItemId } from './steps.ts'
import { FullRead } from './view.ts'

export const readItem = operation({
  name: 'humanfeed_read_item',
  summary: 'An article or comment with its whole text: your own newest revision, or what others may read.',
  effect: 'read',
  access: { scope: 'board:read' },
  http: { method: 'GET', path: '/v1/humanfeed/posts/{id}', oauth: 'accepted' },
  tool: 'humanfeed_read',
  input: z.object({ id: uuid('An article or a comment.') }),
  output: FullRead,
  refuses: [],
  settles: true,

  async run({ input, ...context }) {
    const { tx, caller } = context
    const row = (await findItemRow(tx, input.id, caller.id)) ?? (await refuseItemId(tx, input.id, caller))
    return readWhole(context, row, { withSource: false })
  },
})
