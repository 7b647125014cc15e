/** Parses XML into a tree, strictly and within bounds. The parser expands no entities and loads no document type. */
import { SaxesParser } from 'saxes'
import { must } from '../../../kernel/must.ts'
import { fixed } from '../../../settings/limits.ts'
import { svgNamespace, xlinkNamespace } from './names.ts'

export type Attribute = { name: string; local: string; uri: string; value: string }
export type Element = { name: string; local: string; uri: string; attributes: Attribute[]; children: Node[] }
export type Node = Element | string

/** If a document has more nodes than the limit, the tree has only the first ones, and `hasTooManyNodes` is true. */
export type Document = {
  root: Element
  instructions: string[]
  doctype: 'none' | 'plain' | 'with_subset'
  hasTooManyNodes: boolean
}
export type Parsed = { document: Document } | { problem: string }

class Problem extends Error {}

const xmlnsNamespace = 'http://www.w3.org/2000/xmlns/'

export function parseSvg(source: string): Parsed {
  if (Buffer.byteLength(source) > fixed.svgMaxBytes) return { problem: tooLarge }
  // The parser would join half a surrogate pair with the next character, even with a <.
  if (!source.isWellFormed()) return { problem: notUnicode }
  const parser = new SaxesParser({
    xmlns: true,
    defaultXMLVersion: '1.0',
    forceXMLVersion: true,
    additionalNamespaces: { xlink: xlinkNamespace },
  })
  const instructions: string[] = []
  const open: Element[] = []
  const tree: { root?: Element } = {}
  let doctype: Document['doctype'] = 'none'
  let isPartOfPage = false
  let nodes = 0
  let depth = 0

  const addNode = (node: Node) => {
    if (nodes <= fixed.svgNodesMax) open.at(-1)?.children.push(node)
  }
  const addText = (text: string) => {
    if (/\S/.test(text)) nodes++
    addNode(text)
  }

  parser.on('error', (error) => {
    // A document type with declarations is refused as a whole, so its entities are not reported as broken XML.
    if (doctype === 'with_subset' && /undefined entity/.test(error.message)) return
    throw new Problem(wordsFor(error.message, parser.line, parser.column))
  })
  parser.on('doctype', (text) => {
    doctype = text.replace(quoted, '').includes('[') ? 'with_subset' : 'plain'
  })
  parser.on('processinginstruction', ({ target }) => {
    if (instructions.length < fixed.svgNodesMax) instructions.push(target)
  })
  // The parser looks namespaces up through all open elements, so the depth is checked before that happens.
  parser.on('opentagstart', () => {
    nodes++
    if (++depth > fixed.svgDepthMax) throw new Problem(tooDeep)
  })
  parser.on('opentag', ({ name, local, uri: written, attributes }) => {
    // Some editors declare the namespace as an entity.
    const isEntity = doctype === 'with_subset' && /^&\w+;$/.test(written)
    // In a page of HTML an <svg> needs no namespace, and libraries for such pages write none.
    if (!tree.root && written === '') isPartOfPage = true
    const uri = isEntity || (isPartOfPage && written === '') ? svgNamespace : written
    const element: Element = { name, local, uri, attributes: [], children: [] }
    for (const { name, local, uri, value } of Object.values(attributes))
      if (uri !== xmlnsNamespace) element.attributes.push({ name, local, uri, value })
    if (!tree.root && (local !== 'svg' || uri !== svgNamespace)) throw new Problem(wrongRoot)
    tree.root ??= element
    addNode(element)
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
    throw error
  }
  const hasTooManyNodes = nodes > fixed.svgNodesMax
  return { document: { root: must(tree.root, 'the outermost element'), instructions, doctype, hasTooManyNodes } }
}

const quoted = /"[^"]*"|'[^']*'/g

export const tooLarge = `An SVG may have at most ${fixed.svgMaxBytes} bytes; this one has more.`
const notUnicode = 'The SVG is not well-formed Unicode: it holds half of a surrogate pair; send whole characters.'
const tooDeep = `Elements may be nested at most ${fixed.svgDepthMax} deep; here they are nested deeper.`
const wrongRoot = `The outermost element must be <svg xmlns="${svgNamespace}">; here it is not.`

/** The parser's messages repeat names from the source, so each is replaced by our own text. */
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
