import { z } from 'zod'
import { text } from '../../kernel/fields.ts'
import type { GuestSession, Site } from '../../kernel/operation.ts'
import { fixed } from '../../settings/limits.ts'
import { guestStatus } from '../checks/guest-text.ts'
import { parseChecks } from '../checks/result.ts'
import { commentUrl } from '../items/view.ts'
import type { GuestCommentRow } from './table.ts'

export const GuestReceipt = z
  .object({
    id: z.uuid(),
    status: z.enum(['pending', 'approved', 'rejected', 'withdrawn']),
    reason: z.string().nullable(),
    public_url: z.url().nullable(),
    replayed: z.boolean(),
  })
  .meta({ id: 'GuestReceipt' })

/** The refusal of a comment without a session names this length, too. */
export const nicknameLength = { min: 1, max: fixed.guestNicknameMaxCodePoints, unit: 'characters' }

export const nicknameField = text({
  description: 'The name under which you comment; it is not checked.',
  min: nicknameLength.min,
  max: nicknameLength.max,
  plain: 'line',
  visible: true,
})

export const GuestSessionView = z
  .object({
    enabled: z.boolean().meta({ description: 'Whether guests may comment now.' }),
    max_characters: z.literal(fixed.guestTextMaxCodePoints),
    max_comment_depth: z.literal(fixed.commentMaxDepth),
    session: z.object({ nickname: z.string(), csrf_token: z.string() }).nullable(),
  })
  .meta({ id: 'GuestSession' })

export const guestSessionView = (
  session: GuestSession | null,
  { guestComments }: Site,
): z.input<typeof GuestSessionView> => ({
  enabled: guestComments,
  max_characters: fixed.guestTextMaxCodePoints,
  max_comment_depth: fixed.commentMaxDepth,
  session: session && { nickname: session.nickname, csrf_token: session.csrfToken },
})

export function guestReceipt(
  row: GuestCommentRow,
  site: Site,
  { replayed }: { replayed: boolean },
): z.input<typeof GuestReceipt> {
  const checks = parseChecks(row.checks)
  const [reason = null] = checks.flatMap(({ reasons }) => reasons)
  // If a check was uncertain and no check failed, the operator rejected the comment, and the doubt is not the reason.
  const isOperators = row.status === 'rejected' && checks.every(({ status }) => status !== 'failed')
  const { status, reason: told } = guestStatus(row.status, isOperators ? null : reason)
  const isShown = status === 'approved' && row.readable === 1 && row.article_is_public === 1
  return {
    id: row.id,
    status,
    reason: told,
    public_url: isShown ? commentUrl(site, row.post_id, row.id) : null,
    replayed,
  }
}
