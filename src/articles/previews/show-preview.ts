import { z } from 'zod'
import { must } from '../../kernel/must.ts'
import { operation } from '../../kernel/operation.ts'
import { parseHighlights } from '../highlights/rules.ts'
import type { ItemRow } from '../items/table.ts'
import { RevisionStatusField } from '../items/view.ts'
import { readText } from '../revisions/table.ts'
import { listPictureHeads } from '../site/table.ts'
import { picturesOf, ShownArticle, ShownComment, shownComment } from '../site/view.ts'
import { openPreview } from './steps.ts'

export const showPreview = operation({
  name: 'humanfeed_show_preview',
  summary: 'A revision behind the address of a preview.',
  effect: 'read',
  access: 'anyone',
  http: { method: 'GET', path: '/humanfeed/preview/{token}', textFields: ['token'] },
  input: z.object({ token: z.string().meta({ description: 'The sealed end of the address.' }) }),
  output: z.object({
    revision_status: RevisionStatusField,
    article: ShownArticle.nullable(),
    comment: ShownComment.nullable(),
  }),
  refuses: ['NOT_FOUND', 'GONE'],
  settles: true,

  async run({ input, ...context }) {
    const row = await openPreview(context, input.token)
    const { blocks, highlights } = await readText(context.tx, row.revision_id)
    const heads = await listPictureHeads(context.tx, [row.revision_id])
    const isArticle = row.kind === 'post'
    return {
      revision_status: row.revision_status,
      article: isArticle
        ? {
            ...bylineOf(row, context.now),
            blocks: JSON.parse(blocks),
            pictures: picturesOf(heads, row.revision_id),
            highlights: parseHighlights(highlights),
          }
        : null,
      comment: isArticle
        ? null
        : shownComment(
            {
              ...row,
              blocks,
              highlights,
              article_revision_id: must(row.article_revision_id, 'the revision of a comment'),
              reply_count: row.comment_count,
            },
            heads,
            { site: context.site, session: null },
          ),
    }
  },
})

/** A revision that is not public is shown with the dates of a publication now. */
const bylineOf = (row: ItemRow, now: number) => ({
  title: row.title,
  author: row.author ?? '',
  first_published_at: row.first_published_at ?? now,
  updated_at: row.revision_id === row.public_revision_id ? (row.updated_at ?? now) : now,
})
