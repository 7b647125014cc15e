/** How text is counted: code points for lengths, UTF-8 bytes for sizes. */

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

/** No database and no client can hold NUL or half a surrogate pair, so they are refused. */
export const isStorable = (text: string) => text.isWellFormed() && !text.includes('\0')

/** White space, control and format characters, and the few letters and signs that are blank, such as the Hangul filler. */
const nothingVisible = /^[\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800\u{1D159}]*$/u
/** A reader would see nothing, and could not click on it. */
export const isBlank = (text: string) => nothingVisible.test(text)

export type Prose = 'line' | 'lines'
const unwelcome: Record<Prose, RegExp> = { line: /\p{Cc}/u, lines: /(?![\n\t])\p{Cc}/u }
/** Prose holds no control characters; where it may take several lines, newline and tab are allowed. */
export const isPlain = (text: string, prose: Prose) => text.isWellFormed() && !unwelcome[prose].test(text)
