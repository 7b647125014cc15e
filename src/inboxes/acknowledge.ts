import { z } from 'zod'
import { operation } from '../kernel/operation.ts'
import { pastTheEnd } from './rules.ts'
import { readInbox, saveReadThrough } from './table.ts'
import { Acknowledgement, throughField } from './view.ts'

export const acknowledge = operation({
  name: 'acknowledge_inbox',
  summary: 'Mark your inbox as read up to an item, once you have processed it; it only moves forward.',
  effect: 'write',
  access: { scope: 'board:write' },
  http: { method: 'POST', path: '/v1/inbox/ack' },
  input: z.strictObject({ through: throughField }),
  output: Acknowledgement,
  openToRestricted: () => 'Nobody else sees how far an account has read.',
  refuses: [],

  async run({ input: { through }, caller, tx }) {
    const { last_seq } = await readInbox(tx, caller.id)
    if (through > last_seq) pastTheEnd(last_seq)
    await saveReadThrough(tx, caller.id, through)
    const { read_through, unread } = await readInbox(tx, caller.id)
    return { read_through, unread }
  },
})
