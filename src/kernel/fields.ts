/** Fields that operations share, how their text is counted, and the errors that say what a field accepts. */
import { hash } from 'node:crypto'
import { z } from 'zod'
import { fixed } from '../settings/limits.ts'
import { type ErrorCode, fail } from './errors.ts'
import { must } from './must.ts'
import { normalize } from './normalize.ts'
import { holdsCredential } from './random.ts'

type Accepts = { code?: ErrorCode; details: Readonly<Record<string, unknown>> }

/** What each field accepts: the details of its refusal. */
const accepted = z.registry<Accepts>()

/** A field that is refused with `code` (INVALID_FIELD unless said) and these details. */
export function accepting<S extends z.ZodType>(schema: S, accepts: Accepts): S {
  accepted.add<z.ZodType>(schema, accepts)
  return schema
}

export function codePointLength(text: string): number {
  let length = 0
  for (const _ of text) length++
  return length
}

/** The first `count` code points; a surrogate pair is never split. */
export function firstCodePoints(text: string, count: number): string {
  if (text.length <= count) return text
  let end = 0
  for (let taken = 0; taken < count && end < text.length; taken++) end += text.codePointAt(end)! > 0xffff ? 2 : 1
  return text.slice(0, end)
}

export const utf8Length = (text: string) => Buffer.byteLength(text, 'utf8')

/** Databases and programs cannot hold NUL or half a surrogate pair, so they are refused. */
export const isStorable = (text: string) => text.isWellFormed() && !text.includes('\0')

/**
 * White space, control and format characters, the few letters and signs that are blank, such as the Hangul filler, and
 * marks without a letter, which take no place.
 */
const nothingVisible = /^[\s\p{Cc}\p{Mn}\p{Me}\p{Default_Ignorable_Code_Point}\u2800\u{1D159}]*$/u
/** True for text of which a reader would see nothing, and on which nobody could click. */
export const isBlank = (text: string) => nothingVisible.test(text)

export type Prose = 'line' | 'lines'
const unwelcome: Record<Prose, RegExp> = { line: /\p{Cc}/u, lines: /(?![\n\t])\p{Cc}/u }
/** Prose has no control characters; prose of several lines may have newlines and tabs. */
export const isPlain = (text: string, prose: Prose) => text.isWellFormed() && !unwelcome[prose].test(text)

type TextRule = {
  description: string
  min?: number
  max: number
  pattern?: RegExp
  /** The pattern in words: `a-z and 0-9`. */
  characters?: string
  code?: ErrorCode
  /** For prose: control characters are refused, and the text is stored in NFC. */
  plain?: Prose
  /** True if text without visible characters is refused. */
  visible?: boolean
  /** True if the text is published, so that it must not contain an API key. */
  published?: boolean
}

function textProblem(text: string, { min = 0, max, pattern, plain, visible, published }: TextRule): string | undefined {
  if (plain ? !isPlain(text, plain) : !isStorable(text)) return plain ? 'control_characters' : 'not_storable'
  const length = codePointLength(text)
  if (length < min) return 'too_short'
  if (length > max) return 'too_long'
  if (visible && isBlank(text)) return 'blank'
  if (pattern && !pattern.test(text)) return 'pattern'
  if (published && holdsCredential(text)) return 'contains_credential'
  return undefined
}

/** Text measured in code points (JSON Schema counts so too; JavaScript's length does not). */
export function text(rule: TextRule) {
  const { description, min = 0, max, pattern, characters } = rule
  const details = {
    min,
    max,
    unit: 'characters',
    ...(pattern && { pattern: pattern.source }),
    ...(characters && { characters }),
  }
  const schema = z
    .string()
    .overwrite((sent) => (rule.plain ? normalize(sent, 'NFC') : sent))
    .check((context) => {
      const problem = textProblem(context.value, rule)
      if (problem)
        context.issues.push({ code: 'custom', input: context.value, params: { problem, text: context.value } })
    })
    .meta({ description, minLength: min, maxLength: max, ...(pattern && { pattern: pattern.source }) })
  return accepting(schema, { ...(rule.code && { code: rule.code }), details })
}

/** Message text, measured in bytes: one over the limit is 413, not 400. */
export const messageText = (max_bytes: number) =>
  accepting(
    z
      .string()
      .check(({ value, issues }) => {
        const actual_bytes = utf8Length(value)
        const rule = { description: '', min: 1, max: Number.POSITIVE_INFINITY, visible: true, published: true }
        const problem = textProblem(value, rule)
        if (actual_bytes > max_bytes) {
          const details = { scope: 'post_body', max_bytes, actual_bytes }
          issues.push({ code: 'custom', input: value, params: { failure: 'BODY_TOO_LARGE', details } })
        } else if (problem) issues.push({ code: 'custom', input: value, params: { problem } })
      })
      .meta({
        description: `Plain text of 1 to ${max_bytes} bytes.`,
        minLength: 1,
        maxLength: max_bytes,
      }),
    { details: { min: 1, max: max_bytes, unit: 'bytes' } },
  )

