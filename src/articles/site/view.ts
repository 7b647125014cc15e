/** A discussion as a page shows it: comments with the number of their answers, and pictures with their size. */
import { z } from 'zod'
import type { GuestSession, Site } from '../../kernel/operation.ts'
import type { OwnComment } from '../guests/table.ts'
import { GuestReceipt, guestReceipt } from '../guests/view.ts'
import { parseHighlights } from '../highlights/rules.ts'
import type { PublicRow } from '../public/table.ts'
import { FullPublicArticle, PublicArticle, PublicCommentView, publicCommentView, publicView } from '../public/view.ts'
import { readingMinutes } from '../words/rules.ts'
import { pictureSize } from './rules.ts'
import type { CommentRow, PictureHead } from './table.ts'

const ShownPicture = z.object({ width: z.int(), height: z.int(), moves: z.boolean() })
export type ShownPicture = z.input<typeof ShownPicture>
const highlights = z
  .array(z.string())
  .meta({ description: 'The parts of its code, by the number of the block of code.' })
const pictures = z.array(ShownPicture).meta({ description: 'How its pictures are shown, by number.' })

/** What the text of an article is drawn from, published or not. */
export const ShownArticle = FullPublicArticle.pick({
  title: true,
  author: true,
  first_published_at: true,
  updated_at: true,
  blocks: true,
}).extend({ pictures, highlights })
export type ShownArticle = z.input<typeof ShownArticle>

export const ShownComment = PublicCommentView.extend({
  reply_count: z.int().min(0),
  pictures,
  highlights,
  is_yours: z.boolean().meta({ description: 'Whether the session of this browser has sent it.' }),
})
export type ShownComment = z.input<typeof ShownComment>

export function picturesOf(heads: readonly PictureHead[], revisionId: string): ShownPicture[] {
  const pictures: ShownPicture[] = []
  for (const { revision_id, n, head, moves } of heads)
    if (revision_id === revisionId) pictures[n] = { ...pictureSize(head), moves: moves === 1 }
  return pictures
}

type Reader = { site: Site; session: GuestSession | null }

export const shownComment = (
  row: CommentRow,
  heads: readonly PictureHead[],
  { site, session }: Reader,
): ShownComment => ({
  ...publicCommentView(row, site),
  reply_count: row.reply_count,
  highlights: parseHighlights(row.highlights),
  pictures: picturesOf(heads, row.revision_id),
  is_yours: session !== null && row.guest_id === session.id,
})

const ListedPicture = z.object({ url: z.string(), width: z.int(), height: z.int() })

/** An article in a list of the site. */
export const ListedArticle = PublicArticle.extend({
  reading_minutes: z.int().min(1),
  recommendations: z.int().min(0),
  picture: ListedPicture.nullable().meta({ description: 'Its first drawing, at rest.' }),
})
export type ListedArticle = z.input<typeof ListedArticle>

export function listedArticle(row: PublicRow, heads: readonly PictureHead[], site: Site): ListedArticle {
  const head = heads.find(({ revision_id }) => revision_id === row.revision_id)
  return {
    ...publicView(row, site),
    reading_minutes: readingMinutes(row.word_count),
    recommendations: row.recommendations,
    picture: head
      ? {
          ...pictureSize(head.head),
          url: `/api/humanfeed/assets/${row.revision_id}/0${head.moves === 1 ? '.still' : ''}.svg`,
        }
      : null,
  }
}

/** A guest's own comment, for the browser that sent it. */
export const OwnCommentView = GuestReceipt.omit({ replayed: true }).extend({
  post_id: z.uuid(),
  article_revision_id: z.uuid(),
  parent_comment_id: z.uuid().nullable(),
  title: z.string().meta({ description: 'Of the article; empty where it is not public any more.' }),
  nickname: z.string(),
  text: z.string().meta({ description: 'Empty where it is no longer stored.' }),
  was_public: z.boolean().meta({ description: 'Whether people could read it for a time, or can now.' }),
  created_at: z.int(),
})
export type OwnCommentView = z.input<typeof OwnCommentView>

export function ownCommentView(row: OwnComment, site: Site): OwnCommentView {
  const { replayed: _, ...receipt } = guestReceipt(row, site, { replayed: false })
  const [block]: { text: string }[] = JSON.parse(row.blocks)
  return {
    ...receipt,
    post_id: row.post_id,
    article_revision_id: row.article_revision_id,
    parent_comment_id: row.parent_id,
    title: row.title,
    nickname: row.guest_name,
    text: block?.text ?? '',
    was_public: row.was_public === 1,
    created_at: row.created_at,
  }
}
