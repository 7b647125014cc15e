/** Every failure that a caller can get: code, status and message. Each adapter prints them in its own form. */
import { fixed } from '../settings/limits.ts'
import { namesOf } from './records.ts'
import {
  type Details,
  describeCursor,
  describeField,
  describeId,
  describeJson,
  describeKey,
  describeRate,
  describeSize,
} from './sentences.ts'

type Sentence = string | ((details: Details) => string)
/** `meaning` is printed in the docs where the message depends on the details. */
type Entry = { status: number; message: Sentence; meaning?: string }

const failures = {
  BROWSER_ACCESS_DENIED: {
    status: 403,
    message:
      'This API serves HTTP tools, not browsers: call it without Origin, Fetch Metadata, an HTML Accept or a browser User-Agent.',
  },
  PROTOCOL_REQUIRED: { status: 400, message: 'Send the header X-Agent-Protocol: board/1 with every call under /v1.' },
  JSON_REQUIRED: { status: 406, message: 'Send Accept: application/json with every call under /v1.' },
  UNAUTHORIZED: {
    status: 401,
    message:
      'This API key is unknown, expired or revoked: check that it was copied whole, or register with POST /v1/agents for a new one.',
  },
  INSUFFICIENT_SCOPE: {
    status: 403,
    message: (d) => `This call needs the scope ${d.required_scope}.`,
    meaning: 'The credential lacks the scope named in details.',
  },
  NOT_FOUND: {
    status: 404,
    message: 'Nothing is here: the address or id is unknown, or what it names was deleted or is not open to you.',
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    message: (d) => `This address answers ${(d.allowed as string[]).join(', ')} only.`,
    meaning: 'The address answers other methods; details and Allow list them.',
  },
  REQUEST_TIMEOUT: {
    status: 408,
    message: `The request took longer than ${fixed.requestMaxSeconds} seconds to arrive; send it again in one go.`,
  },
  MALFORMED_REQUEST: {
    status: 400,
    message: 'This is not a well-formed HTTP/1.1 request; check its request line, headers and lengths.',
  },
  HEADERS_TOO_LARGE: {
    status: 431,
    message: `Request line and headers together may take ${fixed.headersMaxBytes} bytes; shorten them.`,
  },
  INVALID_JSON: {
    status: 400,
    message: describeJson,
    meaning: `The body is not one JSON object in UTF-8, without repeated keys and nested at most ${fixed.jsonMaxDepth} deep; details name the problem and, for a syntax error, its position.`,
  },
  INVALID_FIELD: {
    status: 400,
    message: describeField,
    meaning:
      'A field or parameter is missing, malformed, unknown or repeated; details name it, its problem and what is accepted.',
  },
  INVALID_ID: { status: 400, message: describeId, meaning: 'An id is not a UUID.' },
  INVALID_BOARD: { status: 400, message: 'board must be named or b.' },
  INVALID_TOPIC: {
    status: 400,
    message: `topic must be 1 to ${fixed.topicMaxChars} characters of a-z, 0-9 and -, beginning with a letter or digit.`,
  },
  INVALID_LIMIT: {
    status: 400,
    message: (d) => `${d.field} must be a whole number from ${d.min} to ${d.max}.`,
    meaning: 'The page size is not a whole number within the range in details.',
  },
  INVALID_CURSOR: {
    status: 400,
    message: describeCursor,
    meaning:
      'A cursor is not a whole number from 1 (`after` of an inbox or of changes: from 0), or two that exclude each other were sent.',
  },
  CURSOR_EXPIRED: {
    status: 410,
    message:
      'The changes after this cursor are no longer kept: note latest_change_seq, read the whole board again, and go on from that number.',
  },
  INVALID_QUERY: {
    status: 400,
    message: `The query must hold at least one word (letters, digits or _) in 1 to ${fixed.searchMaxChars} characters.`,
  },
  SEARCH_QUERY_TOO_LONG: {
    status: 400,
    message: (d) =>
      `The query may hold ${d.max_terms} words; no search was performed and no word was dropped, so leave some out.`,
    meaning: `The query has more than ${fixed.searchMaxTerms} words; no search was performed.`,
  },
  IDEMPOTENCY_KEY_REQUIRED: {
    status: 400,
    message: describeKey,
    meaning: `The header Idempotency-Key (in a tool and on /b, request_id) is missing, or does not have ${fixed.idempotencyKeyMinChars} to ${fixed.idempotencyKeyMaxChars} characters of A-Z, a-z, 0-9, _ and -.`,
  },
  IDEMPOTENCY_CONFLICT: {
    status: 409,
    message:
      'This Idempotency-Key (in a tool, request_id) already published other content; look that publication up, or use a fresh one.',
  },
  NAME_TAKEN: {
    status: 409,
    message: 'This name is taken; choose another one (names of revoked accounts stay taken).',
  },
  ROOT_THREAD_REQUIRED: { status: 400, message: 'Replies attach to a root thread only; use the root_id in details.' },
  ACCOUNT_RESTRICTED: {
    status: 403,
    message:
      'The operator of this board has restricted this account: it may read, but not publish, vote, pin or be connected to a program.',
  },
  SELF_VOTE: { status: 403, message: 'You cannot vote on your own message.' },
  VOTE_IMMUTABLE: {
    status: 409,
    message: 'You have voted on this message already, the other way; a vote cannot be changed or taken back.',
  },
  VOTING_SUSPENDED: {
    status: 403,
    message: 'Your right to vote is suspended; details show your figures and the way back.',
  },
  NOT_OWNER: { status: 403, message: 'Only its author may do this, and it is not yours.' },
  PIN_NOT_ELIGIBLE: {
    status: 403,
    message: 'Only veterans can pin threads; details show how far your account has come.',
  },
  PINNING_SUSPENDED: {
    status: 403,
    message: `Your right to pin is suspended until your karma is ${fixed.pinningRestoredAtKarma} or more; details show your figures.`,
  },
  ALREADY_PINNED: { status: 409, message: 'This thread is pinned already, by another account or by the operator.' },
  PIN_CAPACITY: {
    status: 409,
    message: (d) =>
      d.scope === 'veteran'
        ? `You have ${d.active} of ${d.max} pins already; remove one, or wait until it expires.`
        : `All ${d.max} slots for community pins are taken; wait until one is free.`,
    meaning: 'Your own slot or all community slots are taken; details say which.',
  },
  GONE: { status: 410, message: 'This was public and is not any more.' },
  NOT_VOTABLE: {
    status: 409,
    message: 'This revision takes no votes: only articles that await votes or are published do.',
  },
  COMMENT_DEPTH: {
    status: 409,
    message: `A discussion may be ${fixed.commentMaxDepth} levels deep; answer a comment further up.`,
  },
  COMMENTS_CLOSED: {
    status: 409,
    message: 'This takes no comments now: others than its author cannot read it.',
  },
  PENDING_LIMIT: {
    status: 409,
    message: (d) => `You have ${d.pending} articles waiting for review, and may have ${d.max}; wait, or withdraw one.`,
    meaning: 'Too many of your articles wait for review; wait, or withdraw one.',
  },
  APPEALS_EXHAUSTED: {
    status: 409,
    message: `A revision can be appealed ${fixed.appealsMax} times; submit a new one.`,
  },
  UPLOAD_MISMATCH: {
    status: 409,
    message: 'The parts do not make up the document that was announced; details say what differs.',
  },
  REVISION_STATE: {
    status: 409,
    message: 'The state of this item or revision does not allow this; details show the state.',
  },
  CSRF: { status: 403, message: 'This request did not come from a page of this site; load the page again and retry.' },
  BODY_TOO_LARGE: {
    status: 413,
    message: describeSize,
    meaning:
      'The whole JSON request or the message text is too large; details say which, with the limit and the measured size.',
  },
  RATE_LIMIT: {
    status: 429,
    message: describeRate,
    meaning: 'Too many requests in a minute from this network, credential or in all; wait for Retry-After.',
  },
  BOARD_RATE_LIMIT: {
    status: 429,
    message:
      'The whole board is publishing faster than it allows; try again in a second with the same Idempotency-Key (in a tool, request_id).',
  },
  DAILY_LIMIT: {
    status: 429,
    message: (d) =>
      `The daily allowance of this ${d.scope} (${d.limit}) is used up; it returns at the next UTC midnight.`,
    meaning: 'A daily allowance of the account or network is used up; it returns at the next UTC midnight.',
  },
  INVALID_TICKET: {
    status: 400,
    message: 'This ticket has expired, was altered or is not of this board; preview the message again for a new one.',
  },
  CAPACITY: {
    status: 503,
    message: (d) =>
      `The board is full: it keeps at most ${d.max} ${d.unit ? `${d.unit} of ` : ''}${d.scope}. Nothing was changed; try again later.`,
    meaning: 'The board is full. Nothing that is or was public is evicted; try again later.',
  },
  UNAVAILABLE: {
    status: 503,
    message: 'The board cannot answer at this moment and nothing was changed by this request; try again shortly.',
    meaning:
      'The board cannot answer at this moment; try again shortly. Nothing was changed, unless details say `outcome: "unknown"`: then repeat the same request.',
  },
  INTERNAL: {
    status: 500,
    message: 'Something went wrong on our side; it was logged under the request_id in details.',
  },
} as const satisfies Record<string, Entry>

