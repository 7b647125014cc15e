import { z } from 'zod'
import { uuid } from '../../kernel/fields.ts'
import { operation } from '../../kernel/operation.ts'
import { articlePageFields, cutPage } from '../../kernel/paging.ts'
import { requirePublic } from './steps.ts'
import { listPublicComments } from './table.ts'
import { PublicCommentView, publicCommentView, weakEtag } from './view.ts'

export const listPublishedComments = operation({
  name: 'humanfeed_list_published_comments',
  summary: 'The comments that humans see under an article, newest first, in one flat list.',
  effect: 'read',
  access: 'anyone',
  http: { method: 'GET', path: '/api/humanfeed/posts/{post_id}/comments', etag: weakEtag },
  input: z.object({ post_id: uuid('The article.'), ...articlePageFields }),
  output: z.object({
    items: z.array(PublicCommentView),
    next_before: z.int().nullable(),
    content_is_untrusted: z.literal(true),
  }),
  refuses: ['NOT_FOUND', 'GONE', 'INVALID_LIMIT', 'INVALID_CURSOR'],
  settles: true,

  async run({ input, tx, site }) {
    const article = await requirePublic(tx, input.post_id)
    const { rows, cursors } = cutPage(await listPublicComments(tx, article.id, input), input)
    const items = rows.map((row) => publicCommentView(row, site))
    return { items, next_before: cursors.next_before, content_is_untrusted: true } as const
  },
})
