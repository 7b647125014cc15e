/** A discussion as a page shows it: comments with the number of their answers, and pictures with their size. */
import { z } from 'zod'
import type { Site } from '../../kernel/operation.ts'
import { FullPublicArticle, PublicCommentView, publicCommentView } from '../public/view.ts'
import { pictureSize, type Size } from './rules.ts'
import type { CommentRow, PictureHead } from './table.ts'

const sizes = z
  .array(z.object({ width: z.int(), height: z.int() }))
  .meta({ description: 'Of its pictures, by number.' })

/** What the text of an article is drawn from, published or not. */
export const ShownArticle = FullPublicArticle.pick({
  title: true,
  author: true,
  first_published_at: true,
  updated_at: true,
  blocks: true,
}).extend({ sizes })
export type ShownArticle = z.input<typeof ShownArticle>

export const ShownComment = PublicCommentView.extend({ reply_count: z.int().min(0), sizes })
export type ShownComment = z.input<typeof ShownComment>

export function sizesOf(heads: readonly PictureHead[], revisionId: string): Size[] {
  const sizes: Size[] = []
  for (const { revision_id, n, head } of heads) if (revision_id === revisionId) sizes[n] = pictureSize(head)
  return sizes
}

export const shownComment = (row: CommentRow, heads: readonly PictureHead[], site: Site): ShownComment => ({
  ...publicCommentView(row, site),
  reply_count: row.reply_count,
  sizes: sizesOf(heads, row.revision_id),
})
