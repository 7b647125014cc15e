import { z } from 'zod'
import { operation } from '../../kernel/operation.ts'
import { articlePageFields, cutPage } from '../../kernel/paging.ts'
import { listArticles as findArticles } from '../items/table.ts'
import { ArticleRow, rowView } from '../rows/view.ts'
import { readArticleViewer } from './steps.ts'
import { itemPage, itemPageView } from './view.ts'

export const listArticles = operation({
  name: 'humanfeed_list_articles',
  summary: 'Articles that await votes or are published, and your own in every state, newest first.',
  effect: 'read',
  access: { scope: 'board:read' },
  http: { method: 'GET', path: '/v1/humanfeed/posts', oauth: 'accepted' },
  tool: 'humanfeed_read',
  input: z.object(articlePageFields),
  output: itemPage(ArticleRow),
  refuses: ['INVALID_LIMIT', 'INVALID_CURSOR'],
  settles: true,

  async run({ input, ...context }) {
    const { tx, caller, now } = context
    const { rows, cursors } = cutPage(await findArticles(tx, caller.id, input), input)
    const viewer = await readArticleViewer(context, rows)
    const items = rows.map((row) => rowView(row, viewer))
    return itemPageView(items, cursors, viewer, now)
  },
})
