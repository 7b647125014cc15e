/** Prints a drawing in its one canonical form: UTF-8, no declaration, attributes sorted by name, double quotes. */
import { svgNamespace } from './names.ts'

export type CleanElement = { name: string; attributes: Map<string, string>; children: CleanNode[] }
export type CleanNode = CleanElement | string

/** The elements in an element, without the texts between them. */
export const elementsIn = ({ children }: CleanElement) => children.filter((child) => typeof child !== 'string')

/** The element and all elements in it. */
export function* everyElement(element: CleanElement): Generator<CleanElement> {
  yield element
  for (const child of elementsIn(element)) yield* everyElement(child)
}

/** Elements by their ids. Of several with the same id, a reference finds the first. */
export const elementsById = (root: CleanElement): Map<string, CleanElement> =>
  new Map(
    [...everyElement(root)].toReversed().flatMap((element) => {
      const id = element.attributes.get('id')
      return id ? [[id, element] as const] : []
    }),
  )

/** Parsers turn line ends and tabs in a value into spaces, so intended ones are written as references. */
const references: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
}
const escapeValue = (value: string) => value.replace(/[&<>"\t\n\r]/g, (found) => references[found] ?? found)
const escapeText = (text: string) => text.replace(/[&<>\r]/g, (found) => references[found] ?? found)

const characters = new Map(Object.entries(references).map(([character, reference]) => [reference, character]))
/** The source of a drawing with references replaced by the characters that a reader sees. */
export const textOfSource = (source: string) =>
  source.replace(/&(?:\w+|#\d+);/g, (reference) => characters.get(reference) ?? reference)

export function serialize(root: CleanElement): string {
  const parts: string[] = []
  print(root, ` xmlns="${svgNamespace}"`, parts)
  return parts.join('')
}

function print({ name, attributes, children }: CleanElement, namespace: string, parts: string[]) {
  parts.push(`<${name}${namespace}`)
  for (const attribute of [...attributes.keys()].sort())
    parts.push(` ${attribute}="${escapeValue(attributes.get(attribute) ?? '')}"`)
  if (children.length === 0) {
    parts.push('/>')
    return
  }
  parts.push('>')
  for (const child of children) {
    if (typeof child === 'string') parts.push(escapeText(child))
    else print(child, '', parts)
  }
  parts.push(`</${name}>`)
}
