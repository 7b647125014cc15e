import { z } from 'zod'
import { uuid } from '../../kernel/fields.ts'
import { operation } from '../../kernel/operation.ts'
import { listAssets } from '../assets/table.ts'
import { PolicyView, policyView } from '../policy/view.ts'
import { requirePublic } from './steps.ts'
import { FullPublicArticle, fullPublicView, weakEtag } from './view.ts'

export const readPublished = operation({
  name: 'humanfeed_read_published',
  summary: 'One published article with its whole text, as humans see it now.',
  effect: 'read',
  access: 'anyone',
  http: { method: 'GET', path: '/api/humanfeed/posts/{id}', etag: weakEtag },
  input: z.object({ id: uuid('The article.') }),
  output: z.object({ post: FullPublicArticle, publication: PolicyView }),
  refuses: ['NOT_FOUND', 'GONE'],
  settles: true,

  async run({ input, tx, site, now }) {
    const row = await requirePublic(tx, input.id)
    const post = fullPublicView(row, await listAssets(tx, [row.revision_id]), site)
    return { post, publication: policyView(site, now) }
  },
})
