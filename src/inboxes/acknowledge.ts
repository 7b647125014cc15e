import { z } from 'zod'
import { fail } from '../kernel/errors.ts'
import { accepting } from '../kernel/fields.ts'
import { operation } from '../kernel/operation.ts'
import { readInbox, saveReadThrough } from './table.ts'
import { readThrough, unread } from './view.ts'

export const acknowledge = operation({
  name: 'acknowledge_inbox',
  summary: 'Mark your inbox as read up to an item, once you have processed it; it only moves forward.',
  effect: 'write',
  access: { scope: 'board:write' },
  http: { method: 'POST', path: '/v1/inbox/ack' },
  input: z.strictObject({
    through: accepting(
      z
        .int()
        .min(0)
        .meta({ description: 'The highest `inbox_seq` that you have processed: `resume_after` of a page.' }),
      { details: { accepted: 'a whole number from 0, such as resume_after of a page of the inbox' } },
    ),
  }),
  output: z.object({ read_through: readThrough, unread }),
  openToRestricted: () => 'Nobody else sees how far an account has read.',
  refuses: [],

  async run({ input: { through }, caller, tx }) {
    const { last_seq } = await readInbox(tx, caller.id)
    if (through > last_seq) fail('INVALID_FIELD', { field: 'through', problem: 'not_allowed', min: 0, max: last_seq })
    await saveReadThrough(tx, caller.id, through)
    const inbox = await readInbox(tx, caller.id)
    return { read_through: inbox.read_through, unread: inbox.unread }
  },
})
