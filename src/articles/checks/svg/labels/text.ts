/** Reads the text of a label, in the lines of its HTML. HTML that contains more than text is not a label. */
import { must } from '../../../../kernel/must.ts'
import { fixed } from '../../../../settings/limits.ts'
import { isEvent } from '../forbidden.ts'
import { addressAttributes, xhtmlNamespace } from '../names.ts'
import type { Element } from '../parse.ts'
import { NotALabel } from './not-a-label.ts'
import { innermost } from './selectors.ts'
import type { LabelStyles, Look } from './styles.ts'

export type Run = { text: string; look: Look }
export type Line = Run[]

const words = (text: string) => new Set(text.trim().split(/\s+/))
export const blocks = words('blockquote div h1 h2 h3 h4 h5 h6 li ol p pre ul')
const inline = words('a b br code em font i s small span strong sub sup u')

/** `path` leads from the root to the element that holds the HTML. */
export function readLines(path: readonly Element[], styles: LabelStyles): Line[] {
  const reader = new Reader(styles)
  reader.read(path)
  return reader.finish()
}

class Reader {
  readonly #styles: LabelStyles
  #lines: Line[] = [[]]
  #characters = 0

  constructor(styles: LabelStyles) {
    this.#styles = styles
  }

  read(path: readonly Element[]): void {
    const look = this.#styles.of(path)
    if (look.get('display') === 'none' || look.get('visibility') === 'hidden') return
    for (const child of innermost(path).children) {
      if (typeof child === 'string') this.#text(child, look)
      else this.#element(child, path)
    }
  }

  finish(): Line[] {
    if (this.#current.length === 0) this.#lines.pop()
    return this.#lines.map(withoutSpaceAtEnd)
  }

  get #current(): Line {
    return must(this.#lines.at(-1), 'a line')
  }

  #element(element: Element, path: readonly Element[]) {
    const isBlock = blocks.has(element.local)
    if (element.uri !== xhtmlNamespace || !(isBlock || inline.has(element.local)) || hasMore(element))
      throw new NotALabel()
    if (element.local === 'br') this.#lines.push([])
    if (isBlock) this.#startLine()
    const inner = [...path, element]
    if (element.local === 'li') this.#text('• ', this.#styles.of(inner))
    this.read(inner)
    if (isBlock) this.#startLine()
  }

  #startLine() {
    if (this.#current.length > 0) this.#lines.push([])
  }

  #text(written: string, look: Look) {
    this.#characters += written.length
    if (this.#characters > fixed.svgLabelMaxChars) throw new NotALabel()
    const keepsLines = /^(?:pre|break-spaces)/.test(look.get('white-space') ?? '')
    const [first = '', ...others] = keepsLines ? written.split('\n') : [written]
    this.#add(first, look, keepsLines)
    for (const line of others) {
      this.#lines.push([])
      this.#add(line, look, keepsLines)
    }
  }

  /** SVG collapses spaces, so spaces that HTML keeps become no-break spaces. */
  #add(written: string, look: Look, keepsSpaces: boolean) {
    const joined = keepsSpaces ? written.replace(/ (?= )/g, '\u00a0') : written.replace(/[ \t\r\n\f]+/g, ' ')
    const isAfterSpace = /^$| $/.test(this.#current.at(-1)?.text ?? '')
    const text = isAfterSpace ? joined.replace(/^ /, keepsSpaces ? '\u00a0' : '') : joined
    if (text !== '') this.#current.push({ text, look })
  }
}

/** Only the address of a link may be dropped. Another address, or an event, is more than text. */
const hasMore = ({ local, attributes }: Element) =>
  attributes.some(({ local: name, value }) => {
    const lower = name.toLowerCase()
    const isLink = local === 'a' && lower === 'href' && !/^\s*\w*script:/i.test(value)
    return isEvent(lower) || (addressAttributes.has(lower) && !isLink)
  })

export function withoutSpaceAtEnd(line: Line): Line {
  const last = line.at(-1)
  if (!last) return line
  const text = last.text.replace(/ +$/, '')
  return text === '' ? withoutSpaceAtEnd(line.slice(0, -1)) : [...line.slice(0, -1), { ...last, text }]
}
