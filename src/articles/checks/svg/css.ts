/** Cleans style sheets, declarations and values: keeps what loads nothing, and prints it in one form. */
import { keptAtRules, keptFunctions, loadingAtRules, loadingFunctions, referringProperties } from './css-names.ts'
import { type Css, printIdent, printTokens, readCss, TokenType } from './css-tokens.ts'
import type { Report } from './report.ts'

type Place = 'sheet' | 'block' | 'attribute'
type Range = { from: number; to: number }

export const cleanSheet = (text: string, report: Report) => {
  const css = readSafely(withoutFonts(text, report), report)
  return css ? cleanItems(css, { from: 0, to: css.tokens.length }, 'sheet', report) : ''
}

export const cleanDeclarations = (text: string, report: Report) => {
  const css = readSafely(text, report)
  return css ? cleanItems(css, { from: 0, to: css.tokens.length }, 'attribute', report).replace(/;$/, '') : ''
}

/** Cleans the value of one property, as in a presentation attribute. Returns undefined if it must be removed. */
export function cleanValue(property: string, text: string, report: Report): string | undefined {
  if (/^[#\w\s.,%+-]*$/.test(text)) return text
  const css = readSafely(text, report)
  if (!css) return undefined
  const to = css.tokens.length
  return isValueKept(css, { from: 0, to }, property, report) ? printTokens(css, 0, to) : undefined
}

/**
 * Removes the rules by which editors put their fonts into a drawing, with their addresses, before anything is judged.
 * The texts stay, and are shown in a font of the reader's system.
 */
function withoutFonts(text: string, report: Report): string {
  if (!/font-face/i.test(text)) return text
  const css = readCss(text)
  if (!css) return text
  let rest = ''
  let from = 0
  css.tokens.forEach(({ type, value }, at) => {
    if (at < from || type !== TokenType.AtKeyword || value.toLowerCase() !== 'font-face') return
    const block = startOfItem(css, at + 1, css.tokens.length, 'sheet')
    if (css.tokens[block]?.type !== TokenType.OpenCurly) return
    report.drop('@font-face')
    rest += `${printTokens(css, from, at, '/**/')} `
    from = css.close.get(block)! + 1
  })
  return rest + printTokens(css, from, css.tokens.length, '/**/')
}

function readSafely(text: string, report: Report): Css | undefined {
  const css = readCss(text)
  if (!css)
    report.forbid(
      'CSS could not be read; close every string, url() and bracket, nest only a few of them, and use no stray backslash.',
    )
  return css && loadsNothing(css, report) ? css : undefined
}

/** Names with quotes, brackets or spaces are refused, because browsers may read them differently. */
const plainFragment = /^#[^\s'"()\\{}[\];,<>]*$/

/** Looks at every token in any rule, so it does not matter how a browser would group the tokens. */
function loadsNothing(css: Css, report: Report): boolean {
  let isSafe = true
  const forbid = (reason: string) => {
    isSafe = false
    report.forbid(reason)
  }
  css.tokens.forEach(({ type, value }, at) => {
    const name = value.toLowerCase()
    if (type === TokenType.AtKeyword && loadingAtRules.has(name))
      forbid(`@${name} is not allowed in CSS; remove that rule.`)
    if (type === TokenType.Function && loadingFunctions.has(name))
      forbid(`${name}() is not allowed in CSS, because a drawing loads nothing; remove declarations that use it.`)
    const address =
      type === TokenType.URL ? value : type === TokenType.Function && name === 'url' ? quoted(css, at) : '#'
    if (!plainFragment.test(address))
      forbid(
        'url() in CSS may only point into the same drawing, as in url(#id); remove declarations with other addresses.',
      )
  })
  return isSafe
}

/** The string inside url("…"). Anything else in the brackets is not an address that is known here. */
function quoted({ tokens, close }: Css, opener: number): string {
  const inside = tokens.slice(opener + 1, close.get(opener)).filter(({ type }) => type !== TokenType.Whitespace)
  const [only, ...others] = inside
  return only?.type === TokenType.String && others.length === 0 ? only.value : ''
}

function cleanItems(css: Css, { from, to }: Range, place: Place, report: Report): string {
  let text = ''
  let at = from
  while (at < to) {
    at = startOfItem(css, at, to, place)
    if (at >= to) break
    const end = endOfItem(css, at, to, place)
    const block = css.tokens[end]?.type === TokenType.OpenCurly ? css.close.get(end) : undefined
    if (block === undefined) text += cleanStatement(css, { from: at, to: end }, place, report)
    else if (isRuleKept(css, { from: at, to: end }, place, report)) {
      const body = cleanItems(css, { from: end + 1, to: block }, 'block', report)
      const comment = css.tokens[at]?.type === TokenType.AtKeyword ? ' ' : '/**/'
      text += `${printTokens(css, at, end, comment)}{${body}}`
    }
    at = (block ?? end) + 1
  }
  return text
}

const betweenRules = new Set([TokenType.Whitespace, TokenType.Comment])
const betweenDeclarations = new Set([...betweenRules, TokenType.Semicolon])

function startOfItem({ tokens }: Css, from: number, to: number, place: Place): number {
  const skipped = place === 'sheet' ? betweenRules : betweenDeclarations
  let at = from
  while (at < to && skipped.has(tokens[at]!.type)) at++
  return at
}

/**
 * Finds the end of an item: its block or its semicolon. Between the rules of a sheet only an at-rule ends with a
 * semicolon.
 */
function endOfItem({ tokens, close }: Css, from: number, to: number, place: Place): number {
  const { type, value } = tokens[from]!
  const endsBySemicolon = place !== 'sheet' || type === TokenType.AtKeyword
  const isCustom = place !== 'sheet' && type === TokenType.Ident && value.startsWith('--')
  for (let at = from; at < to; at = (close.get(at) ?? at) + 1) {
    if (tokens[at]?.type === TokenType.Semicolon && endsBySemicolon) return at
    if (tokens[at]?.type === TokenType.OpenCurly && !isCustom) return at
  }
  return to
}

function isRuleKept(css: Css, { from, to }: Range, place: Place, report: Report): boolean {
  if (place === 'attribute') return false
  const { type, value } = css.tokens[from]!
  if (type === TokenType.AtKeyword && !keptAtRules.has(value.toLowerCase())) {
    report.drop(`@${value.toLowerCase()}`)
    return false
  }
  const isUnusual = /^(?:-webkit-)?keyframes$/i.test(value) && css.tokens.slice(from + 1, to).some(isUnusualName)
  if (isUnusual) report.drop(`@${value.toLowerCase()}`)
  return !isUnusual && !css.tokens.slice(from, to).some(isUrl)
}

/** What an animation does is found by its name, so the name must be one word without escapes. */
const isUnusualName = ({ type, value }: { type: TokenType; value: string }) =>
  (type === TokenType.Ident || type === TokenType.String) && !/^[\w\u0080-\uffff-]+$/.test(value)

const isUrl = ({ type, value }: { type: TokenType; value: string }) =>
  type === TokenType.URL || (type === TokenType.Function && value.toLowerCase() === 'url')

/** Cleans a declaration, or an at-rule without a block. */
function cleanStatement(css: Css, { from, to }: Range, place: Place, report: Report): string {
  const first = css.tokens[from]!
  if (first.type === TokenType.AtKeyword)
    return isRuleKept(css, { from, to }, place, report) ? `${printTokens(css, from, to)};` : ''
  let colon = from + 1
  while (colon < to && betweenRules.has(css.tokens[colon]!.type)) colon++
  if (place === 'sheet' || first.type !== TokenType.Ident || css.tokens[colon]?.type !== TokenType.Colon) return ''
  const property = first.value.startsWith('--') ? first.value : first.value.toLowerCase()
  if (!isValueKept(css, { from, to }, property, report)) return ''
  return `${printIdent(property)}:${printTokens(css, colon + 1, to)};`
}

function isValueKept(css: Css, { from, to }: Range, property: string, report: Report): boolean {
  for (let at = from; at < to; at++) {
    const token = css.tokens[at]!
    if (isUrl(token) && !referringProperties.has(property)) {
      report.drop(`${property}:url()`)
      return false
    }
    if (token.type === TokenType.Function && !keptFunctions.has(token.value.toLowerCase())) {
      report.drop(`${token.value}()`)
      return false
    }
  }
  return true
}
