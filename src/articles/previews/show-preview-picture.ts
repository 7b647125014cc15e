import { z } from 'zod'
import { fail } from '../../kernel/errors.ts'
import { operation } from '../../kernel/operation.ts'
import { finishStillForm, readForm } from '../assets/steps.ts'
import { findPicture } from '../assets/table.ts'
import { pictureFile, pictureFileWords, pictureMedia } from '../assets/view.ts'
import { openPreview } from './steps.ts'

export const showPreviewPicture = operation({
  name: 'humanfeed_show_preview_picture',
  summary: 'One picture of the revision behind the address of a preview.',
  effect: 'read',
  access: 'anyone',
  http: {
    method: 'GET',
    path: '/humanfeed/preview/{token}/{file}',
    textFields: ['token', 'file'],
    media: pictureMedia,
  },
  input: z.object({
    token: z.string().meta({ description: 'The sealed part of the address.' }),
    file: z.string().meta({ description: pictureFileWords }),
  }),
  output: z.object({ source: z.string() }),
  refuses: ['NOT_FOUND', 'GONE'],
  settles: true,

  async run({ input, ...context }) {
    const row = await openPreview(context, input.token)
    const { n, isStill } = pictureFile(input.file) ?? fail('NOT_FOUND')
    const picture = (await findPicture(context.tx, row.revision_id, n)) ?? fail('NOT_FOUND')
    return readForm(context.tx, picture, { isStill })
  },
  finish: finishStillForm,
})
