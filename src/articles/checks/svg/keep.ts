/** Keeps the allowed part of a drawing. A browser would not have drawn the rest either. */
import { keepAnimation } from './animation.ts'
import { cleanAttributes } from './attributes.ts'
import { cleanSheet } from './css.ts'
import { animationElements, elements, svgNamespace, textElements, textOnlyElements } from './names.ts'
import type { Element } from './parse.ts'
import type { Report } from './report.ts'
import type { CleanElement, CleanNode } from './serialize.ts'

export function keepAllowed(element: Element, report: Report): CleanElement | undefined {
  const { local, uri, name } = element
  if (uri !== svgNamespace || !elements.has(local)) {
    report.drop(name)
    return undefined
  }
  const attributes = cleanAttributes(element, report)
  if (animationElements.has(local) && !keepAnimation(local, attributes, report)) {
    report.drop(name)
    return undefined
  }
  if (local === 'style') return keepStyle(element, attributes, report)
  return { name: local, attributes, children: keepChildren(element, report) }
}

function keepChildren({ local, children }: Element, report: Report): CleanNode[] {
  const kept: CleanNode[] = []
  let text = ''
  const finishText = () => {
    if (text) kept.push(text)
    text = ''
  }
  for (const child of children) {
    if (typeof child === 'string') {
      if (textElements.has(local)) text += child
      continue
    }
    const clean = textOnlyElements.has(local) ? undefined : keepAllowed(child, report)
    if (!clean) continue
    finishText()
    kept.push(clean)
  }
  finishText()
  return kept
}

/** Browsers ignore a style sheet in another language than CSS. */
function keepStyle(element: Element, attributes: Map<string, string>, report: Report): CleanElement | undefined {
  const type = attributes.get('type')?.trim().toLowerCase()
  if (type && type !== 'text/css') return undefined
  const sheet = cleanSheet(element.children.filter((child) => typeof child === 'string').join(''), report)
  return { name: 'style', attributes, children: sheet ? [sheet] : [] }
}
