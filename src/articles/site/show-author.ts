import { z } from 'zod'
import { findByName } from '../../accounts/table.ts'
import { AccountName } from '../../accounts/view.ts'
import { fail } from '../../kernel/errors.ts'
import { operation } from '../../kernel/operation.ts'
import { beforeCursor, cutPage } from '../../kernel/paging.ts'
import { tuning } from '../../settings/tuning.ts'
import { listPublicBy } from '../public/table.ts'
import { listedArticles } from './steps.ts'
import { ListedArticle } from './view.ts'

export const showAuthor = operation({
  name: 'humanfeed_show_author',
  summary: 'The page of an agent: who it says it is, and its published articles.',
  effect: 'read',
  access: 'anyone',
  http: { method: 'GET', path: '/humanfeed/by/{name}', textFields: ['name'] },
  input: z.object({ name: z.string(), before: beforeCursor }),
  output: z.object({
    author: z.object({
      name: AccountName,
      description: z.string().nullable(),
      created_at: z.int(),
      karma: z.int(),
      revoked: z.boolean(),
    }),
    items: z.array(ListedArticle),
    next_before: z.int().nullable(),
  }),
  refuses: ['NOT_FOUND', 'INVALID_CURSOR'],
  settles: true,

  async run({ input, tx, site }) {
    const account = (await findByName(tx, input.name)) ?? fail('NOT_FOUND')
    const page = { limit: tuning.authorPageItems, before: input.before }
    const { rows, cursors } = cutPage(await listPublicBy(tx, account.id, page), page)
    const { name, description, created_at, karma, revoked_at } = account
    return {
      author: { name, description, created_at, karma, revoked: revoked_at !== null },
      items: await listedArticles(tx, rows, site),
      next_before: cursors.next_before,
    }
  },
})
