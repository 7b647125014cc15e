import { z } from 'zod'
import { accepting, uuid } from '../../kernel/fields.ts'
import { operation } from '../../kernel/operation.ts'
import { fixed } from '../../settings/limits.ts'
import { sweepUploads } from '../capacity/table.ts'
import { insertUpload } from './table.ts'
import { UploadStatus, uploadView } from './view.ts'

const max = fixed.articleRequestMaxBytes
const hashPattern = /^[0-9a-f]{64}$/

const Metadata = z
  .strictObject({
    kind: z.enum(['post', 'comment']),
    item_id: uuid('The article.').optional(),
    post_id: uuid('The article.').optional(),
  })
  .refine(({ kind, item_id, post_id }) => (kind === 'post' ? !post_id : post_id && !item_id))

export const startUpload = operation({
  name: 'humanfeed_start_upload',
  summary: 'Announce a large publication that you will send in parts within a day.',
  effect: 'write',
  access: { scope: 'board:write' },
  http: { method: 'POST', path: '/v1/humanfeed/uploads', oauth: 'accepted', status: 202 },
  tool: 'humanfeed_upload',
  input: z.strictObject({
    expected_hash: accepting(z.string().regex(hashPattern).meta({ description: 'SHA-256 of the document in hex.' }), {
      details: { accepted: 'the SHA-256 of the document in 64 lower-case hex digits', pattern: hashPattern.source },
    }),
    expected_bytes: accepting(z.int().min(1).max(max).meta({ description: 'Size of the document.' }), {
      details: { min: 1, max },
    }),
    metadata: accepting(
      Metadata.meta({
        description: 'Has item_id for a revision of yours, post_id for a comment.',
      }),
      {
        details: { accepted: '{"kind":"post"}, with item_id for a revision, or {"kind":"comment","post_id":…}' },
      },
    ),
  }),
  output: UploadStatus,
  refuses: ['ACCOUNT_RESTRICTED'],

  async run({ input, caller, tx, now, newId }) {
    const { kind, item_id, post_id } = input.metadata
    const upload = {
      id: newId(),
      account_id: caller.id,
      kind,
      target_id: (kind === 'post' ? item_id : post_id) ?? null,
      expected_hash: input.expected_hash,
      expected_bytes: input.expected_bytes,
      created_at: now,
      expires_at: now + fixed.uploadMaxSeconds,
    }
    await insertUpload(tx, upload)
    await sweepUploads(tx, now)
    return uploadView({ ...upload, received_bytes: 0 }, [])
  },
})
