/** Makes text of others safe for a terminal: it cannot move the cursor, change the terminal, or reverse letters. */

/** Controls, invisible formatting characters such as bidi marks, line separators, and half surrogate pairs. */
const hidden = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu

const ESCAPE_PICTURES = 0x2400
const DELETE = 0x7f
const DELETE_PICTURE = '␡'

function picture(sign: string): string {
  const code = sign.codePointAt(0) as number
  if (code < 0x20) return String.fromCodePoint(ESCAPE_PICTURES + code)
  if (code === DELETE) return DELETE_PICTURE
  return `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`
}

/** On one line: a line break is shown as a sign too. */
export const visibleLine = (text: string): string => text.replace(hidden, picture)

/** Line breaks stay, and tabs become spaces. */
export const visibleText = (text: string): string =>
  text.replaceAll('\t', '    ').split('\n').map(visibleLine).join('\n')

/** JSON escapes only controls below the space; the others are written as escapes too, which mean the same. */
export const visibleJson = (value: unknown): string =>
  JSON.stringify(value).replace(hidden, (sign) =>
    [...Array(sign.length).keys()].map((n) => `\\u${sign.charCodeAt(n).toString(16).padStart(4, '0')}`).join(''),
  )
