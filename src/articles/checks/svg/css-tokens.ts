/** Turns CSS text into tokens and back. Tokens are printed from their meaning, so an escape cannot hide a name. */
import { type CSSToken, TokenType, tokenizer } from '@csstools/css-tokenizer'
import { fixed } from '../../../settings/limits.ts'

export { TokenType }
export type Token = { type: TokenType; raw: string; value: string }

/** `close` maps the place of each opening bracket to the place of the one that closes it. */
export type Css = { tokens: Token[]; close: Map<number, number> }

const closers = new Map([
  [TokenType.OpenParen, TokenType.CloseParen],
  [TokenType.Function, TokenType.CloseParen],
  [TokenType.OpenSquare, TokenType.CloseSquare],
  [TokenType.OpenCurly, TokenType.CloseCurly],
])
const isCloser = new Set(closers.values())
const plainDimension = /^[+-]?(?:\d+(?:\.\d+)?|\.\d+)(?:e[+-]?\d+)?[a-z][a-z0-9-]*$/i

/**
 * Returns undefined if the text is broken: a string or url() without an end, or brackets that do not match or nest too
 * deep.
 */
export function readCss(text: string): Css | undefined {
  const source = tokenizer({ css: text })
  const css: Css = { tokens: [], close: new Map() }
  const open: number[] = []
  while (!source.endOfFile()) {
    const token = meaning(source.nextToken())
    if (token.type === TokenType.EOF) break
    if (isBroken(token) || open.length > fixed.svgCssDepthMax) return undefined
    if (closers.has(token.type)) open.push(css.tokens.length)
    if (isCloser.has(token.type) && !closeBracket(css, open, token)) return undefined
    css.tokens.push(token)
  }
  while (open.length > 0) {
    const missing = closers.get(css.tokens[open.at(-1)!]!.type)!
    const token = { type: missing, raw: missing.charAt(0), value: '' }
    closeBracket(css, open, token)
    css.tokens.push(token)
  }
  return css
}

function meaning([type, raw, , , data]: CSSToken): Token {
  if (type === TokenType.CDO || type === TokenType.CDC) return { type: TokenType.Comment, raw, value: '' }
  const value = data && 'value' in data ? String(data.value) : ''
  return { type, raw, value }
}

function isBroken({ type, raw }: Token): boolean {
  if (type === TokenType.BadString || type === TokenType.BadURL) return true
  if (type === TokenType.Delim) return raw === '\\'
  return type === TokenType.Dimension && !plainDimension.test(raw)
}

function closeBracket(css: Css, open: number[], token: Token): boolean {
  const opener = open.pop()
  if (opener === undefined || closers.get(css.tokens[opener]!.type) !== token.type) return false
  css.close.set(opener, css.tokens.length)
  return true
}

/**
 * Prints the tokens from `from` up to `to`, without white space at the ends. A comment also separates: without it, its
 * two neighbours could become one token. Only in selectors is it not the same as white space.
 */
export function printTokens({ tokens }: Css, from: number, to: number, comment = ' '): string {
  let text = ''
  let gap = ''
  for (let at = from; at < to; at++) {
    const token = tokens[at]!
    if (token.type === TokenType.Whitespace) gap = ' '
    else if (token.type === TokenType.Comment) gap ||= comment
    else {
      text += (text && gap) + printToken(token)
      gap = ''
    }
  }
  return text
}

function printToken({ type, raw, value }: Token): string {
  switch (type) {
    case TokenType.Ident:
      return printIdent(value)
    case TokenType.Function:
      return `${printIdent(value)}(`
    case TokenType.AtKeyword:
      return `@${printIdent(value)}`
    case TokenType.Hash:
      return `#${printName(value)}`
    case TokenType.String:
      return printString(value)
    case TokenType.URL:
      return printUrl(value)
    default:
      return raw
  }
}

const printUrl = (address: string) =>
  /^#[A-Za-z0-9_.:%-]+$/.test(address) ? `url(${address})` : `url(${printString(address)})`

const codePoint = (character: string) => `\\${character.codePointAt(0)!.toString(16)} `
// biome-ignore lint/suspicious/noControlCharactersInRegex: XML or CSS could not hold these unescaped
const unprintable = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g

const printString = (text: string) => `'${text.replace(/['\\]/g, '\\$&').replace(unprintable, codePoint)}'`

/** Matches a digit where a name may have one. */
const printName = (name: string) =>
  name.replace(/[^\w\u00a0-\u{10ffff}-]|[\u2028\u2029\ufeff\ufffe\uffff]/gu, codePoint)

export function printIdent(name: string): string {
  if (name === '-') return codePoint(name)
  const [start = ''] = /^-?\d?/.exec(name) ?? []
  const digit = start.replace('-', '')
  return start.slice(0, start.length - digit.length) + (digit && codePoint(digit)) + printName(name.slice(start.length))
}
