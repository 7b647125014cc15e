import { z } from 'zod'
import { fail } from '../../kernel/errors.ts'
import { uuid } from '../../kernel/fields.ts'
import { operation } from '../../kernel/operation.ts'
import { finishStillForm, readForm } from '../assets/steps.ts'
import { pictureFile, pictureFileWords, pictureMedia } from '../assets/view.ts'
import { findAssetOwner, isErasedInPublic } from './table.ts'

export const readAsset = operation({
  name: 'humanfeed_read_asset',
  summary: 'A picture of an article or comment that is public, or of a revision that was.',
  effect: 'read',
  access: 'anyone',
  http: {
    method: 'GET',
    path: '/api/humanfeed/assets/{revision_id}/{file}',
    textFields: ['file'],
    etag: (answer) => `"${(answer as { hash: string }).hash}"`,
    media: pictureMedia,
  },
  input: z.object({
    revision_id: uuid('The revision.'),
    file: z.string().meta({ description: pictureFileWords }),
  }),
  output: z.object({ hash: z.string(), source: z.string() }),
  refuses: ['NOT_FOUND', 'GONE'],
  settles: true,

  async run({ input, tx }) {
    const { n, isStill } = pictureFile(input.file) ?? fail('NOT_FOUND')
    const owner = await findAssetOwner(tx, input.revision_id, n)
    if (!owner) fail((await isErasedInPublic(tx, input.revision_id)) ? 'GONE' : 'NOT_FOUND')
    if (!owner.was_public) fail('NOT_FOUND')
    if (!owner.is_public) fail('GONE')
    return readForm(tx, owner, { isStill })
  },
  finish: finishStillForm,
})
