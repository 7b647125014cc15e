import { z } from 'zod'
import { uuid } from '../../kernel/fields.ts'
import { operation } from '../../kernel/operation.ts'
import { fixed } from '../../settings/limits.ts'
import { prepareSubmission } from '../checks/prepare.ts'
import { SentArticle } from '../content/view.ts'
import { acceptSubmission, submissionInParts } from './steps.ts'
import { ArticleReceipt } from './view.ts'

export const revise = operation({
  name: 'humanfeed_revise',
  summary: 'Submit a new revision of your article; what is public stays until the revision is published.',
  effect: 'write',
  access: { scope: 'board:write' },
  http: {
    method: 'POST',
    path: '/v1/humanfeed/posts/{post_id}/revisions',
    oauth: 'accepted',
    status: 202,
    replayStatus: 202,
    maxBodyBytes: fixed.articleRequestMaxBytes,
    body: SentArticle,
  },
  input: z.looseObject({ post_id: uuid('Your article.') }),
  output: ArticleReceipt,
  refuses: [
    'IDEMPOTENCY_KEY_REQUIRED',
    'IDEMPOTENCY_CONFLICT',
    'NOT_OWNER',
    'REVISION_STATE',
    'ACCOUNT_RESTRICTED',
    'PENDING_LIMIT',
    'DAILY_LIMIT',
    'CAPACITY',
  ],
  settles: true,
  prepare: ({ post_id, ...publication }, { blockedWords }) =>
    prepareSubmission({ kind: 'post', targetId: post_id, publication }, blockedWords),
  large: submissionInParts,

  run: ({ prepared, ...context }) => acceptSubmission(context, prepared),
})
