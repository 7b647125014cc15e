import { createHash } from 'node:crypto'
import { z } from 'zod'
import { fail } from '../../kernel/errors.ts'
import { uuid } from '../../kernel/fields.ts'
import { parseObject } from '../../kernel/json.ts'
import { operation } from '../../kernel/operation.ts'
import { prepareSubmission } from '../checks/prepare.ts'
import { acceptSubmission, precheckSubmission, storePictures } from '../publication/steps.ts'
import { ArticleReceipt } from '../view.ts'
import { findUpload, listParts } from './table.ts'

export const commitUpload = operation({
  name: 'humanfeed_commit_upload',
  summary: 'Submit the document whose parts have all arrived, as if it had been sent at once.',
  effect: 'write',
  access: { scope: 'board:write' },
  http: {
    method: 'POST',
    path: '/v1/humanfeed/uploads/{upload_id}/commit',
    oauth: 'accepted',
    status: 202,
    replayStatus: 202,
  },
  tool: 'humanfeed_upload',
  input: z.strictObject({ upload_id: uuid('The upload.') }),
  output: ArticleReceipt,
  refuses: [
    'INVALID_JSON',
    'UPLOAD_MISMATCH',
    'IDEMPOTENCY_KEY_REQUIRED',
    'IDEMPOTENCY_CONFLICT',
    'NOT_OWNER',
    'REVISION_STATE',
    'COMMENTS_CLOSED',
    'COMMENT_DEPTH',
    'ACCOUNT_RESTRICTED',
    'PENDING_LIMIT',
    'DAILY_LIMIT',
  ],
  settles: true,
  inWorker: true,
  async load({ input, caller, tx, now }) {
    const upload = (await findUpload(tx, input.upload_id, caller.id, now)) ?? fail('NOT_FOUND')
    const parts = await listParts(tx, upload.id)
    const missing = parts.findIndex(({ n }, index) => n !== index)
    const bytes = Buffer.concat(parts.map(({ data }) => Buffer.from(data, 'base64')))
    if (bytes.length !== upload.expected_bytes)
      fail('UPLOAD_MISMATCH', {
        problem: 'size',
        received_bytes: bytes.length,
        expected_bytes: upload.expected_bytes,
        first_missing_part: missing === -1 ? parts.length : missing,
      })
    if (missing !== -1) fail('UPLOAD_MISMATCH', { problem: 'missing_part', first_missing_part: missing })
    if (createHash('sha256').update(bytes).digest('hex') !== upload.expected_hash)
      fail('UPLOAD_MISMATCH', { problem: 'hash', expected_hash: upload.expected_hash })
    const head = Buffer.from(`${JSON.stringify({ kind: upload.kind, targetId: upload.target_id })}\n`)
    return Buffer.concat([head, bytes])
  },
  prepare(_input, { blockedWords }, loaded) {
    const end = loaded.indexOf('\n')
    const { kind, targetId } = JSON.parse(loaded.subarray(0, end).toString())
    return prepareSubmission({ kind, targetId, publication: parseObject(loaded.subarray(end + 1)) }, blockedWords)
  },
  precheck: ({ prepared, ...context }) => precheckSubmission(context, prepared),
  storeFirst: (prepared, now) => storePictures(prepared, now),

  run: ({ prepared, ...context }) => acceptSubmission(context, prepared),
})
