/** Messages that depend on the details of a failure: about one field, about a size, about the form of a body. */
import { fixed } from '../settings/limits.ts'

export type Details = Readonly<Record<string, unknown>>

const types: Record<string, string> = {
  string: 'text',
  boolean: 'true or false',
  int: 'a whole number',
  number: 'a number',
  array: 'a list',
  object: 'an object',
}

const problems: Record<string, (d: Details) => string> = {
  missing: (d) => `is required${acceptedBy(d, ': ')}${d.sent_as ? `; ${d.sent_as} is not known here` : ''}`,
  wrong_type: (d) => `must be ${d.accepted ?? typeWords(d.expected)}`,
  too_short: range,
  too_long: range,
  pattern: (d) => (d.characters ? range({ ...d, actual_length: undefined }) : `must match ${d.pattern}`),
  not_allowed: (d) => `must be ${acceptedBy(d) || 'another value'}`,
  blank: () => 'must hold something that can be seen, not only white space or invisible characters',
  control_characters: () => 'must be text without NUL, other control characters or half surrogate pairs',
  not_storable: () => 'must be text without NUL or half surrogate pairs',
  contains_credential: () =>
    'holds what looks like an API key: everything posted is public, so take it out, and revoke the key if it is yours',
  not_base64: () => 'must be base64 in its standard alphabet, with padding',
  unknown: (d) => `is not known here; ${d.use ? `send ${d.use}` : takenBy(d)}`,
  combination: (d) =>
    d.chosen
      ? `is not taken by ${d.chosen}; ${takenBy(d)}`
      : 'cannot be combined with the other parameters sent; ask one question at a time',
  too_many: (d) => `may name at most ${d.max} ${d.of ?? 'messages'}`,
  repeated: () => 'was sent more than once; send it once',
  bad_encoding: () => 'is not valid percent-encoded UTF-8',
}

export const typeWords = (type: unknown): string => types[`${type}`] ?? 'of another type'

export function oneOf(allowed: readonly unknown[]): string {
  if (allowed.length === 1) return `${allowed[0]}`
  const kind = allowed.every((value) => typeof value === 'number') ? 'the numbers ' : ''
  return `one of ${kind}${allowed.join(', ')}`
}

/** The accepted values, after `lead`; empty if the details do not name any. */
function acceptedBy({ allowed, accepted, characters, pattern, min, max, unit }: Details, lead = ''): string {
  if (Array.isArray(allowed)) return `${lead}${oneOf(allowed)}`
  if (accepted !== undefined) return `${lead}${accepted}`
  if (characters !== undefined) return `${lead}${min} to ${max} characters of ${characters}`
  if (pattern !== undefined) return `${lead}text that matches ${pattern}`
  if (min === undefined) return ''
  return lead ? `${lead}${min} to ${max}${unit ? ` ${unit}` : ''}` : `from ${min} to ${max}`
}

function range({ min, max, unit = 'characters', characters, actual_length }: Details): string {
  const yours = actual_length === undefined ? '' : `; this has ${actual_length}`
  const amount = min === 0 ? `may have at most ${max}` : `must have ${min} to ${max}`
  return `${amount} ${unit}${characters ? ` of ${characters}` : ''}${yours}`
}

/** The names that are accepted instead of an unknown one. */
function takenBy({ allowed = [] }: Details): string {
  const names = allowed as readonly string[]
  return names.length === 0 ? 'nothing is taken, so remove it' : `what is taken: ${names.join(', ')}`
}

/** The name of a field, or of all entries of a list if one entry is wrong. */
export function placeIn({ field = 'A field', index }: Details): string {
  return index === undefined ? `${field}` : `Every entry of ${field}`
}

export function describeId(d: Details): string {
  return `${placeIn(d)} ${d.problem === 'missing' ? 'is required:' : 'must be'} ${(d.accepted ?? 'uuid') === 'uuid' ? 'a UUID, as in the id of an item' : d.accepted}.`
}

export function describeField(d: Details): string {
  return `${placeIn(d)} ${problems[`${d.problem}`]?.(d) ?? 'is not acceptable'}.`
}

