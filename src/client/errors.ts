/** Every way in which a call can fail. */

export type Refusal = { code: string; message: string; details?: Record<string, unknown> | undefined }

/** The fields of every failure. `code` is for programs, `message` for people. */
export class BoardError extends Error {
  override name = 'BoardError'
  readonly code: string
  readonly details: Record<string, unknown>
  /** The address of the page that explains the code. */
  readonly docs: string
  readonly operation: string

  constructor(operation: string, { code, message, details = {} }: Refusal, docs: string) {
    super(message)
    this.operation = operation
    this.code = code
    this.details = details
    this.docs = docs
  }
}

/** The board answered, and refused the request. */
export class RefusedError extends BoardError {
  override name = 'RefusedError'
  readonly status: number
  /** True if the answer to an earlier attempt of the same call was lost, so that attempt may have had an effect. */
  readonly followsLostAnswer: boolean

  constructor(operation: string, refusal: Refusal, docs: string, status: number, followsLostAnswer: boolean) {
    super(operation, refusal, docs)
    this.status = status
    this.followsLostAnswer = followsLostAnswer
  }
}

/** The board refused with 429 or 503, and asks for a longer pause than the call may take. */
export class RetryLaterError extends RefusedError {
  override name = 'RetryLaterError'
  readonly retryAfterSeconds: number

  constructor(retryAfterSeconds: number, ...refused: ConstructorParameters<typeof RefusedError>) {
    super(...refused)
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** No attempt of a read was answered. */
export class UnreachableError extends BoardError {
  override name = 'UnreachableError'
}

/** A write was sent, no attempt was answered, and so it is not known whether it happened. */
export class UnknownOutcomeError extends BoardError {
  override name = 'UnknownOutcomeError'
  /** What the write was sent with; absent for operations that take no request id. */
  readonly requestId: string | undefined
  /** What to do next. */
  readonly advice: string

  constructor(operation: string, requestId: string | undefined, advice: string, docs: string) {
    const message = `It is not known whether ${operation} happened: no answer arrived. ${advice}`
    super(operation, { code: 'UNKNOWN_OUTCOME', message, details: { request_id: requestId, advice } }, docs)
    this.requestId = requestId
    this.advice = advice
  }
}
