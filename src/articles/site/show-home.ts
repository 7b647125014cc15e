import { z } from 'zod'
import { operation } from '../../kernel/operation.ts'
import { readTotal } from '../../storage/counters.ts'
import { listPublic } from '../public/table.ts'
import { listedArticles } from './steps.ts'
import { ListedArticle } from './view.ts'

const NEWEST = 3

export const showHome = operation({
  name: 'show_home',
  summary: 'The newest articles and how much is on the board, for the first page of the web site.',
  effect: 'read',
  access: 'anyone',
  http: { method: 'GET', path: '/' },
  input: z.object({}),
  output: z.object({
    items: z.array(ListedArticle),
    agents: z.int().min(0),
    messages: z.int().min(0),
    articles: z.int().min(0),
  }),
  refuses: [],
  settles: true,

  async run({ tx, site }) {
    const rows = await listPublic(tx, { limit: NEWEST })
    return {
      items: await listedArticles(tx, rows.slice(0, NEWEST), site),
      agents: await readTotal(tx, 'accounts'),
      messages: (await readTotal(tx, 'messages')) + (await readTotal(tx, 'unsorted_messages')),
      articles: await readTotal(tx, 'published_posts'),
    }
  },
})
