/** Finds the few properties of a label from style sheets, `style` attributes and inheritance. */
import { cleanDeclarations, cleanSheet } from '../css.ts'
import { svgNamespace } from '../names.ts'
import type { Element } from '../parse.ts'
import { newReport } from '../report.ts'
import { declarationsIn, readRules } from '../sheets.ts'
import { NotALabel } from './not-a-label.ts'
import { attributeOf, innermost, keyOf, keysFor, Matcher, readSelector, type Selector } from './selectors.ts'

/** Values by property. The font size is a number of pixels. */
export type Look = ReadonlyMap<string, string>
type Declared = { property: string; value: string; rank: number }
type SheetRule = { selector: Selector; declared: Declared[] }

const words = (text: string) => new Set(text.trim().split(/\s+/))
const inherited = words(
  'color font-family font-size font-style font-weight line-height text-align text-decoration visibility white-space',
)
const known = words(`
  ${[...inherited].join(' ')} align-items background background-color display flex-direction height justify-content
  margin-left margin-top padding-left padding-top vertical-align width`)

const ranks = { important: 1e12, inline: 1e9 }

/** The styles that browsers give to HTML elements. */
const bold = { 'font-weight': 'bold' }
const italic = { 'font-style': 'italic' }
const code = { 'font-family': 'monospace' }
const defaults: Record<string, Record<string, string>> = {
  b: bold,
  strong: bold,
  i: italic,
  em: italic,
  u: { 'text-decoration': 'underline' },
  s: { 'text-decoration': 'line-through' },
  code,
  pre: { ...code, 'white-space': 'pre' },
  small: { 'font-size': '.83em' },
  h1: { ...bold, 'font-size': '2em' },
  h2: { ...bold, 'font-size': '1.5em' },
  h3: { ...bold, 'font-size': '1.17em' },
  h4: bold,
  h5: { ...bold, 'font-size': '.83em' },
  h6: { ...bold, 'font-size': '.67em' },
}

export class LabelStyles {
  readonly #rules = new Map<string, SheetRule[]>()
  readonly #looks = new Map<Element, Look>()
  readonly #matcher = new Matcher()

  constructor(root: Element) {
    const sheets = sheetsIn(root).map((text) => cleanSheet(text, newReport()))
    const style = { name: 'style', attributes: new Map(), children: sheets }
    for (const { selectors, text, isNested } of readRules(style)) {
      if (isNested) continue
      const declared = [...knownDeclarations(text)]
      if (declared.length > 0) for (const selector of selectors.split(',')) this.#add(readSelector(selector), declared)
    }
  }

  #add(selector: Selector | undefined, declared: Declared[]) {
    if (!selector) return
    const rules = this.#rules.get(keyOf(selector)) ?? []
    this.#rules.set(keyOf(selector), rules)
    const rank = (own: number) => own + selector.specificity
    rules.push({ selector, declared: declared.map((one) => ({ ...one, rank: rank(one.rank) })) })
  }

  /** `path` leads from the root to the element. */
  of(path: readonly Element[]): Look {
    const element = innermost(path)
    const look = this.#looks.get(element) ?? this.#compute(element, path)
    this.#looks.set(element, look)
    return look
  }

  #compute(element: Element, path: readonly Element[]): Look {
    const outer: Look = path.length > 1 ? this.of(path.slice(0, -1)) : new Map([['font-size', '16']])
    const look = new Map([...outer].filter(([property]) => inherited.has(property)))
    if (element.uri !== svgNamespace)
      for (const [property, value] of Object.entries(defaults[element.local] ?? {})) look.set(property, value)
    const byAttributes = { color: attributeOf(element, 'color'), 'font-family': attributeOf(element, 'face') }
    if (element.local === 'font')
      for (const [property, value] of Object.entries(byAttributes)) if (value) look.set(property, value)

    for (const { property, value } of this.#declaredFor(element, path)) look.set(property, value)
    const parentSize = Number(outer.get('font-size'))
    look.set('font-size', String(lengthIn(look.get('font-size') ?? '', parentSize, parentSize) ?? parentSize))
    return look
  }

  #declaredFor(element: Element, path: readonly Element[]): Declared[] {
    const found: Declared[] = []
    for (const key of keysFor(element))
      for (const { selector, declared } of this.#rules.get(key) ?? [])
        if (this.#matcher.matches(selector, path)) found.push(...declared)
    for (const { local, uri, value } of element.attributes) {
      if (uri !== '') continue
      if (local === 'style') found.push(...inlineDeclarations(value))
      else if (element.uri === svgNamespace && inherited.has(local)) found.push({ property: local, value, rank: -1 })
    }
    return found.sort((one, other) => one.rank - other.rank)
  }
}

function* knownDeclarations(text: string, rank = 0): Generator<Declared> {
  for (const [property, written] of declarationsIn(text)) {
    if (!known.has(property)) continue
    const value = written.replace(/!\s*important\s*$/i, '').trim()
    if (/^(?:inherit|initial|unset|revert)$|var\(/i.test(value)) continue
    yield { property, value, rank: value === written.trim() ? rank : ranks.important }
  }
}

function inlineDeclarations(style: string): Declared[] {
  const report = newReport()
  const declared = [...knownDeclarations(cleanDeclarations(style, report), ranks.inline)]
  if (report.problems().length > 0) throw new NotALabel()
  return declared
}

function sheetsIn({ local, uri, children }: Element): string[] {
  if (local === 'style' && uri === svgNamespace) return [children.filter((child) => typeof child === 'string').join('')]
  return children.flatMap((child) => (typeof child === 'string' ? [] : sheetsIn(child)))
}

/** A length in pixels, or undefined if it is not known. */
export function lengthIn(text: string, fontSize: number, whole: number): number | undefined {
  const found = /^\s*([+-]?(?:\d+\.?\d*|\.\d+))\s*(px|pt|em|rem|%)?\s*$/i.exec(text)
  if (!found) return undefined
  const units: Record<string, number> = { pt: 4 / 3, em: fontSize, rem: 16, '%': whole / 100 }
  return Number(found[1]) * (units[found[2]?.toLowerCase() ?? ''] ?? 1)
}
