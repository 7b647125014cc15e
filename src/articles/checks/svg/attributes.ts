/** Cleans one attribute of a kept element: returns its canonical name and value, or nothing if it must be removed. */
import { cleanDeclarations, cleanValue } from './css.ts'
import { isFragment } from './forbidden.ts'
import {
  animationElements,
  plainAttributeFamilies,
  plainAttributes,
  presentationAttributes,
  referringElements,
  xlinkNamespace,
  xmlAttributes,
  xmlNamespace,
} from './names.ts'
import type { Attribute, Element } from './parse.ts'
import type { Report } from './report.ts'

export function cleanAttributes({ local, attributes }: Element, report: Report): Map<string, string> {
  const kept = new Map<string, string>()
  for (const attribute of attributes) {
    const name = nameOf(attribute, local)
    if (name === undefined) report.drop(attribute.name)
    else if (attribute.uri === xlinkNamespace && attributes.some(isPlainHref)) continue
    else {
      const value = cleanAttribute(local, name, attribute.value, report)
      if (value !== undefined) kept.set(name, value)
    }
  }
  return kept
}

/** If an element has both forms of `href`, browsers use this one. */
const isPlainHref = ({ local, uri }: Attribute) => local === 'href' && uri === ''

function nameOf({ local, uri }: Attribute, element: string): string | undefined {
  if (uri === xmlNamespace) return xmlAttributes.has(local) ? `xml:${local}` : undefined
  if (local === 'href' && (uri === '' || uri === xlinkNamespace))
    return referringElements.has(element) ? 'href' : undefined
  const isKnown = plainAttributes.has(local) || presentationAttributes.has(local) || local === 'style'
  return uri === '' && (isKnown || plainAttributeFamilies.test(local)) ? local : undefined
}

function cleanAttribute(element: string, name: string, value: string, report: Report): string | undefined {
  if (name === 'href') return cleanHref(value)
  if (name === 'style') return cleanDeclarations(value, report) || undefined
  // On an animation `fill` says what happens at its end. The value of `media` is CSS, too.
  const isCss = name === 'media' || (presentationAttributes.has(name) && !animationElements.has(element))
  if (isCss) return cleanValue(name, value, report)
  return value
}

/** Browsers ignore white space around an address and line ends inside it. */
const cleanHref = (value: string) => {
  const address = value.trim().replace(/[\t\n\r]/g, '')
  return isFragment(value) && address !== '' ? address : undefined
}
