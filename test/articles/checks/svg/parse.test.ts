/** Which XML is read, into which tree, and what is said about other XML. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Element, parseSvg } from '../../../../src/articles/checks/svg/parse.ts'
import { fixed } from '../../../../src/settings/limits.ts'

const root = '<svg xmlns="http://www.w3.org/2000/svg">'
const problemOf = (source: string) => {
  const parsed = parseSvg(source)
  return 'problem' in parsed ? parsed.problem : undefined
}
const documentOf = (source: string) => {
  const parsed = parseSvg(source)
  assert.ok('document' in parsed, source)
  return parsed.document
}
const shown = (node: Element | string): string =>
  typeof node === 'string'
    ? node
    : `${node.uri.replace('http://www.w3.org/', '')}|${node.local}(${node.attributes.map(({ local, uri, value }) => `${uri && `${uri}|`}${local}=${value}`)})[${node.children.map(shown)}]`

const broken: [source: string, says: RegExp][] = [
  [`${root}<g>`, /line 1, column \d+: an element is still open at the end/],
  [`${root}\n<g></a></svg>`, /line 2, column \d+: a closing tag does not match/],
  [`${root}<g a="1" a="2"/></svg>`, /the same attribute twice/],
  [`${root}<o:g/></svg>`, /a namespace prefix is not declared/],
  [`${root}<g o:a="1"/></svg>`, /a namespace prefix is not declared/],
  [`${root}<text>&name;</text></svg>`, /an entity is unknown to XML/],
  [`${root}<text>a & b; c</text></svg>`, /a & does not begin a reference/],
  [`${root}<g a=1/></svg>`, /an attribute has no value in quotes/],
  [`${root}<g a="1"b="2"/></svg>`, /a space is missing between two attributes/],
  [`${root}</svg><g/>`, /text or an element outside the <svg> element/],
  [`${root}</svg>text`, /text or an element outside the <svg> element/],
  [`${root}<!-- a -- b --></svg>`, /a comment holds --/],
  [`${root}a]]>b</svg>`, /the characters ]]> stand in text/],
  [` <?xml version="1.0"?>${root}</svg>`, /the XML declaration is not right/],
  [`${root}\u0001</svg>`, /a character is not allowed here/],
  [`${root}<1/></svg>`, /a character is not allowed here/],
  [`<!DOCTYPE svg [<!ENTITY a "b">]>${root}&a;<g></svg>`, /a closing tag does not match/],
  ['<html/>', /^The outermost element must be <svg /],
  ['<!DOCTYPE svg [<!ENTITY a "b">]><svg xmlns="urn:other"/>', /^The outermost element must be <svg /],
  ['<svg xmlns="&amp;ns;"/>', /^The outermost element must be <svg /],
  ['<g/>', /^The outermost element must be <svg /],
  [`<?xml version="1.1"?>${root}<text>&#1;</text></svg>`, /a & does not begin a reference/],
  ['<svg xmlns="urn:other"/>', /^The outermost element must be <svg /],
  ['<g xmlns="http://www.w3.org/2000/svg"/>', /^The outermost element must be <svg /],
  ['', /not well-formed XML/],
  [`${root}\ud800</svg>`, /not well-formed Unicode/],
  [`${root}${'<g>'.repeat(fixed.svgDepthMax)}`, /may be nested at most 128 deep/],
  [`${root}${' '.repeat(fixed.svgMaxBytes)}</svg>`, /may have at most \d+ bytes/],
  [`${root}${'é'.repeat(fixed.svgMaxBytes / 2)}</svg>`, /may have at most \d+ bytes/],
]

const trees: [source: string, tree: string][] = [
  [`${root}<g a="1">x<b/>y</g></svg>`, '2000/svg|svg()[2000/svg|g(a=1)[x,2000/svg|b()[],y]]'],
  [`${root}<![CDATA[<a>]]>b</svg>`, '2000/svg|svg()[<a>,b]'],
  [`${root}<g xmlns=""/></svg>`, '2000/svg|svg()[|g()[]]'],
  [`${root}<o:g xmlns:o="urn:o" o:a="1" b="2"/></svg>`, '2000/svg|svg()[urn:o|g(urn:o|a=1,b=2)[]]'],
  ['<svg><g/></svg>', '2000/svg|svg()[2000/svg|g()[]]'],
  ['<svg><g xmlns="urn:o"/></svg>', '2000/svg|svg()[urn:o|g()[]]'],
  ['<s:svg xmlns:s="http://www.w3.org/2000/svg"><svg/></s:svg>', '2000/svg|svg()[|svg()[]]'],
  [`<!DOCTYPE svg [<!ENTITY ns "x">]><svg xmlns="&ns;"><g/></svg>`, '2000/svg|svg()[2000/svg|g()[]]'],
  [`${root}<use xlink:href="#a"/></svg>`, '2000/svg|svg()[2000/svg|use(http://www.w3.org/1999/xlink|href=#a)[]]'],
]

describe('XML', () => {
  for (const [source, says] of broken)
    it(`is refused with what would be right: ${JSON.stringify(source.slice(0, 80))}`, () =>
      assert.match(problemOf(source) ?? 'nothing', says))

  for (const [source, tree] of trees)
    it(`is read into a tree: ${source}`, () => assert.equal(shown(documentOf(source).root), tree))

  it('may be as deep as the limit says', () => {
    const deep = fixed.svgDepthMax - 1
    assert.equal(problemOf(`${root}${'<g>'.repeat(deep)}${'</g>'.repeat(deep)}</svg>`), undefined)
    assert.equal(problemOf(`${root}${'<g><g/></g>'.repeat(deep)}</svg>`), undefined)
  })

  it('may be as long as the limit says', () => {
    const rest = fixed.svgMaxBytes - `${root}</svg>`.length
    assert.equal(problemOf(`${root}${' '.repeat(rest)}</svg>`), undefined)
    assert.match(problemOf(`${root}${' '.repeat(rest + 1)}</svg>`) ?? '', /bytes/)
  })

  it('may have as many nodes as the limit says', () => {
    const nodes = (count: number) => documentOf(`${root}${'<g/>'.repeat(count - 1)}</svg>`).hasTooManyNodes
    assert.deepEqual([fixed.svgNodesMax, fixed.svgNodesMax + 1].map(nodes), [false, true])
    assert.equal(documentOf(`${root}${'<g/>'.repeat(30_000)}</svg>`).root.children.length, fixed.svgNodesMax - 1)
  })

  it('counts texts as nodes, but no white space', () => {
    const texts = (count: number) => documentOf(`${root}${'<g/>x \n'.repeat(count)} </svg>`).hasTooManyNodes
    assert.deepEqual([fixed.svgNodesMax / 2 - 1, fixed.svgNodesMax / 2].map(texts), [false, true])
  })

  it('has a document type and instructions, which are named', () => {
    const types: Record<string, string> = {
      '': 'none',
      '<!DOCTYPE svg>': 'plain',
      '<!DOCTYPE svg SYSTEM "a[b]">': 'plain',
      "<!DOCTYPE svg SYSTEM 'a[b]'>": 'plain',
      '<!DOCTYPE svg [<!ENTITY a "b">]>': 'with_subset',
    }
    for (const [doctype, kind] of Object.entries(types))
      assert.equal(documentOf(`${doctype}${root}</svg>`).doctype, kind, doctype)
    assert.deepEqual(documentOf(`<?a b?>${root}<?c?></svg>`).instructions, ['a', 'c'])
    assert.deepEqual(documentOf(`${root}${'<?a?>'.repeat(30_000)}</svg>`).instructions.length, fixed.svgNodesMax)
  })
})
