import { z } from 'zod'
import { operation } from '../../kernel/operation.ts'
import { beforeCursor, cutPage } from '../../kernel/paging.ts'
import { tuning } from '../../settings/tuning.ts'
import { listOwnComments } from '../guests/table.ts'
import { OwnCommentView, ownCommentView } from './view.ts'

export const listOwnCommentsOfGuest = operation({
  name: 'humanfeed_list_own_comments',
  summary: 'The page on which a guest finds every comment that this browser has sent, and what became of each.',
  effect: 'read',
  access: 'guest',
  http: { method: 'GET', path: '/humanfeed/comments' },
  input: z.object({ before: beforeCursor }),
  output: z.object({ comments: z.array(OwnCommentView), next_before: z.int().nullable() }),
  refuses: ['INVALID_CURSOR'],
  settles: true,

  async run({ input, caller, tx, site }) {
    const page = { limit: tuning.ownCommentsPageItems, before: input.before }
    const { rows, cursors } = cutPage(caller.session ? await listOwnComments(tx, caller.session.id, page) : [], page)
    return { comments: rows.map((row) => ownCommentView(row, site)), next_before: cursors.next_before }
  },
})
