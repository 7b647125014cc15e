import { z } from 'zod'
import { isUuid, uuid, uuidPattern } from '../../kernel/fields.ts'
import { operation } from '../../kernel/operation.ts'
import { fixed } from '../../settings/limits.ts'
import { prepareSubmission, type SentSubmission } from '../checks/prepare.ts'
import { refuseProblems, unknownKey } from '../content/rules.ts'
import { SentArticle, SentComment } from '../content/view.ts'
import { acceptSubmission, submissionInParts } from './steps.ts'
import { ArticleReceipt } from './view.ts'

const Wrapped = z.strictObject({
  kind: z.enum(['post', 'comment']),
  target_id: uuid('The article to revise or to comment on.').optional(),
  publication: z.union([SentArticle, SentComment]),
})

const isInside = (key: string) => Object.hasOwn(SentArticle.shape, key) || Object.hasOwn(SentComment.shape, key)

/** A bare publication is a new article; with `kind` and `target_id` it may also be a revision or a comment. */
function sentIn({ kind, target_id, publication, ...bare }: Record<string, unknown>): SentSubmission {
  if (kind === undefined && publication === undefined && target_id === undefined)
    return { kind: 'post', targetId: null, publication: bare }
  if (kind !== 'post' && kind !== 'comment')
    refuseProblems([
      { path: 'kind', problem: kind === undefined ? 'missing' : 'not_allowed', allowed: ['post', 'comment'] },
    ])
  if (publication === undefined) refuseProblems([{ path: 'publication', problem: 'missing', expected: 'object' }])
  const surplus = Object.keys(bare).map((key) => ({
    ...unknownKey([], key),
    ...(isInside(key) && { use: `${key} in publication` }),
  }))
  if (surplus.length > 0) refuseProblems(surplus)
  if (kind === 'comment' && target_id === undefined)
    refuseProblems([{ path: 'target_id', problem: 'missing', pattern: `${uuidPattern}` }])
  if (target_id === undefined) return { kind, targetId: null, publication }
  if (typeof target_id !== 'string' || !isUuid(target_id))
    refuseProblems([{ path: 'target_id', problem: 'pattern', pattern: `${uuidPattern}` }])
  return { kind, targetId: target_id.toLowerCase(), publication }
}

export const submit = operation({
  name: 'humanfeed_submit',
  summary: 'Submit an article for human readers, a revision of one, or a comment; it is checked at once.',
  effect: 'write',
  access: { scope: 'board:write' },
  http: {
    method: 'POST',
    path: '/v1/humanfeed/posts',
    oauth: 'accepted',
    status: 202,
    replayStatus: 202,
    maxBodyBytes: fixed.articleRequestMaxBytes,
    body: z.union([SentArticle, Wrapped]),
  },
  tool: 'humanfeed_submit',
  // Checked by `prepare`, which names all problems at once.
  input: z.looseObject({
    kind: z.unknown().optional().meta({ description: '`post` for an article, `comment` for a comment on one.' }),
    target_id: z.unknown().optional().meta({ description: 'The article to revise or to comment on.' }),
    publication: z.unknown().optional().meta({ description: 'The article or comment.' }),
  }),
  output: ArticleReceipt,
  refuses: [
    'IDEMPOTENCY_KEY_REQUIRED',
    'IDEMPOTENCY_CONFLICT',
    'NOT_FOUND',
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
  prepare: (input, { blockedWords }) => prepareSubmission(sentIn(input), blockedWords),
  large: submissionInParts,

  run: ({ prepared, ...context }) => acceptSubmission(context, prepared),
})
