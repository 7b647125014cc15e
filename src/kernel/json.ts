/** Parses a body, which must be one JSON object that every parser reads in the same way. */
import { fixed } from '../settings/limits.ts'
import { fail } from './errors.ts'
import { syntaxErrorIn } from './json-position.ts'
import { must } from './must.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const BYTE_ORDER_MARK = '\ufeff'

type Problem = ({ problem: 'syntax'; position: number } | { problem: Exclude<JsonProblem, 'syntax'> }) & {
  /** The format of a body that is not JSON, if its first bytes show it. */
  found?: string | undefined
}
export type JsonProblem = 'syntax' | 'not_an_object' | 'duplicate_key' | 'too_deep' | 'encoding' | 'empty'

export function parseObject(bytes: Buffer): Record<string, unknown> {
  const refuse = (problem: Problem) =>
    fail('INVALID_JSON', { body_format: 'utf8_json_object', bytes_read: bytes.length, ...problem })
  const text = decode(bytes) ?? refuse({ problem: 'encoding', found: foundIn(bytes) })
  if (text.startsWith(BYTE_ORDER_MARK)) return refuse({ problem: 'syntax', position: 0, found: 'byte_order_mark' })
  if (text.trim() === '') return refuse({ problem: 'empty' })
  if (isTooDeep(bytes)) return refuse({ problem: 'too_deep' })
  const parsed = parse(text)
  if (!parsed) return refuse({ problem: 'syntax', ...syntaxErrorIn(text) })
  const { value } = parsed
  if (!isRecord(value)) return refuse({ problem: 'not_an_object' })
  return hasRepeatedKey(text) ? refuse({ problem: 'duplicate_key' }) : value
}

/** True for a JSON object; a list is not one. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function decode(bytes: Buffer): string | undefined {
  try {
    return utf8.decode(bytes)
  } catch {
    return undefined
  }
}

/** The first bytes of encodings and formats that callers send instead of UTF-8. */
const signatures: Readonly<Record<string, readonly string[]>> = {
  gzip: ['1f8b'],
  zlib: ['7801', '785e', '789c', '78da'],
  zstd: ['28b52ffd'],
  utf16: ['fffe', 'feff'],
}

function foundIn(bytes: Buffer): string | undefined {
  const start = bytes.toString('hex', 0, 4)
  return Object.keys(signatures).find((name) => signatures[name]?.some((signature) => start.startsWith(signature)))
}

function parse(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}

const [QUOTE, BACKSLASH, OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = Buffer.from('"\\[]{}')

/** Checked before parsing, because thousands of brackets would cost the parser a second. */
function isTooDeep(json: Buffer): boolean {
  let depth = 0
  for (let at = 0; at < json.length; at++) {
    const byte = json[at]
    if (byte === QUOTE) at = endOfString(json, at)
    else if (byte === OPEN_ARRAY || byte === OPEN_OBJECT) {
      if (++depth > fixed.jsonMaxDepth) return true
    } else if (byte === CLOSE_ARRAY || byte === CLOSE_OBJECT) depth--
  }
  return false
}

/** Where the string ends: at its closing quote, or at the end of the text. */
function endOfString(json: Buffer, start: number): number {
  let at = start + 1
  while (at < json.length && json[at] !== QUOTE) at += json[at] === BACKSLASH ? 2 : 1
  return at
}

/** A body with two equal keys is refused: `JSON.parse` keeps the last one, other parsers may keep the first. */
function hasRepeatedKey(json: string): boolean {
  const open: (Set<string> | null)[] = [] // the keys seen in each open object; null for an array
  const tokens = /"(?:[^"\\]|\\.)*"(\s*:)?|[{}[\]]/g
  for (let match = tokens.exec(json); match; match = tokens.exec(json)) {
    const [token, colon] = match
    if (token === '{' || token === '[') open.push(token === '{' ? new Set() : null)
    else if (token === '}' || token === ']') open.pop()
    else if (colon) {
      const key: string = JSON.parse(token.slice(0, -colon.length))
      const keys = must(open.at(-1), 'the object that a key is in')
      if (keys.has(key)) return true
      keys.add(key)
    }
  }
  return false
}
