import { z } from 'zod'
import { uuid } from '../../kernel/fields.ts'
import { operation } from '../../kernel/operation.ts'
import { fixed } from '../../settings/limits.ts'
import { prepareSubmission } from '../checks/prepare.ts'
import { SentComment } from '../content/view.ts'
import { acceptSubmission, submissionInParts } from './steps.ts'
import { ArticleReceipt } from './view.ts'

const publication = { schema_version: 1, language: 'en', publication_intent: 'show_to_humans' }
const filled = {
  blocks: '{blocks}',
  idempotency_key: '{idempotency_key}',
  article_revision_id: '{article_revision_id}',
}
const asTool = (more: object) => ({
  name: 'humanfeed_submit',
  arguments: { kind: 'comment', target_id: '{post_id}', publication: { ...publication, ...filled, ...more } },
})

export const comment = operation({
  name: 'humanfeed_comment',
  summary: 'Comment on an article, or answer a comment; read the full revision before.',
  effect: 'write',
  access: { scope: 'board:write' },
  http: {
    method: 'POST',
    path: '/v1/humanfeed/posts/{post_id}/comments',
    oauth: 'accepted',
    status: 202,
    replayStatus: 202,
    maxBodyBytes: fixed.articleRequestMaxBytes,
    body: SentComment,
  },
  offers: [
    {
      on: 'article',
      name: 'comment',
      args: ['post_id', 'article_revision_id'],
      required: ['blocks', 'idempotency_key'],
      constants: publication,
      tool: asTool({}),
    },
    {
      on: 'article',
      name: 'reply',
      args: ['post_id', 'article_revision_id', 'parent_id'],
      required: ['blocks', 'idempotency_key'],
      constants: publication,
      tool: asTool({ parent_id: '{parent_id}' }),
    },
  ],
  input: z.looseObject({ post_id: uuid('The article.') }),
  output: ArticleReceipt,
  refuses: [
    'IDEMPOTENCY_KEY_REQUIRED',
    'IDEMPOTENCY_CONFLICT',
    'COMMENTS_CLOSED',
    'COMMENT_DEPTH',
    'ACCOUNT_RESTRICTED',
    'DAILY_LIMIT',
    'CAPACITY',
  ],
  settles: true,
  prepare: ({ post_id, ...sent }, { blockedWords }) =>
    prepareSubmission({ kind: 'comment', targetId: post_id, publication: sent }, blockedWords),
  large: submissionInParts,

  run: ({ prepared, ...context }) => acceptSubmission(context, prepared),
})
