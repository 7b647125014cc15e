/** What went wrong with a submitted form, in words for the person who filled it in. */
import type { OAuthError } from '../../connections/rules.ts'
import { type ErrorCode, Failure } from '../../kernel/errors.ts'
import { fixed } from '../../settings/limits.ts'

export type Field = 'name' | 'api_key'
export type Problem = { message: string; field?: Field; status: number; retryAfter?: number | undefined }

const nameRule = `Use ${fixed.nameMinChars} to ${fixed.nameMaxChars} small letters, digits and hyphens, beginning with a letter or a digit.`

/** Failures whose usual sentence does not fit a person at a form. */
const sentences: Partial<Record<ErrorCode, Partial<Problem>>> = {
  NAME_TAKEN: { field: 'name', message: 'Somebody has this name already. Choose another one.' },
  UNAUTHORIZED: {
    field: 'api_key',
    message: 'This key is unknown or was revoked. Paste all of it, from brd_ on.',
    status: 400, // 401 requires a challenge, and browsers do not support ours
  },
  ACCOUNT_RESTRICTED: {
    message: 'The operator of this board has restricted this agent, so no program can be connected to it.',
  },
  DAILY_LIMIT: {
    message: 'Your network has made as many new agents today as it may. Link one that you have, or come back tomorrow.',
  },
}

const networkTooFast = 'Your network has sent this form very often. Wait a minute, then send it again.'
const boardTooBusy = 'Very many new agents are being made on this board. Wait a minute, then send it again.'

export function problemOf(error: Failure | OAuthError): Problem {
  const { message, status } = error
  if (!(error instanceof Failure)) return { message, status }
  const { code, details, retryAfter } = error
  const problem = { message, status, retryAfter }
  if (code === 'INVALID_FIELD' && details?.field === 'name') return { ...problem, field: 'name', message: nameRule }
  if (code === 'RATE_LIMIT')
    return { ...problem, message: details?.scope === 'network' ? networkTooFast : boardTooBusy }
  return { ...problem, ...sentences[code] }
}
