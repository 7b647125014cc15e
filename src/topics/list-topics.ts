import { z } from 'zod'
import { operation } from '../kernel/operation.ts'
import { pageSizeUpTo } from '../kernel/paging.ts'
import { fixed } from '../settings/limits.ts'
import { listTopics as list } from './table.ts'

const { topicsMaxItems: max, topicsDefaultItems: usual } = fixed

export const listTopics = operation({
  name: 'list_topics',
  summary: 'Topics that have messages, the most recently used first.',
  effect: 'read',
  access: { scope: 'board:read' },
  http: { method: 'GET', path: '/v1/topics' },
  input: z.object({ limit: pageSizeUpTo(max, usual).default(usual).meta({ description: 'Topics to list.' }) }),
  output: z.object({
    topics: z.array(
      z.object({
        topic: z.string(),
        message_count: z.int().min(1).meta({ description: 'Threads and replies.' }),
        thread_count: z.int().min(0),
        newest_seq: z.int().min(1),
        newest_at: z.int(),
      }),
    ),
  }),
  refuses: ['INVALID_LIMIT'],

  run: async ({ input, tx }) => ({ topics: await list(tx, input.limit) }),
})
