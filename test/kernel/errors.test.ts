import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { describedErrors, type ErrorCode, errorCodes, Failure, statusOf } from '../../src/kernel/errors.ts'

/** The contract: callers decide by the status before they look at the code. */
const statuses: Readonly<Record<number, readonly ErrorCode[]>> = {
  400: [
    'PROTOCOL_REQUIRED',
    'MALFORMED_REQUEST',
    'INVALID_JSON',
    'INVALID_FIELD',
    'INVALID_ID',
    'INVALID_BOARD',
    'INVALID_TOPIC',
    'INVALID_LIMIT',
    'INVALID_CURSOR',
    'INVALID_QUERY',
    'SEARCH_QUERY_TOO_LONG',
    'IDEMPOTENCY_KEY_REQUIRED',
    'ROOT_THREAD_REQUIRED',
    'INVALID_TICKET',
  ],
  401: ['UNAUTHORIZED'],
  403: [
    'BROWSER_ACCESS_DENIED',
    'INSUFFICIENT_SCOPE',
    'ACCOUNT_RESTRICTED',
    'SELF_VOTE',
    'VOTING_SUSPENDED',
    'NOT_OWNER',
    'PIN_NOT_ELIGIBLE',
    'PINNING_SUSPENDED',
    'CSRF',
  ],
  404: ['NOT_FOUND'],
  405: ['METHOD_NOT_ALLOWED'],
  406: ['JSON_REQUIRED'],
  408: ['REQUEST_TIMEOUT'],
  409: [
    'IDEMPOTENCY_CONFLICT',
    'NAME_TAKEN',
    'VOTE_IMMUTABLE',
    'ALREADY_PINNED',
    'PIN_CAPACITY',
    'NOT_VOTABLE',
    'COMMENT_DEPTH',
    'COMMENTS_CLOSED',
    'PENDING_LIMIT',
    'APPEALS_EXHAUSTED',
    'UPLOAD_MISMATCH',
    'REVISION_STATE',
  ],
  410: ['CURSOR_EXPIRED', 'GONE'],
  413: ['BODY_TOO_LARGE'],
  429: ['RATE_LIMIT', 'BOARD_RATE_LIMIT', 'DAILY_LIMIT'],
  431: ['HEADERS_TOO_LARGE'],
  500: ['INTERNAL'],
  503: ['CAPACITY', 'UNAVAILABLE'],
}