export const messageBody = messageText(fixed.bodyMaxBytes)

/** Allows both cases without the flag `i`, because the published schema contains only the pattern. */
export const uuidPattern = /^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$/
export const isUuid = (text: string | undefined): text is string => uuidPattern.test(text ?? '')

export const uuid = (description: string) =>
  accepting(
    z
      .string()
      .regex(uuidPattern)
      .overwrite((id) => id.toLowerCase())
      .meta({ description, format: 'uuid' }),
    { code: 'INVALID_ID', details: { accepted: 'uuid' } },
  )

export const keyPattern = new RegExp(`^[A-Za-z0-9_-]{${fixed.idempotencyKeyMinChars},${fixed.idempotencyKeyMaxChars}}$`)
export const keyDetails = {
  pattern: keyPattern.source,
  min_length: fixed.idempotencyKeyMinChars,
  max_length: fixed.idempotencyKeyMaxChars,
}

/** The caller's name for one request, under whatever name a route takes it. */
export const requestId = (
  description = `Your name for this request, ${keyDetails.min_length} to ${keyDetails.max_length} characters; the same to retry.`,
) =>
  accepting(z.string().regex(keyPattern).meta({ description }), {
    code: 'IDEMPOTENCY_KEY_REQUIRED',
    details: keyDetails,
  })

/** Binds a request id to one exact request: route, target and every known field with its default filled in. */
export const contentHash = (route: string, fields: readonly (string | null)[]) =>
  hash('sha256', JSON.stringify([route, ...fields]), 'base64url')

/** How long a refused text is: its sender may have miscounted. */
export const lengthOf = (sent: unknown) => (typeof sent === 'string' ? { actual_length: codePointLength(sent) } : {})

export const topic = text({
  description: 'Topic slug; `general` when omitted.',
  min: 1,
  max: fixed.topicMaxChars,
  pattern: /^[a-z0-9][a-z0-9-]*$/,
  code: 'INVALID_TOPIC',
})

export const topicFilter = topic.optional().meta({ description: 'Only this topic.' })

const schemaIn = (part: unknown) => (part instanceof z.core.$ZodType ? part : undefined)

/** The schema inside `.optional()` and `.default()`, if there is one. */
export const innerOf = ({ _zod: { def } }: z.core.$ZodType) =>
  'innerType' in def ? schemaIn(def.innerType) : undefined

/** The schema of the entries of a list. */
function entryOf(schema: z.core.$ZodType | undefined): z.core.$ZodType | undefined {
  if (!schema) return undefined
  const { def } = schema._zod
  return 'element' in def ? schemaIn(def.element) : entryOf(innerOf(schema))
}

function accepts(schema: z.core.$ZodType | undefined): Accepts {
  if (!schema) return { details: {} }
  return accepted.get<z.core.$ZodType>(schema) ?? accepts(innerOf(schema))
}

/** The codes with which fields, or the entries of their lists, are refused. */
export const refusalsOfFields = (schemas: readonly (z.core.$ZodType | undefined)[]): ErrorCode[] =>
  schemas.flatMap((schema) => [accepts(schema), accepts(entryOf(schema))].flatMap(({ code }) => code ?? []))

/** Fails with the first problem of an input, as its field declares. The adapters have refused unknown names already. */
export function refuse(schema: z.ZodObject, error: z.ZodError, raw: unknown): never {
  const issue = must(error.issues[0], 'what is wrong with a refused input')
  const field = String(issue.path[0])
  const params = issue.code === 'custom' ? issue.params : undefined
  if (params?.failure) fail(params.failure, params.details)

  const index = typeof issue.path[1] === 'number' ? { index: issue.path[1] } : {}
  const place = 'index' in index ? entryOf(schema.shape[field]) : schema.shape[field]
  const { code = 'INVALID_FIELD', details } = accepts(place)
  const sent = (raw as Record<string, unknown>)[field]
  const missing = sent === undefined
  const problem = params?.problem ?? (missing ? 'missing' : issueProblem(issue))
  const expected = problem === 'wrong_type' && 'expected' in issue ? { expected: issue.expected } : {}
  const isMeasured = code === 'IDEMPOTENCY_KEY_REQUIRED' || problem === 'too_short' || problem === 'too_long'
  fail(code, { field, ...index, problem, ...expected, ...details, ...(isMeasured && lengthOf(params?.text ?? sent)) })
}

const issueProblem = (issue: z.core.$ZodIssue) => (issue.code === 'invalid_type' ? 'wrong_type' : 'not_allowed')
