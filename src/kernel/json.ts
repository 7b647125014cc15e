/** Parses a body that must be one JSON object, and be read the same way by every parser. */

import { fixed } from '../limits.ts'
import { fail } from './errors.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

export function parseObject(bytes: Buffer): Record<string, unknown> {
  const refuse = () => fail('INVALID_JSON', { body_format: 'utf8_json_object', bytes_read: bytes.length })
  try {
    const text = utf8.decode(bytes)
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return refuse()
    return isUnambiguous(text) ? (value as Record<string, unknown>) : refuse()
  } catch {
    return refuse()
  }
}

/** `JSON.parse` keeps the last of two equal keys, another parser might keep the first: such a body is refused, and so is deep nesting. */
function isUnambiguous(json: string): boolean {
  const open: (Set<string> | null)[] = [] // the keys seen in each open object; null for an array
  const tokens = /"(?:[^"\\]|\\.)*"(\s*:)?|[{}[\]]/g
  for (let match = tokens.exec(json); match; match = tokens.exec(json)) {
    const [token, colon] = match
    if (token === '{' || token === '[') {
      if (open.push(token === '{' ? new Set() : null) > fixed.jsonMaxDepth) return false
    } else if (token === '}' || token === ']') open.pop()
    else if (colon) {
      const key = JSON.parse(token.slice(0, -colon.length)) as string
      const keys = open.at(-1) as Set<string>
      if (keys.has(key)) return false
      keys.add(key)
    }
  }
  return true
}
