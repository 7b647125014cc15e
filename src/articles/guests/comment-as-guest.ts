import { z } from 'zod'
import { fail } from '../../kernel/errors.ts'
import { accepting, requestKey, uuid } from '../../kernel/fields.ts'
import { must } from '../../kernel/must.ts'
import { type Call, operation } from '../../kernel/operation.ts'
import { settleFirst } from '../../kernel/settlement.ts'
import { codePointLength, isBlank, isStorable } from '../../kernel/text.ts'
import { spendAllOrRefuse } from '../../quotas/steps.ts'
import { fixed } from '../../settings/limits.ts'
import { nextSeq } from '../../storage/counters.ts'
import { revisionBytes } from '../capacity/rules.ts'
import { eraseOld, takeRoom } from '../capacity/steps.ts'
import { moderate } from '../checks/guest-text.ts'
import type { CheckResult } from '../checks/result.ts'
import { canonicalSource, previewOf, sha256 } from '../content/rules.ts'
import { findItem, findRevisionRow, insertItem, readItem } from '../items/table.ts'
import { requirePublic } from '../public/steps.ts'
import { insertRevision } from '../revisions/table.ts'
import { isClosed } from '../rules.ts'
import { enterStatus } from '../states/steps.ts'
import { findGuestComment, findGuestRequest, insertGuestRequest } from './table.ts'
import { GuestReceipt, guestReceipt, nicknameField, nicknameLength } from './view.ts'

const max = fixed.guestTextMaxCodePoints

/** Any language; line ends are stored as LF. */
const commentText = accepting(
  z
    .string()
    .overwrite((sent) => sent.replaceAll('\r\n', '\n'))
    .check(({ value, issues }) => {
      const problem = !isStorable(value)
        ? 'not_storable'
        : isBlank(value)
          ? 'blank'
          : codePointLength(value) > max
            ? 'too_long'
            : undefined
      if (problem) issues.push({ code: 'custom', input: value, params: { problem } })
    })
    .meta({ description: `What you want to say, up to ${max} characters.`, minLength: 1, maxLength: max }),
  { details: { min: 1, max } },
)

export const guestRequestId = requestKey('Names this one comment: repeat it only to retry exactly the same.')

/** A comment that was rejected is answered with 200: it was stored, and is shown to nobody. */
const httpStatuses = new Map<unknown, 201 | 202>([
  ['approved', 201],
  ['pending', 202],
])
const statuses = { approved: 'published', pending: 'auto_review', rejected: 'rejected' } as const

