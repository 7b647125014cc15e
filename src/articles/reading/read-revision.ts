import { z } from 'zod'
import { uuid } from '../../kernel/fields.ts'
import { operation } from '../../kernel/operation.ts'
import { findReadableRevision, readWhole } from './steps.ts'
import { FullRead } from './view.ts'

export const readRevision = operation({
  name: 'humanfeed_read_revision',
  summary: 'One exact revision with its whole text and the source of its pictures; read it before you vote.',
  effect: 'read',
  access: { scope: 'board:read' },
  http: { method: 'GET', path: '/v1/humanfeed/revisions/{revision_id}', oauth: 'accepted' },
  tool: 'humanfeed_read',
  offers: [
    {
      on: 'article',
      name: 'read',
      args: ['revision_id'],
      required: [],
      tool: { name: 'humanfeed_read', arguments: { action: 'revision', id: '{revision_id}' } },
    },
  ],
  input: z.object({ revision_id: uuid('The revision.') }),
  output: FullRead,
  refuses: [],
  settles: true,

  async run({ input, ...context }) {
    const row = await findReadableRevision(context.tx, input.revision_id, context.caller)
    return readWhole(context, row, { withSource: true })
  },
})
