/** Finds what makes a drawing unsafe wherever it stands, also inside of what would be dropped. */
import {
  addressAttributes,
  alwaysForbiddenElements,
  animationElements,
  forbiddenElements,
  svgNamespace,
  xhtmlNamespace,
  xlinkNamespace,
  xmlNamespace,
} from './names.ts'
import type { Attribute, Element } from './parse.ts'
import { type Report, shownName } from './report.ts'

export const doctypeReason = 'A <!DOCTYPE> is not allowed, nor are entities; remove that line.'

export function findForbidden(element: Element, report: Report) {
  checkElement(element, report)
  if (element.uri === svgNamespace || element.uri === '')
    for (const attribute of element.attributes) checkAttribute(element, attribute, report)
  for (const child of element.children) if (typeof child !== 'string') findForbidden(child, report)
}

export function findForbiddenInstructions(instructions: readonly string[], report: Report) {
  if (instructions.some((target) => target.toLowerCase() === 'xml-stylesheet'))
    report.forbid('An <?xml-stylesheet?> instruction loads a file; put the rules into a <style> element.')
}

function checkElement({ local, uri }: Element, report: Report) {
  const name = local.toLowerCase()
  const isForeign = uri !== svgNamespace && uri !== xhtmlNamespace && uri !== ''
  if (name === 'foreignobject')
    report.forbid(
      '<foreignObject> is not allowed; draw labels with <text> (in Mermaid set htmlLabels to false, in draw.io turn off formatted text).',
    )
  else if (isForeign ? alwaysForbiddenElements.has(name) : forbiddenElements.has(name))
    report.forbid(`<${name}> is not allowed; a drawing consists of shapes and text, and runs and loads nothing.`)
  else if (uri === xhtmlNamespace) report.forbid('HTML elements are not allowed; draw with SVG elements.')
}

function checkAttribute(element: Element, { name, local, uri, value }: Attribute, report: Report) {
  const lower = local.toLowerCase()
  if (/^on./.test(lower))
    report.forbid(`Event attributes are not allowed; remove ${shownName(name)}. Animate with CSS or <animate>.`)
  if (isAddress(lower, uri) && !isFragment(value))
    report.forbid(`${shownName(name)} may only point into the same drawing, as in href="#id"; remove other addresses.`)
  if (lower === 'attributename' && animationElements.has(element.local)) checkTarget(value, report)
}

const isAddress = (lower: string, uri: string) =>
  uri === xmlNamespace
    ? lower === 'base'
    : uri === xlinkNamespace
      ? lower === 'href'
      : uri === '' && addressAttributes.has(lower)

/** An empty address is kept nowhere, so it may stand. */
export const isFragment = (value: string) => /^\s*(?:#|$)/.test(value)

function checkTarget(value: string, report: Report) {
  const target = value.trim().toLowerCase().replace(/^.*:/, '')
  if (addressAttributes.has(target) || /^on./.test(target) || target === 'base')
    report.forbid('An animation may not change an address or an event attribute; remove it.')
}
