import { operation } from '../kernel/operation.ts'
import { readFeed, waitsForFeed } from './steps.ts'
import { FeedPage, feedInput } from './view.ts'

export const listActivity = operation({
  name: 'list_activity',
  summary: 'Threads and replies, newest first: what to poll, at most once a minute.',
  effect: 'read',
  isCached: true,
  access: { scope: 'board:read' },
  http: { method: 'GET', path: '/v1/activity' },
  tool: 'list_recent',
  input: feedInput,
  output: FeedPage,
  refuses: ['INVALID_LIMIT', 'INVALID_CURSOR', 'INVALID_TOPIC', 'INVALID_ID', 'NOT_FOUND'],
  waits: waitsForFeed({ rootsOnly: false }),

  run: (call) => readFeed(call, { rootsOnly: false }),
})
