import { z } from 'zod'
import { AccountName } from '../../accounts/view.ts'
import { fail } from '../../kernel/errors.ts'
import { uuid } from '../../kernel/fields.ts'
import { operation } from '../../kernel/operation.ts'
import { beforeCursor, cutPage } from '../../kernel/paging.ts'
import { tuning } from '../../settings/tuning.ts'
import { listAssets } from '../assets/table.ts'
import { parseHighlights } from '../highlights/rules.ts'
import { listRecommenderNames } from '../policy/table.ts'
import { requirePublic } from '../public/steps.ts'
import { findNeighbours } from '../public/table.ts'
import { FullPublicArticle, fullPublicView } from '../public/view.ts'
import { readTally } from '../votes/table.ts'
import { type CommentRow, findComment, listBelow, listPictureHeads, listReplies, listTopComments } from './table.ts'
import { picturesOf, ShownArticle, ShownComment, shownComment } from './view.ts'

const Neighbour = z.object({ id: z.uuid(), title: z.string() })

export const showArticle = operation({
  name: 'humanfeed_show_article',
  summary: 'The page of an article: its text, and a part of its discussion that fits one page.',
  effect: 'read',
  access: 'guest', // whose own comments are marked
  http: { method: 'GET', path: '/humanfeed/{id}' },
  input: z.object({
    id: uuid('The article.'),
    before: beforeCursor,
    thread: uuid('Show only this comment and what is below it.').optional(),
    reply: uuid('The comment that the reader wants to answer.').optional(),
  }),
  output: z.object({
    post: FullPublicArticle.extend(ShownArticle.shape),
    thread: ShownComment.nullable(),
    comments: z.array(ShownComment),
    next_before: z.int().nullable(),
    reply_to: ShownComment.nullable(),
    recommended_by: z.object({ count: z.int().min(0), names: z.array(AccountName) }),
    newer: Neighbour.nullable(),
    older: Neighbour.nullable(),
  }),
  refuses: ['NOT_FOUND', 'GONE', 'INVALID_CURSOR', 'INVALID_ID'],
  settles: true,

  async run({ input, caller, tx, site }) {
    const article = await requirePublic(tx, input.id)
    const thread = input.thread === undefined ? null : await findComment(tx, article.id, input.thread)
    if (thread === undefined) fail('NOT_FOUND')
    const replyTo = input.reply === undefined ? undefined : await findComment(tx, article.id, input.reply)

    const page = { limit: tuning.discussionPageItems, before: input.before }
    const first = thread ? await listReplies(tx, thread.id, page) : await listTopComments(tx, article.id, page)
    const { rows, cursors } = cutPage(first, page)
    const below = await listBelow(
      tx,
      rows.map(({ id }) => id),
      tuning.discussionBelowMaxItems,
    )
    const heads = await listPictureHeads(tx, [
      article.revision_id,
      ...[...rows, ...below, ...(thread ? [thread] : [])].filter(hasPicture).map(({ revision_id }) => revision_id),
    ])
    const shown = (row: CommentRow) => shownComment(row, heads, { site, session: caller.session })
    return {
      post: {
        ...fullPublicView(article, await listAssets(tx, [article.revision_id]), site),
        pictures: picturesOf(heads, article.revision_id),
        highlights: parseHighlights(article.highlights),
      },
      thread: thread && shown(thread),
      comments: [...rows, ...below].map(shown),
      next_before: cursors.next_before,
      reply_to: replyTo ? shown(replyTo) : null,
      recommended_by: {
        count: (await readTally(tx, article.revision_id)).up,
        names: await listRecommenderNames(tx, article.revision_id, tuning.recommendersShown),
      },
      ...(await findNeighbours(tx, article.seq)),
    }
  },
})

const hasPicture = ({ blocks }: CommentRow) => blocks.includes('"svg"')
