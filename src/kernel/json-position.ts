/** Finds the place where a text stops being JSON. V8's parser does not report it reliably. */
import { codePointLength } from './fields.ts'

const spaces = ' \t\r\n'
const signs = '{}[],:'
/** Any other token. */
const token =
  /"(?:[^"\\\p{Cc}]|[\x7f-\x9f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/uy

type Expected = 'value' | 'value or ]' | 'key' | 'key or }' | 'colon' | 'separator'

/** How many characters come before the first wrong one, and what stands there. */
export function syntaxErrorIn(text: string): { position: number; found: string | undefined } {
  const open: ('{' | '[')[] = []
  let expected: Expected | undefined = 'value'
  let start = afterSpace(text, 0)
  // A body may have millions of tokens, so they are compared in place and never cut out of the text.
  for (let end = afterToken(text, start); end > start; end = afterToken(text, start)) {
    expected = follow(expected, open, text.charAt(start))
    if (expected === undefined) break
    start = afterSpace(text, end)
  }
  return { position: codePointLength(text.slice(0, start)), found: foundAt(text, start) }
}

/** A common mistake of people who write JSON; undefined for every other mistake. */
function foundAt(text: string, at: number): string | undefined {
  const sign = text[at]
  if (sign === undefined) return 'end'
  if (sign === "'") return 'single_quote'
  if (sign === '"' && afterToken(text, at) === at) return 'open_text'
  if ((sign === '}' || sign === ']') && text.slice(0, at).trimEnd().endsWith(',')) return 'comma_before_end'
  return /\p{L}/u.test(sign) ? 'bare_word' : undefined
}

function afterSpace(text: string, from: number): number {
  let at = from
  while (at < text.length && spaces.includes(text.charAt(at))) at++
  return at
}

/** The end of the token that begins here; here if none does. */
function afterToken(text: string, from: number): number {
  if (from === text.length) return from
  if (signs.includes(text.charAt(from))) return from + 1
  token.lastIndex = from
  return token.test(text) ? token.lastIndex : from
}

/** The token that must follow a token with this first character; undefined if this token is wrong itself. */
function follow(expected: Expected, open: ('{' | '[')[], sign: string): Expected | undefined {
  const takesValue = expected.startsWith('value')
  if (!signs.includes(sign)) {
    if (takesValue) return 'separator'
    return sign === '"' && expected.startsWith('key') ? 'colon' : undefined
  }
  if (sign === '{' || sign === '[') {
    if (!takesValue) return undefined
    open.push(sign)
    return sign === '{' ? 'key or }' : 'value or ]'
  }
  if (sign === '}' || sign === ']') {
    const isAllowed = expected === 'separator' || expected.endsWith(sign)
    const opened = open.pop()
    return isAllowed && opened === (sign === '}' ? '{' : '[') ? 'separator' : undefined
  }
  if (sign === ':') return expected === 'colon' ? 'value' : undefined
  if (expected !== 'separator' || open.length === 0) return undefined
  return open.at(-1) === '{' ? 'key' : 'value'
}
