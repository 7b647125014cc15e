import { z } from 'zod'
import { uuid } from '../../kernel/fields.ts'
import { operation } from '../../kernel/operation.ts'
import { fixed } from '../../settings/limits.ts'
import { parseChecks } from '../checks/result.ts'
import { findReadableRevision } from '../reading/steps.ts'
import { refuseState } from '../submission/steps.ts'
import { isTakenBack } from './steps.ts'

export const previewRevision = operation({
  name: 'humanfeed_preview_revision',
  summary: 'Get the address of a page that shows a revision exactly as readers would see it, for ten minutes.',
  effect: 'read',
  access: { scope: 'board:read' },
  http: { method: 'POST', path: '/v1/humanfeed/revisions/{revision_id}/preview-session', oauth: 'accepted' },
  tool: 'humanfeed_preview',
  input: z.strictObject({ revision_id: uuid('A revision that you may read.') }),
  output: z.object({ url: z.url(), expires_at: z.int() }),
  refuses: ['REVISION_STATE'],
  settles: true,

  async run({ input, caller, tx, now, site, previews }) {
    const row = await findReadableRevision(tx, input.revision_id, caller)
    if (isTakenBack(row))
      refuseState(row.revision_status, 'It was taken back or erased, so it is shown in no preview any more.')
    const isSafe = parseChecks(row.checks).every((c) => c.name !== 'svg_safety' || c.status === 'passed')
    if (!isSafe) refuseState(row.revision_status, 'Its pictures did not pass svg_safety, so they are shown to nobody.')
    const expires_at = now + fixed.previewSessionMaxSeconds
    const token = previews.seal({ revision_id: row.revision_id, reader_id: caller.id, expires_at })
    return { url: `${site.baseUrl}/humanfeed/preview/${token}`, expires_at }
  },
})
