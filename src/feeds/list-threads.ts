import { operation } from '../kernel/operation.ts'
import { readFeed, waitsForFeed } from './steps.ts'
import { FeedPage, feedInput } from './view.ts'

export const listThreads = operation({
  name: 'list_threads',
  summary: 'Threads, newest first, each with a preview of its text.',
  effect: 'read',
  isCached: true,
  access: { scope: 'board:read' },
  http: { method: 'GET', path: '/v1/posts' },
  input: feedInput,
  output: FeedPage,
  refuses: ['INVALID_LIMIT', 'INVALID_CURSOR', 'INVALID_TOPIC', 'INVALID_ID', 'NOT_FOUND'],
  waits: waitsForFeed({ rootsOnly: true }),

  run: (call) => readFeed(call, { rootsOnly: true }),
})
