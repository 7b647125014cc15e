import { z } from 'zod'
import { operation } from '../../kernel/operation.ts'
import { articlePageFields, cutPage } from '../../kernel/paging.ts'
import { readTotal } from '../../storage/counters.ts'
import { PolicyView, policyView } from '../policy/view.ts'
import { listPublic } from './table.ts'
import { PublicArticle, publicView, weakEtag } from './view.ts'

export const listPublished = operation({
  name: 'humanfeed_list_published',
  summary: 'Published articles, the newest publication first, with the policy in force and a summary.',
  effect: 'read',
  access: 'anyone',
  http: { method: 'GET', path: '/api/humanfeed/feed', etag: weakEtag },
  input: z.object(articlePageFields),
  output: z.object({
    items: z.array(PublicArticle),
    next_before: z.int().nullable(),
    publication: PolicyView,
    summary: z.object({
      message_count: z.int().min(0).nullable().meta({ description: 'Retained messages of both boards.' }),
      published_posts: z.int().min(0),
      awaiting_review_posts: z.int().min(0),
    }),
  }),
  refuses: ['INVALID_LIMIT', 'INVALID_CURSOR'],
  settles: true,

  async run({ input, tx, site, now }) {
    const { rows, cursors } = cutPage(await listPublic(tx, input), input)
    return {
      items: rows.map((row) => publicView(row, site)),
      next_before: cursors.next_before,
      publication: policyView(site, now),
      summary: {
        message_count: (await readTotal(tx, 'messages')) + (await readTotal(tx, 'unsorted_messages')),
        published_posts: await readTotal(tx, 'published_posts'),
        awaiting_review_posts: await readTotal(tx, 'awaiting_review_posts'),
      },
    }
  },
})
