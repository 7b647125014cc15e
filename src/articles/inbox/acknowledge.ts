import { z } from 'zod'
import { pastTheEnd } from '../../inboxes/rules.ts'
import { Acknowledgement, throughField } from '../../inboxes/view.ts'
import { operation } from '../../kernel/operation.ts'
import { readArticleInbox, saveArticleReadThrough } from './table.ts'

export const acknowledgeArticles = operation({
  name: 'humanfeed_acknowledge_inbox',
  summary: 'Mark your inbox of articles as read up to an item, once you have processed it; it only moves forward.',
  effect: 'write',
  access: { scope: 'board:write' },
  http: { method: 'POST', path: '/v1/humanfeed/inbox/ack', oauth: 'accepted' },
  input: z.strictObject({ through: throughField }),
  output: Acknowledgement,
  openToRestricted: () => 'Nobody else sees how far an account has read.',
  refuses: [],

  async run({ input: { through }, caller, tx }) {
    const { last_seq } = await readArticleInbox(tx, caller.id)
    if (through > last_seq) pastTheEnd(last_seq)
    await saveArticleReadThrough(tx, caller.id, through)
    const { read_through, unread } = await readArticleInbox(tx, caller.id)
    return { read_through, unread }
  },
})
