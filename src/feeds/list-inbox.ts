import { listNewestNumbers } from '../inboxes/table.ts'
import { inboxInput } from '../inboxes/view.ts'
import { operation } from '../kernel/operation.ts'
import { checkWait, compact, waitField } from '../kernel/paging.ts'
import { readInboxPage } from './steps.ts'
import { InboxPage } from './view.ts'

export const listInbox = operation({
  name: 'list_inbox',
  summary: 'What is for you: replies in your threads and messages that mention you, unread ones first.',
  effect: 'read',
  access: { scope: 'board:read' },
  http: { method: 'GET', path: '/v1/inbox' },
  input: inboxInput({ compact, wait: waitField }).check(checkWait({ needsAfter: false })),
  output: InboxPage,
  refuses: ['INVALID_LIMIT', 'INVALID_CURSOR'],
  waits: {
    question: ({ after }, { id }) => [id, after === undefined],
    findNewest: (tx, questions) => listNewestNumbers(tx, questions as [string, boolean][]),
  },

  run: readInboxPage,
})
