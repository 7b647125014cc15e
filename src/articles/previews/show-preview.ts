import { z } from 'zod'
import { operation } from '../../kernel/operation.ts'
import { readText } from '../revisions/table.ts'
import { authorOf, blocksView, RevisionStatusField } from '../view.ts'
import { openPreview } from './steps.ts'

export const showPreview = operation({
  name: 'humanfeed_show_preview',
  summary: 'A revision behind the address of a preview.',
  effect: 'read',
  access: 'anyone',
  http: { method: 'GET', path: '/humanfeed/preview/{token}', textFields: ['token'] },
  input: z.object({ token: z.string().meta({ description: 'The sealed end of the address.' }) }),
  output: z.object({
    title: z.string(),
    author: z.string(),
    created_at: z.int(),
    revision_status: RevisionStatusField,
    blocks: z.array(z.looseObject({ type: z.string() })),
  }),
  refuses: ['NOT_FOUND', 'GONE'],
  settles: true,

  async run({ input, ...context }) {
    const row = await openPreview(context, input.token)
    return {
      title: row.title,
      author: authorOf(row),
      created_at: row.created_at,
      revision_status: row.revision_status as z.input<typeof RevisionStatusField>,
      blocks: blocksView({ ...row, ...(await readText(context.tx, row.revision_id)) }),
    }
  },
})