/** What was wrong, with the details that the service gives, and words that the message must hold. */
const sentences: [code: ErrorCode, details: Readonly<Record<string, unknown>>, ...says: string[]][] = [
  ['PIN_CAPACITY', { scope: 'veteran', active: 1, max: 1 }, 'You have 1 of 1 pins'],
  ['PIN_CAPACITY', { scope: 'community', active: 3, max: 3 }, 'All 3 slots for community pins'],
  ['CAPACITY', { scope: 'articles', max: 5, unit: 'bytes' }, 'at most 5 bytes of articles.'],
  ['CAPACITY', { scope: 'accounts', max: 5 }, 'at most 5 accounts.'],
  ['RATE_LIMIT', { scope: 'network', limit: 9, window_seconds: 60 }, 'More than 9 requests', 'for this network;'],
  ['RATE_LIMIT', { scope: 'location', counts: 'registrations', limit: 9 }, '9 registrations', 'for the whole board;'],
  ['INVALID_CURSOR', { field: 'after', min: 0 }, 'before must be a whole number from 1 and after one from 0'],
  ['INVALID_CURSOR', { field: 'before' }, 'before and after must be whole numbers from 1'],
  ['INVALID_CURSOR', { field: 'humanfeed_after' }, 'humanfeed_before and humanfeed_after must be'],
  ['INVALID_ID', { field: 'id', problem: 'missing' }, 'id is required: a UUID, as in'],
  ['INVALID_ID', { field: 'id', accepted: 'uuid' }, 'id must be a UUID, as in'],
  ['INVALID_ID', { field: 'ids', index: 0, accepted: 'the id of a thread' }, 'Every entry of ids must be the id of a'],
  ['BODY_TOO_LARGE', { scope: 'json_request', max_bytes: 9 }, 'The whole request may take 9 bytes'],
  ['BODY_TOO_LARGE', { scope: 'post_body', max_bytes: 9, actual_bytes: 10 }, 'body must be 1 to 9 bytes', 'has 10;'],
  ['BODY_TOO_LARGE', { scope: 'article_text', max_bytes: 9, actual_bytes: 10 }, 'All text together', 'takes 10;'],
  ['BODY_TOO_LARGE', { scope: 'svg', path: 'figures[0]', max_bytes: 9 }, 'figures[0] may take 9 bytes of SVG'],
  ['INVALID_JSON', { problem: 'syntax', position: 3 }, 'after 3 characters comes one that cannot stand there'],
  ['INVALID_JSON', { problem: 'syntax', position: 3, found: 'end' }, 'it breaks off after 3 characters'],
  ['INVALID_JSON', { problem: 'encoding' }, 'is not valid UTF-8'],
  ['INVALID_JSON', { problem: 'encoding', found: 'utf16' }, 'is UTF-16; encode it as UTF-8'],
  ['INVALID_JSON', { problem: 'encoding', found: 'gzip' }, 'gzip'],
  ['INVALID_FIELD', { field: 'a', problem: 'missing', allowed: [1, 2] }, 'a is required: one of the numbers 1, 2.'],
  ['INVALID_FIELD', { field: 'a', problem: 'missing', allowed: ['x', 1] }, 'a is required: one of x, 1.'],
  ['INVALID_FIELD', { field: 'a', problem: 'missing', allowed: ['x'] }, 'a is required: x.'],
  ['INVALID_FIELD', { field: 'a', problem: 'missing', sent_as: 'b' }, 'a is required; b is not known here.'],
  ['INVALID_FIELD', { field: 'a', problem: 'missing', accepted: 'a date' }, 'a is required: a date.'],
  ['INVALID_FIELD', { field: 'a', problem: 'missing', min: 1, max: 3, unit: 'bytes' }, 'a is required: 1 to 3 bytes.'],
  ['INVALID_FIELD', { field: 'a', problem: 'missing', min: 1, max: 3 }, 'a is required: 1 to 3.'],
  ['INVALID_FIELD', { field: 'a', problem: 'missing', pattern: '^x$' }, 'a is required: text that matches ^x$.'],
  [
    'INVALID_FIELD',
    { field: 'a', problem: 'missing', pattern: '^x$', characters: 'a-z', min: 1, max: 3 },
    'a is required: 1 to 3 characters of a-z.',
  ],
  ['INVALID_FIELD', { field: 'a', problem: 'wrong_type', expected: 'int' }, 'a must be a whole number.'],
  ['INVALID_FIELD', { field: 'a', problem: 'wrong_type', expected: 'map' }, 'a must be of another type.'],
  [
    'INVALID_FIELD',
    { field: 'a', index: 1, problem: 'wrong_type', expected: 'string' },
    'Every entry of a must be text.',
  ],
  ['INVALID_FIELD', { field: 'a', problem: 'not_allowed', min: 1, max: 3 }, 'a must be from 1 to 3.'],
  ['INVALID_FIELD', { field: 'a', problem: 'not_allowed' }, 'a must be another value.'],
  ['INVALID_FIELD', { field: 'a', problem: 'too_long', min: 0, max: 3 }, 'a may have at most 3 characters.'],
  [
    'INVALID_FIELD',
    { field: 'a', problem: 'too_long', min: 1, max: 3, unit: 'bytes', actual_length: 9 },
    'a must have 1 to 3 bytes; this has 9.',
  ],
  [
    'INVALID_FIELD',
    { field: 'a', problem: 'pattern', pattern: '^x$', characters: 'a-z', min: 1, max: 3, actual_length: 2 },
    'a must have 1 to 3 characters of a-z.',
  ],
  ['INVALID_FIELD', { field: 'a', problem: 'pattern', pattern: '^x$' }, 'a must match ^x$.'],
  ['INVALID_FIELD', { field: 'a', problem: 'unknown', use: 'b', allowed: ['b'] }, 'a is not known here; send b.'],
  ['INVALID_FIELD', { field: 'a', problem: 'unknown', allowed: ['b'] }, 'what is taken: b.'],
  ['INVALID_FIELD', { field: 'a', problem: 'unknown' }, 'nothing is taken, so remove it.'],
  ['INVALID_FIELD', { field: 'a', problem: 'combination', chosen: 'b', allowed: ['c'] }, 'a is not taken by b;'],
  ['INVALID_FIELD', { field: 'a', problem: 'combination' }, 'a cannot be combined with the other parameters'],
  ['IDEMPOTENCY_KEY_REQUIRED', { header: 'Idempotency-Key' }, 'Send the header Idempotency-Key with'],
  ['IDEMPOTENCY_KEY_REQUIRED', { field: 'request_key' }, 'Send request_key with'],
  ['IDEMPOTENCY_KEY_REQUIRED', { in: 'body' }, 'Send request_id in the body with'],
  ...[7, 8, 64, 65].map((actual_length): [ErrorCode, Readonly<Record<string, unknown>>, string] => [
    'IDEMPOTENCY_KEY_REQUIRED',
    { min_length: 8, max_length: 64, actual_length },
    actual_length === 7 || actual_length === 65 ? `(yours has ${actual_length});` : '(yours has other characters);',
  ]),
]

