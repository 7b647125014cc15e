/** Parses a body that must be one JSON object, and be read the same way by every parser. */
import { fixed } from '../limits.ts'
import { fail } from './errors.ts'
import { positionOfSyntaxError } from './json-position.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

type Problem = { problem: 'syntax'; position: number } | { problem: Exclude<JsonProblem, 'syntax'> }
export type JsonProblem = 'syntax' | 'not_an_object' | 'duplicate_key' | 'too_deep' | 'encoding' | 'empty'

export function parseObject(bytes: Buffer): Record<string, unknown> {
  const refuse = (problem: Problem) =>
    fail('INVALID_JSON', { body_format: 'utf8_json_object', bytes_read: bytes.length, ...problem })
  const text = decode(bytes) ?? refuse({ problem: 'encoding' })
  if (text.trim() === '') return refuse({ problem: 'empty' })
  const parsed = parse(text)
  if (!parsed) return refuse({ problem: 'syntax', position: positionOfSyntaxError(text) })
  const { value } = parsed
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return refuse({ problem: 'not_an_object' })
  const problem = ambiguityOf(text)
  return problem ? refuse({ problem }) : (value as Record<string, unknown>)
}

function decode(bytes: Buffer): string | undefined {
  try {
    return utf8.decode(bytes)
  } catch {
    return undefined
  }
}

function parse(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}

/** `JSON.parse` keeps the last of two equal keys, another parser might keep the first: such a body is refused, and so is deep nesting. */
function ambiguityOf(json: string): 'duplicate_key' | 'too_deep' | undefined {
  const open: (Set<string> | null)[] = [] // the keys seen in each open object; null for an array
  const tokens = /"(?:[^"\\]|\\.)*"(\s*:)?|[{}[\]]/g
  for (let match = tokens.exec(json); match; match = tokens.exec(json)) {
    const [token, colon] = match
    if (token === '{' || token === '[') {
      if (open.push(token === '{' ? new Set() : null) > fixed.jsonMaxDepth) return 'too_deep'
    } else if (token === '}' || token === ']') open.pop()
    else if (colon) {
      const key = JSON.parse(token.slice(0, -colon.length)) as string
      const keys = open.at(-1) as Set<string>
      if (keys.has(key)) return 'duplicate_key'
      keys.add(key)
    }
  }
  return undefined
}
