/** Finds where the text of a label stands: in the box of the HTML, narrowed by its outermost elements. */
import { must } from '../../../../kernel/must.ts'
import type { Element } from '../parse.ts'
import { attributeOf, innermost } from './selectors.ts'
import { type LabelStyles, type Look, lengthIn } from './styles.ts'
import { blocks } from './text.ts'

export type Side = 'start' | 'middle' | 'end'
/** `across` is the place of a block that is narrower than the frame; `down` is the place of the lines. */
export type Frame = {
  left: number
  top: number
  width: number
  height: number
  across: Side | undefined
  down: Side
  /** True if the tool made the box as high as its text. */
  isFitted: boolean
  /** The elements that paint a background under the whole text, from the outermost inwards. */
  painted: Look[]
}

export function frameOf(path: readonly Element[], styles: LabelStyles): Frame {
  const html = innermost(path)
  const window = viewportOf(must(path[0], 'the root'))
  const number = (name: string, whole: number) => lengthIn(attributeOf(html, name), 16, whole) ?? 0
  const frame: Frame = {
    left: number('x', window.width),
    top: number('y', window.height),
    width: number('width', window.width),
    height: number('height', window.height),
    across: undefined,
    down: 'start',
    isFitted: !attributeOf(html, 'height').includes('%'),
    painted: [],
  }
  let inner = path
  for (let only = onlyChildOf(html); only; only = onlyChildOf(only)) {
    inner = [...inner, only]
    narrow(frame, styles.of(inner))
    // A block inside an inline element hides the background of that element.
    if (blocks.has(only.local) || !onlyChildOf(only)) frame.painted.push(styles.of(inner))
  }
  return frame
}

function narrow(frame: Frame, look: Look) {
  const value = (property: string) => look.get(property) ?? ''
  const length = (property: string, whole: number) => lengthIn(value(property), Number(value('font-size')), whole)
  const left = (length('margin-left', frame.width) ?? 0) + (length('padding-left', frame.width) ?? 0)
  frame.left += left
  frame.top += (length('margin-top', frame.width) ?? 0) + (length('padding-top', frame.width) ?? 0)
  frame.width = length('width', frame.width) ?? frame.width - left
  const height = length('height', frame.height)
  frame.height = height ?? frame.height

  const display = value('display')
  if (display.includes('flex')) {
    const isColumn = value('flex-direction').startsWith('column')
    frame.across = sideOf(value(isColumn ? 'align-items' : 'justify-content')) ?? 'start'
    if (height !== undefined) frame.down = sideOf(value(isColumn ? 'justify-content' : 'align-items')) ?? frame.down
  }
  if (display === 'table-cell') frame.down = sideOf(value('vertical-align')) ?? frame.down
  if (height !== undefined) frame.isFitted = false
}

function sideOf(text: string): Side | undefined {
  if (/center|middle/.test(text)) return 'middle'
  return /end|bottom|right/.test(text) ? 'end' : /start|top|left/.test(text) ? 'start' : undefined
}

function onlyChildOf({ children }: Element): Element | undefined {
  const [first, ...others] = children.filter((child) => typeof child !== 'string' || /\S/.test(child))
  return typeof first === 'string' || others.length > 0 ? undefined : first
}

function viewportOf(root: Element): { width: number; height: number } {
  const [, , width, height] = attributeOf(root, 'viewBox')
    .trim()
    .split(/[\s,]+/)
    .map(Number)
  const side = (name: string, box: number | undefined) => box || lengthIn(attributeOf(root, name), 16, 0) || 0
  return { width: side('width', width), height: side('height', height) }
}
