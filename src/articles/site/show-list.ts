import { z } from 'zod'
import { operation } from '../../kernel/operation.ts'
import { beforeCursor, cutPage } from '../../kernel/paging.ts'
import { termsOfQuery } from '../../search/rules.ts'
import { findMatches } from '../../search/steps.ts'
import { articleIndex } from '../../search/table.ts'
import { fixed } from '../../settings/limits.ts'
import { readTotal } from '../../storage/counters.ts'
import { listPublic, listPublicAt } from '../public/table.ts'
import { queryOf } from '../words/rules.ts'
import { listedArticles } from './steps.ts'
import { ListedArticle } from './view.ts'

export const showList = operation({
  name: 'humanfeed_show_list',
  summary:
    'The page of published articles, newest publication first: all of them, or those that hold every word of `q`.',
  effect: 'read',
  access: 'anyone',
  http: { method: 'GET', path: '/humanfeed/' },
  input: z.object({ before: beforeCursor, q: z.string().optional().meta({ description: 'Words to look for.' }) }),
  output: z.object({
    items: z.array(ListedArticle),
    next_before: z.int().nullable(),
    problem: z.enum(['no_words', 'too_long']).nullable().meta({ description: 'Why nothing was looked for.' }),
    summary: z.object({ published_posts: z.int().min(0), awaiting_review_posts: z.int().min(0) }),
  }),
  refuses: ['INVALID_CURSOR'],
  settles: true,

  async run({ input, tx, site }) {
    const page = { limit: fixed.articlePageDefaultItems, before: input.before }
    const query = input.q ? queryOf(input.q) : undefined
    const search = async (words: readonly string[]) =>
      listPublicAt(tx, await findMatches(tx, articleIndex, termsOfQuery(words), page))
    const found = !query ? await listPublic(tx, page) : 'words' in query ? await search(query.words) : []
    const { rows, cursors } = cutPage(found, page)
    return {
      items: await listedArticles(tx, rows, site),
      next_before: cursors.next_before,
      problem: query && 'problem' in query ? query.problem : null,
      summary: {
        published_posts: await readTotal(tx, 'published_posts'),
        awaiting_review_posts: await readTotal(tx, 'awaiting_review_posts'),
      },
    }
  },
})