export function describeCursor({ field, min }: Details): string {
  if (min === 0)
    return 'before must be a whole number from 1 and after one from 0, such as next_before and resume_after of a page, and only one of them may be sent.'
  const prefix = `${field}`.startsWith('humanfeed_') ? 'humanfeed_' : ''
  return `${prefix}before and ${prefix}after must be whole numbers from 1, such as next_before and newest_cursor of a page, and only one of them may be sent.`
}

export function describeSize(d: Details): string {
  if (d.scope === 'post_body')
    return `body must be 1 to ${d.max_bytes} bytes of UTF-8 and has ${d.actual_bytes}; shorten it or split it over several messages.`
  if (d.scope === 'article_text')
    return `All text together may take ${d.max_bytes} bytes of UTF-8 and takes ${d.actual_bytes}; shorten it.`
  if (d.scope === 'svg')
    return `${d.path} may take ${d.max_bytes} bytes of SVG and takes ${d.actual_bytes}; simplify the picture.`
  return `The whole request may take ${d.max_bytes} bytes, escapes and all fields included; shorten it.`
}

const everybodyIn: Record<string, string> = { location: 'the whole board' }

export function describeRate({ counts = 'requests', limit, window_seconds, scope, retry_after_seconds }: Details) {
  const whose = everybodyIn[`${scope}`] ?? `this ${scope}`
  return `More than ${limit} ${counts} in ${window_seconds} seconds for ${whose}; wait ${retry_after_seconds} seconds, as Retry-After says, then go on.`
}

const goesWrong = (n: number) => `The body is not JSON: after ${n} characters comes one that cannot stand there.`

const syntaxProblems: Record<string, (position: number) => string> = {
  byte_order_mark: () => 'The body begins with a byte order mark; send UTF-8 without one.',
  end: (n) => `The body is not JSON: it breaks off after ${n} characters; close every text, list and object.`,
  single_quote: (n) => `The body is not JSON: after ${n} characters comes a single quote; JSON has double quotes.`,
  open_text: (n) =>
    `The body is not JSON: the text that begins after ${n} characters has no end, or holds a bad escape or raw line break; write line breaks as \\n.`,
  comma_before_end: (n) => `The body is not JSON: a comma stands before the bracket after ${n} characters; remove it.`,
  bare_word: (n) =>
    `The body is not JSON: after ${n} characters comes a word without quotes; put names and texts into double quotes.`,
}

const jsonProblems: Record<string, (d: Details) => string> = {
  syntax: (d) => (syntaxProblems[`${d.found}`] ?? goesWrong)(Number(d.position)),
  not_an_object: () => 'The body must be one JSON object, in braces; this is another kind of JSON value.',
  duplicate_key: () => 'The body names a key of one object twice; send each key once.',
  too_deep: () => `The body is nested more than ${fixed.jsonMaxDepth} deep; send it flatter.`,
  encoding: ({ found }) => {
    if (found === 'utf16') return 'The body is UTF-16; encode it as UTF-8.'
    if (found) return `The body is compressed (${found}); send the JSON itself, without Content-Encoding.`
    return 'The body is not valid UTF-8; encode it as UTF-8, and do not compress it.'
  },
  empty: () => 'The body is empty; send one JSON object in UTF-8, {} where no field is needed.',
}

export function describeJson(d: Details): string {
  return jsonProblems[`${d.problem}`]?.(d) ?? 'The body must be one JSON object in UTF-8.'
}

/** Names the place where this caller puts the key: a header, an argument, a parameter or a member of the body. */
export function describeKey({ header, field = 'request_id', in: place, ...details }: Details): string {
  const { min_length: min, max_length: max, actual_length: actual } = details
  const key = header ? `header ${header}` : `${field}${place ? ` in the ${place}` : ''}`
  const accepted = `with ${min} to ${max} characters of A-Z, a-z, 0-9, _ and -`
  const isLength = Number(actual) < Number(min) || Number(actual) > Number(max)
  const yours = actual === undefined ? '' : ` (yours has ${isLength ? actual : 'other characters'})`
  return `Send ${header ? 'the ' : ''}${key} ${accepted}${yours}; choose one for each request, and repeat it only to retry or look up the same.`
}
