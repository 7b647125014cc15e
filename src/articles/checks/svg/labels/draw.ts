/** Draws a label as elements of SVG: its background, and one <text> with a <tspan> for each line. */
import { fixed } from '../../../../settings/limits.ts'
import { svgNamespace } from '../names.ts'
import type { Element, Node } from '../parse.ts'
import type { Frame, Side } from './frame.ts'
import { NotALabel } from './not-a-label.ts'
import { type Look, lengthIn } from './styles.ts'
import type { Line, Run } from './text.ts'
import { widthOf, wrapped } from './widths.ts'

type Block = { lines: Line[]; heights: number[]; left: number; top: number; width: number; height: number }

export function drawLabel(lines: Line[], frame: Frame): Element[] {
  const look = lines.flat()[0]?.look
  if (!look) return []
  const block = layOut(lines, frame, look)
  if (block.lines.length > fixed.svgLabelLinesMax) throw new NotALabel()
  return [...backgroundsOf(frame, block), textOf(block, look)]
}

function layOut(written: Line[], frame: Frame, look: Look): Block {
  const lines = breakLines(written, frame, look)
  const width = frame.across ? Math.max(...lines.map(widthOf)) : frame.width
  const heights = lines.map((line) => Math.max(...looksOf(line, look).map(lineHeightOf)))
  const height = heights.reduce((sum, own) => sum + own, 0)
  const left = frame.left + (frame.width - width) * shareBefore[frame.across ?? 'start']
  const top = frame.top + (frame.height - height) * shareBefore[frame.down]
  return { lines, heights, left, top, width, height }
}

const shareBefore: Record<Side, number> = { start: 0, middle: 0.5, end: 1 }
const looksOf = (line: Line, fallback: Look) => (line.length > 0 ? line.map(({ look }) => look) : [fallback])
const sizeOf = (look: Look) => Number(look.get('font-size'))

function lineHeightOf(look: Look): number {
  const [written, size] = [look.get('line-height') ?? '', sizeOf(look)]
  return /^[\d.]+$/.test(written) ? Number(written) * size : (lengthIn(written, size, size) ?? 1.17 * size)
}

/**
 * The widths of words are only estimates. But a tool that measured its text made the box as high as its lines, so their
 * number is known. The lines are made as equal in width as possible, so that they fit in any font of the reader.
 */
function breakLines(lines: Line[], frame: Frame, look: Look): Line[] {
  if (/^(?:nowrap|pre)$/.test(look.get('white-space') ?? '')) return lines
  const inWidth = (factor: number) => lines.flatMap((line) => wrapped(line, frame.width * factor))
  const measured = frame.height / lineHeightOf(look)
  const isMeasured = frame.isFitted && Math.abs(measured - Math.round(measured)) < 0.05
  const wanted = isMeasured ? Math.round(measured) : inWidth(1).length
  return widths.map(inWidth).find(({ length }) => length <= wanted) ?? inWidth(1)
}

const widths = [0.75, 0.8, 0.85, 0.9, 0.95, 1, 1.05, 1.1, 1.2, 1.35, 1.5]

const backgroundsMax = 3

function backgroundsOf(frame: Frame, block: Block): Element[] {
  const { left, top, width, height } = frame.isFitted ? frame : block
  const colours = frame.painted.flatMap(
    (look) => colourOf(look.get('background-color') ?? look.get('background')) ?? [],
  )
  return colours.slice(0, backgroundsMax).map((colour) =>
    element('rect', {
      x: rounded(left),
      y: rounded(top),
      width: rounded(Math.max(0, width)),
      height: rounded(Math.max(0, height)),
      style: `fill:${colour};opacity:1;stroke:none`,
    }),
  )
}

const colour = /^(?:#[\da-f]{3,8}|[a-z]+|(?:rgb|hsl)a?\([^()]*\)|light-dark\((?:[^()]|\([^()]*\))*\))$/i
const invisible = /^(?:transparent|none)$|,\s*0\)$/

const colourOf = (text = '') => (colour.test(text) && !invisible.test(text) ? text : undefined)

function textOf({ lines, heights, left, top, width }: Block, look: Look): Element {
  const base = baseOf(lines.flat(), look)
  let bottom = top
  const rows = lines.flatMap((line, at) => {
    const height = heights[at] ?? 0
    bottom += height
    const [first] = line
    if (!first) return []
    const size = Math.max(...line.map((run) => sizeOf(run.look)))
    const anchor = anchorOf(first.look.get('text-align') ?? '')
    // The middle of mixed capitals and small letters is about a third of the font size above the baseline.
    const y = rounded(bottom - height / 2 + 0.35 * size)
    const place = { x: rounded(left + width * shareBefore[anchor]), y, style: `text-anchor:${anchor}` }
    return [
      element(
        'tspan',
        place,
        line.map((run) => runOf(run, base)),
      ),
    ]
  })
  return element('text', { style: cssOf(base) }, rows)
}

const anchorOf = (align: string): Side => (/center/.test(align) ? 'middle' : /right|end/.test(align) ? 'end' : 'start')

/** What all words have from the first one. A font has no usual value to which others could go back. */
const baseOf = (runs: readonly Run[], first: Look): Look =>
  new Map(
    [...styleOf(first)].filter(
      ([property]) => property !== 'font-family' || runs.every(({ look }) => look.has(property)),
    ),
  )

function runOf({ text, look }: Run, base: Look): Node {
  const own = new Map([...styleOf(look)].filter(([property, value]) => base.get(property) !== value))
  return own.size === 0 ? text : element('tspan', { style: cssOf(own) }, [text])
}

/** Every property is written, because rules of the drawing for its own texts would apply otherwise. */
const styleOf = (look: Look): Look =>
  new Map([
    ['fill', colourOf(look.get('color')) ?? 'black'],
    ['stroke', 'none'],
    ['font-size', `${rounded(sizeOf(look))}px`],
    ['font-style', look.get('font-style') ?? 'normal'],
    ['font-weight', look.get('font-weight') ?? 'normal'],
    ['text-decoration', look.get('text-decoration') ?? 'none'],
    ...[...look].filter(([property]) => property === 'font-family'),
  ])

const cssOf = (style: Look) => [...style].map(([property, value]) => `${property}:${value}`).join(';')
const rounded = (number: number) => String(Math.round(number * 100) / 100)

const element = (local: string, attributes: Record<string, string>, children: Node[] = []): Element => ({
  name: local,
  local,
  uri: svgNamespace,
  attributes: Object.entries(attributes).map(([name, value]) => ({ name, local: name, uri: '', value })),
  children,
})
