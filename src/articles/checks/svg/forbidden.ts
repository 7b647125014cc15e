/** Finds what makes a drawing unsafe wherever it stands, also inside a part that would be dropped. */
import { fixed } from '../../../settings/limits.ts'
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
import type { Attribute, Document, Element } from './parse.ts'
import type { Report } from './report.ts'

/** Reports what is forbidden and removes it, so that it is not reported again as unknown. */
export function takeOutForbidden(element: Element, report: Report) {
  if (element.uri === svgNamespace || element.uri === '')
    element.attributes = element.attributes.filter((attribute) => isAllowed(element, attribute, report))
  element.children = element.children.filter((child) => {
    if (typeof child === 'string') return true
    const reason = whyForbidden(child)
    if (reason) report.forbid(reason)
    else takeOutForbidden(child, report)
    return reason === undefined
  })
}

/** A document type without declarations only names a file, which nothing loads. */
export function findForbiddenInProlog({ doctype, instructions }: Document, report: Report) {
  if (doctype === 'plain') report.dropPart('<!DOCTYPE>')
  if (doctype === 'with_subset')
    report.forbid(
      'The <!DOCTYPE> has declarations between [ and ]; remove the whole <!DOCTYPE>, and in place of each entity write its text.',
    )
  if (instructions.some((target) => target.toLowerCase() === 'xml-stylesheet'))
    report.forbid('An <?xml-stylesheet?> instruction loads a file; remove it, and put rules into a <style> element.')
}

function whyForbidden({ local, uri, attributes }: Element): string | undefined {
  const name = local.toLowerCase()
  const isForeign = uri !== svgNamespace && uri !== xhtmlNamespace && uri !== ''
  if (name === 'foreignobject')
    return `<foreignObject> may only hold a label: simple text elements of HTML, at most ${fixed.svgLabelMaxChars} characters on ${fixed.svgLabelLinesMax} lines; here it holds something else, or more: remove it and draw its text with <text>.`
  if (isForeign ? alwaysForbiddenElements.has(name) : forbiddenElements.has(name))
    return `<${name}> is not allowed; remove it: a drawing consists of shapes and text, and runs and loads nothing.`
  if (animationElements.has(local) && attributes.some(isForbiddenTarget))
    return 'An animation may not change an address or an event attribute; remove the animation.'
  return uri === xhtmlNamespace ? 'HTML elements are not allowed; remove them and draw with SVG elements.' : undefined
}

function isAllowed(element: Element, { name, local, uri, value }: Attribute, report: Report): boolean {
  const lower = local.toLowerCase()
  if (isEvent(lower))
    report.forbid('Event attributes are not allowed, but CSS and <animate> are; remove these attributes.', name)
  else if (!isAddress(lower, uri) || isFragment(value)) return true
  else if (isLink(element)) report.dropPart('links out of the drawing')
  else
    report.forbid(
      'An address may only point into the same drawing, as in href="#id"; remove these attributes or correct them.',
      name,
    )
  return false
}

export const isEvent = (lower: string) => /^on./.test(lower)

const isAddress = (lower: string, uri: string) =>
  uri === xmlNamespace
    ? lower === 'base'
    : uri === xlinkNamespace
      ? lower === 'href'
      : uri === '' && addressAttributes.has(lower)

/** For a link only the attribute is removed, because its content is a part of the picture. */
const isLink = ({ local, uri }: Element) => local === 'a' && uri === svgNamespace

/** An empty address is allowed here, because it is kept nowhere. */
export const isFragment = (value: string) => /^\s*(?:#|$)/.test(value)

const isForbiddenTarget = ({ local, value }: Attribute) => {
  const target = value.trim().toLowerCase().replace(/^.*:/, '')
  const isTarget = local.toLowerCase() === 'attributename'
  return isTarget && (addressAttributes.has(target) || isEvent(target) || target === 'base')
}