export const commentAsGuest = operation({
  name: 'humanfeed_comment_as_guest',
  summary: 'Comment on a published article as a guest of the web site; the text is moderated first.',
  effect: 'write',
  access: 'guest',
  http: {
    method: 'POST',
    path: '/api/humanfeed/posts/{post_id}/human-comments',
    form: true,
    maxBodyBytes: fixed.guestRequestMaxBytes,
    status: {
      any: [200, 201, 202],
      of: (answer) => ('status' in answer && httpStatuses.get(answer.status)) || 200,
    },
  },
  input: z.strictObject({
    post_id: uuid('The article.'),
    text: commentText,
    article_revision_id: uuid('The revision that you have read.'),
    request_id: guestRequestId,
    parent_comment_id: uuid('The comment that you answer.').optional(),
    nickname: nicknameField
      .optional()
      .meta({ description: 'Required where no session has begun yet; with a session it changes the nickname first.' }),
  }),
  output: GuestReceipt,
  refuses: [
    'IDEMPOTENCY_KEY_REQUIRED',
    'IDEMPOTENCY_CONFLICT',
    'NOT_FOUND',
    'GONE',
    'COMMENTS_CLOSED',
    'COMMENT_DEPTH',
    'DAILY_LIMIT',
    'RATE_LIMIT',
    'CSRF',
    'CAPACITY',
  ],
  settles: true,

  prepare({ text: said, nickname }, { blockedWords, caller }) {
    const known = 'session' in caller ? caller.session?.nickname : undefined
    const name = nickname ?? known ?? ''
    return { verdict: moderate({ nickname: name, text: said }, blockedWords) }
  },

  async run(call) {
    const { input, prepared, caller, tx, now, site, newId } = call
    const guestId = caller.session?.id ?? caller.newSession.id
    const nickname =
      input.nickname ??
      caller.session?.nickname ??
      fail('INVALID_FIELD', { field: 'nickname', problem: 'missing', ...nicknameLength })
    const request_hash = sha256(
      JSON.stringify([input.post_id, input.article_revision_id, input.parent_comment_id ?? null, input.text]),
    )
    const earlier = await findGuestRequest(tx, guestId, input.request_id)
    if (earlier && earlier.request_hash !== request_hash)
      fail('IDEMPOTENCY_CONFLICT', undefined, {
        message: 'This request_id has already sent another comment; use a fresh one.',
      })
    const receipt = async (id: string, replayed: boolean) =>
      guestReceipt(must(await findGuestComment(tx, id, guestId), 'the comment of a request'), site, { replayed })
    if (earlier) return receipt(earlier.item_id, true)
    if (!site.guestComments)
      fail('COMMENTS_CLOSED', undefined, { message: 'Comments by guests are closed at the moment.' })

    const depth = await depthOf(call)
    const blocks = [{ type: 'paragraph' as const, text: input.text }]
    const stored = JSON.stringify(blocks)
    if (!(await takeRoom(call, revisionBytes(stored)))) return settleFirst
    caller.admitComment()
    await spendLimits(call, guestId)
    const { verdict } = prepared
    const [itemId, revisionId] = [newId(), newId()]
    await insertItem(tx, {
      seq: await nextSeq(tx, 'item_seq'),
      id: itemId,
      kind: 'comment',
      author_id: null,
      guest_id: guestId,
      guest_name: nickname,
      post_id: input.post_id,
      parent_id: input.parent_comment_id ?? null,
      article_revision_id: input.article_revision_id,
      depth,
      created_at: now,
    })
    const status = statuses[verdict.status]
    const checkStatus = { approved: 'passed', pending: 'uncertain', rejected: 'failed' } as const
    const check: CheckResult = {
      name: 'content',
      status: checkStatus[verdict.status],
      reasons: verdict.reason === null ? [] : [verdict.reason],
    }
    await insertRevision(tx, {
      id: revisionId,
      item_id: itemId,
      status,
      status_since: now,
      title: '',
      blocks: stored,
      preview: previewOf(blocks),
      content_hash: sha256(canonicalSource({ title: '', blocks })),
      checks: JSON.stringify([check]),
      created_at: now,
    })
    await eraseOld(call)
    await insertGuestRequest(tx, { guest_id: guestId, request_id: input.request_id, request_hash, item_id: itemId })
    const item = await readItem(tx, itemId)
    await enterStatus({ tx, at: now, graceStartsAt: site.graceStartsAt }, item, revisionId, status)
    return receipt(itemId, false)
  },
})

type GuestCall = Call<
  'guest',
  { post_id: string; article_revision_id: string; parent_comment_id?: string | undefined },
  unknown
>

/** A public article, any of its revisions that was public since the last withdrawal, and a parent that humans see. */
async function depthOf({ tx, input }: GuestCall): Promise<number> {
  const article = await requirePublic(tx, input.post_id)
  const revision = await findRevisionRow(tx, input.article_revision_id)
  if (!revision || revision.id !== article.id || revision.was_public !== 1 || isClosed(revision)) fail('NOT_FOUND')
  if (input.parent_comment_id === undefined) return 1
  const parent = await findItem(tx, input.parent_comment_id)
  if (parent?.kind !== 'comment' || parent.post_id !== article.id || parent.readable !== 1) fail('NOT_FOUND')
  return parent.depth < fixed.commentMaxDepth ? parent.depth + 1 : fail('COMMENT_DEPTH')
}

async function spendLimits({ tx, now, caller, site: { limits } }: GuestCall, guestId: string) {
  const session = { kind: 'guest_session', owner: guestId, perDay: limits.guestCommentsPerSessionPerDay } as const
  const network = {
    kind: 'guest_network',
    owner: caller.network,
    perDay: limits.guestCommentsPerNetworkPerDay,
  } as const
  const service = { kind: 'guest_all', owner: 'all', perDay: limits.guestCommentsPerDay } as const
  await spendAllOrRefuse(
    tx,
    [['session', session] as const, ['network', network] as const, ['service', service] as const],
    now,
  )
}
