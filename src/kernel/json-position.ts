/** Where a text stops being JSON. The engine's parser does not say it reliably, so this looks again after a failure. */

const token =
  /[ \t\r\n]*(?:("(?:[^"\\\p{Cc}]|[\x7f-\x9f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*")|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null|([{}[\],:]))/uy

type Expected = 'value' | 'value or ]' | 'key' | 'key or }' | 'colon' | 'separator'

/** The number of characters before the first one that cannot stand where it stands. */
export function positionOfSyntaxError(text: string): number {
  const open: ('{' | '[')[] = []
  let expected: Expected = 'value'
  let end = 0
  token.lastIndex = 0
  for (let match = token.exec(text); match; match = token.exec(text)) {
    const [whole, string, sign] = match
    const next = follow(expected, open, string !== undefined, sign)
    if (next === undefined) return charactersBefore(text, end + whole.length - whole.trimStart().length)
    expected = next
    end = token.lastIndex
  }
  const rest = text.slice(end)
  return charactersBefore(text, end + rest.length - rest.replace(/^[ \t\r\n]+/, '').length)
}

const charactersBefore = (text: string, end: number) => [...text.slice(0, end)].length

/** What must come after this token; undefined if the token itself must not come. */
function follow(expected: Expected, open: ('{' | '[')[], isString: boolean, sign?: string): Expected | undefined {
  const takesValue = expected.startsWith('value')
  if (sign === undefined) {
    if (takesValue) return 'separator'
    return isString && expected.startsWith('key') ? 'colon' : undefined
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
