/** XML to a tree, strictly and within bounds. The parser expands no entities and reads no document type. */
import { SaxesParser } from 'saxes'
import { fixed } from '../../../limits.ts'
import { svgNamespace } from './names.ts'

export type Attribute = { name: string; local: string; uri: string; value: string }
export type Element = { name: string; local: string; uri: string; attributes: Attribute[]; children: Node[] }
export type Node = Element | string

export type Document = { root: Element; instructions: string[] }
export type Parsed = { document: Document } | { problem: string } | { hasDoctype: true }

class Problem extends Error {}
class Doctype extends Error {}

const xmlnsNamespace = 'http://www.w3.org/2000/xmlns/'

export function parseSvg(source: string): Parsed {
  if (Buffer.byteLength(source) > fixed.svgMaxBytes) return { problem: tooLarge }
  // The parser would take half a surrogate pair and the next character, even a <, for one.
  if (!source.isWellFormed()) return { problem: notUnicode }
  const parser = new SaxesParser({ xmlns: true, defaultXMLVersion: '1.0', forceXMLVersion: true })
  const instructions: string[] = []
  const open: Element[] = []
  let root: Element | undefined
  let nodes = 0
  let depth = 0

  const countNode = () => {
    if (++nodes > fixed.svgNodesMax) throw new Problem(tooManyNodes)
  }
  const addText = (text: string) => {
    const parent = open.at(-1)
    if (!parent) return
    if (/\S/.test(text)) countNode()
    parent.children.push(text)
  }

  parser.on('error', (error) => {
    throw new Problem(wordsFor(error.message, parser.line, parser.column))
  })
  parser.on('doctype', () => {
    throw new Doctype()
  })
  parser.on('processinginstruction', ({ target }) => {
    if (instructions.length < fixed.svgNodesMax) instructions.push(target)
  })
  // Namespaces are looked up through all open elements, so the depth is bounded before that happens.
  parser.on('opentagstart', () => {
    countNode()
    if (++depth > fixed.svgDepthMax) throw new Problem(tooDeep)
  })
  parser.on('opentag', ({ name, local, uri, attributes }) => {
    const element: Element = { name, local, uri, attributes: [], children: [] }
    for (const { name, local, uri, value } of Object.values(attributes))
      if (uri !== xmlnsNamespace) element.attributes.push({ name, local, uri, value })
    if (!root && (local !== 'svg' || uri !== svgNamespace)) throw new Problem(wrongRoot)
    root ??= element
    open.at(-1)?.children.push(element)
    open.push(element)
  })
  parser.on('closetag', () => {
    depth--
    open.pop()
  })
  parser.on('text', addText)
  parser.on('cdata', addText)

  try {
    parser.write(source).close()
  } catch (error) {
    if (error instanceof Problem) return { problem: error.message }
    if (error instanceof Doctype) return { hasDoctype: true }
    throw error
  }
  return { document: { root: root as unknown as Element, instructions } }
}

export const tooLarge = `An SVG may have at most ${fixed.svgMaxBytes} bytes; this one has more.`
const notUnicode = 'The SVG is not well-formed Unicode: it holds half of a surrogate pair; send whole characters.'
const tooManyNodes = `An SVG may have at most ${fixed.svgNodesMax} elements and texts; this one has more.`
const tooDeep = `Elements may be nested at most ${fixed.svgDepthMax} deep; here they are nested deeper.`
const wrongRoot = `The outermost element must be <svg xmlns="${svgNamespace}">; here it is not.`

/** The parser's own messages repeat names from the source, so each gets words of ours. */
const explanations: [RegExp, string][] = [
  [
    /unclosed tag|unexpected end/,
    'an element is still open at the end, or a bare & stands before; close every element and write & as &amp;',
  ],
  [/close tag|closing tag/, 'a closing tag does not match the open element; close elements in reverse order'],
  [/duplicate attribute/, 'an element has the same attribute twice; keep one'],
  [/unbound namespace|prefix/, 'a namespace prefix is not declared; declare it by xmlns: on the root element'],
  [/undefined entity/, 'an entity is unknown to XML; write the character itself, or its number as in &#160;'],
  [/entity/, 'a & does not begin a reference; write it as &amp;'],
  [/without value|unquoted|value required|must be quoted/, 'an attribute has no value in quotes; write name="value"'],
  [/whitespace/, 'a space is missing between two attributes'],
  [/root/, 'there is text or an element outside the <svg> element; the document is exactly one <svg> element'],
  [/comment/, 'a comment holds --, or does not end; write <!-- comment -->'],
  [/]]>/, 'the characters ]]> stand in text; write ]]&gt;'],
  [/declaration/, 'the XML declaration is not right or not at the very start; leave it out'],
  [
    /disallowed|incorrect|malformed/,
    'a character is not allowed here; write < as &lt; and & as &amp; in texts and values',
  ],
]

function wordsFor(message: string, line: number, column: number): string {
  const explanation = explanations.find(([pattern]) => pattern.test(message))?.[1] ?? 'the syntax is not XML'
  return `The SVG is not well-formed XML: line ${line}, column ${column}: ${explanation}.`
}
