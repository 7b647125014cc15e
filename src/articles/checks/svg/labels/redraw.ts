/** HTML in a drawing never stays: it makes way for what the drawing holds for readers without HTML. */
import { isEvent } from '../forbidden.ts'
import { forbiddenElements, svgNamespace } from '../names.ts'
import type { Element, Node } from '../parse.ts'
import type { Report } from '../report.ts'

/** Takes out what it can; the HTML that stays is forbidden. */
export function redrawLabels(element: Element, report: Report): void {
  element.children = element.children.filter((child, at) => {
    if (typeof child === 'string') return true
    if (isSvg(child, 'foreignObject')) return !isReplaced(child, element, at, report)
    redrawLabels(child, report)
    return true
  })
}

/** A renderer that cannot draw HTML takes the next part of the <switch>. */
function isReplaced(html: Element, outer: Element, at: number, report: Report): boolean {
  const hasFallback = isSvg(outer, 'switch') && outer.children.slice(at + 1).some(isDrawn)
  if (!hasFallback || isActive(html)) return false
  report.dropPart('HTML with a fallback in <switch>')
  return true
}

const isSvg = ({ local, uri }: Element, name: string) => local === name && uri === svgNamespace
const isDrawn = (node: Node) => typeof node !== 'string' && node.uri === svgNamespace && node.local !== 'foreignObject'

/** What runs or loads something is an attack, whether it would be shown or not. A picture is only not shown. */
const isActive = ({ local, attributes, children }: Element): boolean =>
  (forbiddenElements.has(local.toLowerCase()) && !/^(?:foreignobject|image|img)$/i.test(local)) ||
  attributes.some((attribute) => isEvent(attribute.local.toLowerCase())) ||
  children.some((child) => typeof child !== 'string' && isActive(child))