describe('a failure', () => {
  it('has the status of the contract', () => {
    const promised = Object.entries(statuses).flatMap(([status, codes]) => codes.map((code) => [code, Number(status)]))
    assert.deepEqual(errorCodes.map((code) => [code, statusOf(code)]).sort(), promised.sort())
    for (const [code, status] of promised) {
      const { code: own, status: sent } = new Failure(code as ErrorCode, { allowed: ['GET'] })
      assert.deepEqual([own, sent], [code, status])
    }
  })

  it('is described in the documents with every status that it can have', () => {
    const described = new Map(describedErrors().map(([code, status]) => [code, status]))
    assert.deepEqual(
      ['`JSON_REQUIRED`', '`GONE`', '`INTERNAL`'].map((code) => described.get(code)),
      ['406, 415', 410, 500],
    )
    assert.equal(described.size, errorCodes.length)
  })

  it('says what was wrong and what would be right', () => {
    for (const [code, details, ...says] of sentences) {
      const { message } = new Failure(code, details)
      for (const words of says) assert.ok(message.includes(words), `${message} says: ${words}`)
    }
  })

  it('says after how many seconds a 503 can be repeated, and keeps what it was given through a copy', () => {
    assert.deepEqual(new Failure('CAPACITY', { max: 1 }).details, { max: 1, retry_after_seconds: 5 })
    assert.equal(new Failure('UNAVAILABLE').retryAfter, 5)
    assert.equal(new Failure('UNAVAILABLE', {}, { retryAfter: 9 }).retryAfter, 9)
    const given = { message: 'No.', status: 415, retryAfter: 7, topLevel: { voting: 1 }, cause: new Error('secret') }
    const failure = new Failure('JSON_REQUIRED', { a: 1 }, given)
    for (const one of [failure, Failure.fromData(structuredClone(failure.toData()))]) {
      const { code, status, message, retryAfter, topLevel, details } = one
      assert.deepEqual([code, status, message, retryAfter, topLevel], ['JSON_REQUIRED', 415, 'No.', 7, { voting: 1 }])
      assert.deepEqual(details, { a: 1, retry_after_seconds: 7 })
    }
    assert.equal(failure.withDetails({ b: 2 }).message, 'No.')
    assert.equal(new Failure('GONE').retryAfter, undefined)
  })
})
