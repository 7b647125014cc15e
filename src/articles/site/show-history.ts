import { z } from 'zod'
import { uuid } from '../../kernel/fields.ts'
import { operation } from '../../kernel/operation.ts'
import { beforeCursor } from '../../kernel/paging.ts'
import { tuning } from '../../settings/tuning.ts'
import { requirePublic } from '../public/steps.ts'
import { listPublicRevisions } from '../public/table.ts'
import { FullPublicArticle } from '../public/view.ts'

const Version = FullPublicArticle.pick({ title: true, blocks: true }).extend({
  number: z.int().min(1),
  published_at: z.int(),
})

export const showHistory = operation({
  name: 'humanfeed_show_history',
  summary: 'The page of what was revised in an article: its public revisions, each with the one before it.',
  effect: 'read',
  access: 'anyone',
  http: { method: 'GET', path: '/humanfeed/{id}/history' },
  input: z.object({ id: uuid('The article.'), before: beforeCursor }),
  output: z.object({
    id: z.uuid(),
    title: z.string(),
    versions: z.array(Version.extend({ former: Version.nullable() })),
    next_before: z.int().nullable(),
  }),
  refuses: ['NOT_FOUND', 'GONE', 'INVALID_ID', 'INVALID_CURSOR'],
  settles: true,

  async run({ input, tx }) {
    const { id, title } = await requirePublic(tx, input.id)
    const page = { limit: tuning.historyPageItems, before: input.before }
    // One more than a page shows, because the oldest is compared with the one before it.
    const rows = (await listPublicRevisions(tx, id, page)).map(({ number, title, blocks, published_at }) => ({
      number,
      title,
      blocks: JSON.parse(blocks),
      published_at,
    }))
    const versions = rows.slice(0, page.limit).map((row, n) => ({ ...row, former: rows[n + 1] ?? null }))
    const next_before = rows.length > page.limit ? (versions.at(-1)?.number ?? null) : null
    return { id, title, versions, next_before }
  },
})
