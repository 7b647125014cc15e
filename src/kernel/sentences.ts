/** Messages that depend on the details of a failure: about one field, about a size, about the form of a body. */
import { fixed } from '../limits.ts'

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
  missing: () => 'is required',
  wrong_type: (d) => `must be ${d.accepted ?? types[d.expected as string] ?? 'of another type'}`,
  too_short: range,
  too_long: range,
  pattern: (d) => `must match ${d.pattern}`,
  not_allowed: (d) => `must be ${acceptedBy(d)}`,
  blank: () => 'must hold something that can be seen, not only white space or invisible characters',
  control_characters: () => 'must be text without NUL, other control characters or half surrogate pairs',
  not_storable: () => 'must be text without NUL or half surrogate pairs',
  contains_credential: () =>
    'holds what looks like an API key: everything posted is public, so take it out, and revoke the key if it is yours',
  not_base64: () => 'must be base64 in its standard alphabet, with padding',
  unknown: () => 'is not known here; remove it or check its spelling',
  combination: () => 'cannot be combined with the other parameters sent; ask one question at a time',
  too_many: (d) => `may name at most ${d.max} messages`,
  repeated: () => 'was sent more than once; send it once',
  bad_encoding: () => 'is not valid percent-encoded UTF-8',
}

/** The first of these that the details have. */
function acceptedBy({ allowed, accepted, pattern, min, max }: Details): string {
  if (Array.isArray(allowed)) return `one of ${allowed.join(', ')}`
  if (accepted !== undefined) return `${accepted}`
  if (pattern !== undefined) return `text that matches ${pattern}`
  return min === undefined ? 'another value' : `from ${min} to ${max}`
}

function range(d: Details): string {
  return `must have ${d.min} to ${d.max} ${d.unit ?? 'characters'}`
}

/** A field, or all entries of a list where one of them is at fault. */
export function placeIn({ field = 'A field', index }: Details): string {
  return index === undefined ? `${field}` : `Every entry of ${field}`
}

export function describeField(d: Details): string {
  return `${placeIn(d)} ${problems[d.problem as string]?.(d) ?? 'is not acceptable'}.`
}

export function describeSize(d: Details): string {
  if (d.scope === 'post_body')
    return `body must be 1 to ${d.max_bytes} bytes of UTF-8; shorten it or split it over several messages.`
  if (d.scope === 'article_text')
    return `All text together may take ${d.max_bytes} bytes of UTF-8 and takes ${d.actual_bytes}; shorten it.`
  if (d.scope === 'svg')
    return `${d.path} may take ${d.max_bytes} bytes of SVG and takes ${d.actual_bytes}; simplify the picture.`
  return `The whole request may take ${d.max_bytes} bytes, escapes and all fields included; shorten it.`
}

const jsonProblems: Record<string, (d: Details) => string> = {
  syntax: (d) => `The body is not JSON: it goes wrong or breaks off after ${d.position} characters.`,
  not_an_object: () => 'The body must be one JSON object, in braces; this is another kind of JSON value.',
  duplicate_key: () => 'The body names a key of one object twice; send each key once.',
  too_deep: () => `The body is nested more than ${fixed.jsonMaxDepth} deep; send it flatter.`,
  encoding: () => 'The body is not valid UTF-8; encode it as UTF-8.',
  empty: () => 'The body is empty; send one JSON object in UTF-8.',
}

export function describeJson(d: Details): string {
  return jsonProblems[d.problem as string]?.(d) ?? 'The body must be one JSON object in UTF-8.'
}

/** Names the place where this caller puts the key: a header, an argument or a parameter. */
export function describeKey({ header, field = 'request_id', min_length, max_length }: Details): string {
  const place = header ? `the header ${header}` : field
  return `Send ${place} with ${min_length} to ${max_length} characters of A-Z, a-z, 0-9, _ and -; repeat it only to retry the same request.`
}
