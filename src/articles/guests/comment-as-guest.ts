import { z } from 'zod'
import { fail } from '../../kernel/errors.ts'
import { accepting, codePointLength, isBlank, isStorable, requestId, uuid } from '../../kernel/fields.ts'
import { must } from '../../kernel/must.ts'
import { type Call, operation } from '../../kernel/operation.ts'
import { spendAllOrRefuse } from '../../quotas/steps.ts'
import { fixed } from '../../settings/limits.ts'
import { type Asked, accept, addItem, addRevision } from '../acceptance/steps.ts'
import { revisionBytes } from '../capacity/rules.ts'
import { type GuestVerdict, moderate } from '../checks/guest-text.ts'
import type { CheckResult } from '../checks/result.ts'
import { canonicalSource, previewOf, sha256 } from '../content/rules.ts'
import { findItem, findRevisionRow } from '../items/table.ts'
import { requirePublic } from '../public/steps.ts'
import { isClosed } from '../rules.ts'
import { firstHash, requestHash, storedText } from './rules.ts'
import { findFirstRequest, findGuestComment, findGuestRequest, insertGuestRequest } from './table.ts'
import { GuestReceipt, guestReceipt, nicknameField, nicknameLength } from './view.ts'

const max = fixed.guestTextMaxCodePoints

/** The text of a comment may be in any language. Its line ends are stored as LF. */
const commentText = accepting(
  z
    .string()
    .overwrite(storedText)
    .check(({ value, issues }) => {
      const problem = !isStorable(value)
        ? 'not_storable'
        : isBlank(value)
          ? 'blank'
          : codePointLength(value) > max
            ? 'too_long'
            : undefined
      if (problem) issues.push({ code: 'custom', input: value, params: { problem, text: value } })
    })
    .meta({ description: `What you want to say, up to ${max} characters.`, minLength: 1, maxLength: max }),
  { details: { min: 1, max } },
)

export const guestRequestId = requestId('Names this one comment: repeat it only to retry exactly the same.')

/** A rejected comment is answered with 200: it is stored, but readers never see it. */
const httpStatuses = new Map<unknown, 201 | 202>([
  ['approved', 201],
  ['pending', 202],
])

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

  prepare(input, { blockedWords, caller }) {
    const session = 'session' in caller ? caller.session : null
    const nickname = input.nickname ?? session?.nickname ?? ''
    return {
      firstHash: session ? null : firstHash(input, { network: caller.network, nickname }),
      requestHash: requestHash(input),
      content: contentOf(input.text, moderate({ nickname, text: input.text }, blockedWords)),
    }
  },

  async run(call) {
    const { input, prepared, caller, tx, now, site } = call
    const { content, requestHash: request_hash, firstHash: first_hash } = prepared
    const guest_name =
      input.nickname ??
      caller.session?.nickname ??
      fail('INVALID_FIELD', { field: 'nickname', problem: 'missing', ...nicknameLength })
    const asked: Asked<number, z.input<typeof GuestReceipt>> = {
      async findReceipt(answer) {
        // Without a session a request id has no owner. So a comment with the same words from the same network is the
        // same one.
        const earlier = caller.session
          ? await findGuestRequest(tx, caller.session.id, input.request_id)
          : await findFirstRequest(tx, must(first_hash, 'hash'), now - fixed.firstGuestCommentRepeatMaxSeconds)
        if (!earlier) return undefined
        if (caller.session && earlier.request_hash !== request_hash)
          fail('IDEMPOTENCY_CONFLICT', undefined, { message: otherComment })
        if (!caller.session) caller.resumeSession(earlier.guest_id)
        const row = must(await findGuestComment(tx, earlier.item_id, earlier.guest_id), 'a comment')
        return guestReceipt(row, site, answer)
      },
      async findPlace() {
        if (!site.guestComments)
          fail('COMMENTS_CLOSED', undefined, { message: 'Comments by guests are closed at the moment.' })
        return depthOf(call)
      },
      bytes: revisionBytes(content),
      assets: [],
    }
    return accept(call, asked, async (depth) => {
      const guest_id = caller.session?.id ?? caller.newSession.id
      caller.admitComment()
      await spendLimits(call, guest_id)
      const item = await addItem(call, {
        kind: 'comment',
        author_id: null,
        guest_id,
        guest_name,
        post_id: input.post_id,
        parent_id: input.parent_comment_id ?? null,
        article_revision_id: input.article_revision_id,
        depth,
      })
      await insertGuestRequest(tx, {
        guest_id,
        request_id: input.request_id,
        request_hash,
        item_id: item.id,
        first_hash,
      })
      return addRevision(call, item, content)
    })
  },
})

const otherComment = 'This request_id has already sent another comment; use a fresh one.'

const checkStatuses = { approved: 'passed', pending: 'uncertain', rejected: 'failed' } as const

/** A comment of one paragraph, without pictures. */
function contentOf(text: string, { status, reason }: GuestVerdict) {
  const content = { title: '', blocks: [{ type: 'paragraph' as const, text }] }
  const check: CheckResult = {
    name: 'content',
    status: checkStatuses[status],
    reasons: reason === null ? [] : [reason],
  }
  return {
    title: content.title,
    blocks: JSON.stringify(content.blocks),
    preview: previewOf(content.blocks),
    contentHash: sha256(canonicalSource(content)),
    checks: [check],
    assets: [],
  }
}

type GuestCall = Call<
  'guest',
  { post_id: string; article_revision_id: string; parent_comment_id?: string | undefined },
  unknown
>

/**
 * Finds the public article, its revision, which was public since the last withdrawal, and a parent that readers see.
 */
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