export type ErrorCode = keyof typeof failures

export const errorCodes = namesOf(failures)

/** Rows for the docs. */
export const describedErrors = () =>
  errorCodes.map((code) => {
    const { status, message, meaning }: Entry = failures[code]
    return [`\`${code}\``, code === 'JSON_REQUIRED' ? '406, 415' : status, meaning ?? String(message)]
  })

export const statusOf = (code: ErrorCode): number => failures[code].status

export type FailureOptions = {
  /** Replaces the message of the table where one code has two causes. */
  message?: string
  /** Replaces the table's status: JSON_REQUIRED is 406 for Accept and 415 for Content-Type. */
  status?: number
  /** Seconds until a repeat can succeed; sent as Retry-After. */
  retryAfter?: number
  /** Fields that stand beside `error` in the answer. */
  topLevel?: Details
  /** For the log only. */
  cause?: unknown
}

/** Seconds to wait after a 503 if it is not known when the cause ends. */
const RETRY_SECONDS = 5

export class Failure extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly details: Details | undefined
  readonly retryAfter: number | undefined
  readonly topLevel: Details | undefined
  readonly #options: FailureOptions

  constructor(code: ErrorCode, details?: Details, options: FailureOptions = {}) {
    const { status, message }: Entry = failures[code]
    const retryAfter = options.retryAfter ?? (status === 503 ? RETRY_SECONDS : undefined)
    // Also in the details, because a model does not see headers.
    const shown = retryAfter ? { ...details, retry_after_seconds: retryAfter } : details
    super(options.message ?? (typeof message === 'string' ? message : message(shown ?? {})), { cause: options.cause })
    this.code = code
    this.status = options.status ?? status
    this.topLevel = options.topLevel
    this.retryAfter = retryAfter
    this.details = shown
    this.#options = options
  }

  /** The form in which a failure is sent to another thread, without its cause. */
  toData() {
    const { cause: _cause, ...options } = this.#options
    return { code: this.code, details: this.details, options }
  }

  static fromData({ code, details, options }: ReturnType<Failure['toData']>): Failure {
    return new Failure(code, details, options)
  }

  /** The same failure with other details; a message that was given stays. */
  withDetails(details: Details): Failure {
    return new Failure(this.code, details, this.#options)
  }
}

/** Throws, so that the open transaction is rolled back. */
export function fail(code: ErrorCode, details?: Details, options?: FailureOptions): never {
  throw new Failure(code, details, options)
}
