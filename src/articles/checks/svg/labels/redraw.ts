/** Removes all HTML from a drawing. A label is drawn again as text, or gives way to the fallback in the drawing. */
import { fixed } from '../../../../settings/limits.ts'
import { isEvent } from '../forbidden.ts'
import { forbiddenElements, svgNamespace } from '../names.ts'
import type { Element, Node } from '../parse.ts'
import type { Report } from '../report.ts'
import { drawLabel } from './draw.ts'
import { frameOf } from './frame.ts'
import { NotALabel } from './not-a-label.ts'
import { innermost } from './selectors.ts'
import { LabelStyles } from './styles.ts'
import { readLines } from './text.ts'

/** Redraws or removes HTML where it can. HTML that remains is forbidden. */
export function redrawLabels(root: Element, report: Report) {
  let styles: LabelStyles | undefined
  let drawn = 0

  const visit = (path: readonly Element[]) => {
    const outer = innermost(path)
    const isSwitch = isSvg(outer, 'switch')
    let isChosen = false
    outer.children = outer.children.flatMap((child, at): Node[] => {
      if (typeof child === 'string') return [child]
      if (isChosen && (isSvg(child, 'text') || isSvg(child, 'image'))) return []
      const inner = [...path, child]
      if (!isSvg(child, 'foreignObject')) {
        visit(inner)
        return [child]
      }
      styles ??= new LabelStyles(root)
      const label = drawn > fixed.svgNodesMax ? undefined : labelOf(inner, styles)
      if (label) {
        drawn += countNodes(label)
        isChosen = isSwitch
        report.dropPart('HTML labels (drawn again as plain text)')
        return [label]
      }
      const hasFallback = isSwitch && outer.children.slice(at + 1).some(isDrawn)
      if (!hasFallback || isActive(child)) return [child]
      report.dropPart('HTML with a fallback in <switch>')
      return []
    })
  }
  visit([root])
}

/** Counts nodes as the parser does, without white space. */
export const countNodes = ({ children }: Element): number =>
  children.reduce((sum, child) => sum + (typeof child !== 'string' ? countNodes(child) : /\S/.test(child) ? 1 : 0), 1)

const isSvg = ({ local, uri }: Element, name: string) => local === name && uri === svgNamespace
const isDrawn = (node: Node) => typeof node !== 'string' && node.uri === svgNamespace && node.local !== 'foreignObject'

const ofTheBox = new Set(['x', 'y', 'width', 'height', 'requiredFeatures', 'requiredExtensions'])
/** The depth that a label adds: a group, a text, a line and a run. */
const labelDepth = 4

function labelOf(path: readonly Element[], styles: LabelStyles): Element | undefined {
  const html = innermost(path)
  if (path.length - 1 + labelDepth > fixed.svgDepthMax) return undefined
  try {
    const lines = readLines(path, styles)
    const children = drawLabel(lines, frameOf(path, styles))
    const attributes = html.attributes.filter(({ local }) => !ofTheBox.has(local))
    return { name: 'g', local: 'g', uri: svgNamespace, attributes, children }
  } catch (error) {
    if (error instanceof NotALabel) return undefined
    throw error
  }
}

/** HTML that runs or loads something is an attack, even if it is not shown. A picture in HTML only disappears. */
const isActive = ({ local, attributes, children }: Element): boolean =>
  (forbiddenElements.has(local.toLowerCase()) && !/^(?:foreignobject|image|img)$/i.test(local)) ||
  attributes.some((attribute) => isEvent(attribute.local.toLowerCase())) ||
  children.some((child) => typeof child !== 'string' && isActive(child))
