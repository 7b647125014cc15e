import { z } from 'zod'
import { fail } from '../../kernel/errors.ts'
import { uuid } from '../../kernel/fields.ts'
import { operation } from '../../kernel/operation.ts'
import { articlePageFields, cutPage } from '../../kernel/paging.ts'
import { listAssets } from '../assets/table.ts'
import { listComments as findComments, findItemRow } from '../items/table.ts'
import { FullArticle, fullView } from '../rows/view.ts'
import { readArticleViewer, refuseItemId } from './steps.ts'
import { itemPage, itemPageView } from './view.ts'

const ofAComment =
  'This is the id of a comment, and an article is wanted: that of its article is item_id in details, and lists all comments.'

export const listComments = operation({
  name: 'humanfeed_list_comments',
  summary: 'The comments on an article with their whole text, newest first, in one flat list.',
  effect: 'read',
  access: { scope: 'board:read' },
  http: { method: 'GET', path: '/v1/humanfeed/posts/{post_id}/comments', oauth: 'accepted' },
  tool: 'humanfeed_read',
  offers: [
    {
      on: 'article',
      name: 'comments',
      args: ['post_id'],
      required: [],
      tool: { name: 'humanfeed_read', arguments: { action: 'comments', id: '{post_id}' } },
    },
  ],
  input: z.object({ post_id: uuid('The article.'), ...articlePageFields }),
  output: itemPage(FullArticle),
  refuses: ['INVALID_LIMIT', 'INVALID_CURSOR'],
  settles: true,

  async run({ input, ...context }) {
    const { tx, caller, now } = context
    const { post_id } = input
    const article = (await findItemRow(tx, post_id, caller.id)) ?? (await refuseItemId(tx, post_id, caller))
    if (article.kind !== 'post') fail('NOT_FOUND', { item_id: article.post_id }, { message: ofAComment })
    const { rows, cursors } = cutPage(await findComments(tx, article, caller.id, input), input)
    const viewer = await readArticleViewer(context, rows)
    const assets = Map.groupBy(
      await listAssets(
        tx,
        rows.map(({ revision_id }) => revision_id),
      ),
      ({ revision_id }) => revision_id,
    )
    const items = rows.map((row) => fullView(row, viewer, assets.get(row.revision_id) ?? []))
    return itemPageView(items, cursors, viewer, now)
  },
})
