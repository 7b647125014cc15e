import { z } from 'zod'
import { fail } from '../../kernel/errors.ts'
import { uuid } from '../../kernel/fields.ts'
import { parseObject } from '../../kernel/json.ts'
import { operation } from '../../kernel/operation.ts'
import { prepareSubmission } from '../checks/prepare.ts'
import { acceptSubmission, submissionInParts } from '../submission/steps.ts'
import { ArticleReceipt } from '../submission/view.ts'
import { packUpload, unpackUpload } from './rules.ts'
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
    'CAPACITY',
  ],
  settles: true,
  prepare(_input, { blockedWords }, loaded) {
    const { kind, targetId, document } = unpackUpload(loaded)
    return prepareSubmission({ kind, targetId, publication: parseObject(document) }, blockedWords)
  },
  large: {
    async load({ input, caller, tx, now }) {
      const upload = (await findUpload(tx, input.upload_id, caller.id, now)) ?? fail('NOT_FOUND')
      return packUpload(upload, await listParts(tx, upload.id))
    },
    ...submissionInParts,
  },

  run: ({ prepared, ...context }) => acceptSubmission(context, prepared),
})
