import { z } from 'zod'
import { uuid } from '../../kernel/fields.ts'
import { JsonText } from '../../kernel/json-text.ts'
import { operation } from '../../kernel/operation.ts'
import { canonicalSource, sha256 } from '../content/rules.ts'
import { readContent } from '../reading/steps.ts'
import { requirePublic } from './steps.ts'

export const readSource = operation({
  name: 'humanfeed_read_source',
  summary: 'The canonical source of a published article, byte for byte what its content hash is over.',
  effect: 'read',
  access: 'anyone',
  http: {
    method: 'GET',
    path: '/api/humanfeed/posts/{id}/source',
    etag: (answer) => `"${sha256((answer as JsonText).bytes)}"`,
  },
  input: z.object({ id: uuid('The article.') }),
  output: z.looseObject({
    schema_version: z.literal(1),
    language: z.literal('en'),
    title: z.string(),
    blocks: z.array(z.looseObject({ type: z.string() })),
  }),
  refuses: ['NOT_FOUND', 'GONE'],
  settles: true,

  async run({ input, tx }) {
    const { revision_id } = await requirePublic(tx, input.id)
    return new JsonText(canonicalSource(await readContent(tx, revision_id)))
  },
})
