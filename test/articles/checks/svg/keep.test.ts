/** Which elements and attributes are kept, and the one form in which they are written. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sanitizeSvg } from '../../../../src/articles/checks/svg/sanitize.ts'
import { type Case, kept } from './kept.ts'

const elements: Case[] = [
  ['<g fill="red" stroke=" BLUE "/>', '<g fill="red" stroke=" BLUE "/>'],
  ['<g fill="url( #x )"/>', '<g fill="url(#x)"/>'],
  ['<g fill="url(#x) red"/>', '<g fill="url(#x) red"/>'],
  ['<g cursor="url(#x)"/>', '<g/>', 'cursor:url()'],
  ['<g fill="nonsense(1)"/>', '<g/>', 'nonsense()'],
  ['<g transform="nonsense(1)" d="nonsense(1)"/>', '<g d="nonsense(1)" transform="nonsense(1)"/>'],
  [
    '<rect><animate attributeName="x" fill="freeze" from="1" to="2"/></rect>',
    '<rect><animate attributeName="x" fill="freeze" from="1" to="2"/></rect>',
  ],
  ['<rect><animate attributeName="x" fill="a(1)"/></rect>', '<rect><animate attributeName="x" fill="a(1)"/></rect>'],
  [
    '<rect><animate attributeName="fill" values="RED;url( #x );blue"/></rect>',
    '<rect><animate attributeName="fill" values="RED;url(#x);blue"/></rect>',
  ],
  [
    '<rect><animate attributeName="fill" from="re/**/d" to="a /* */ b"/></rect>',
    '<rect><animate attributeName="fill" from="re d" to="a b"/></rect>',
  ],
  ['<rect><animate attributeName="fill" from="red" to="nonsense(1)"/></rect>', '<rect/>', 'nonsense()', 'animate'],
  [
    '<rect><animate attributeName="style" to="fill:red"/><set attributeName="class" to="a"/></rect>',
    '<rect><set attributeName="class" to="a"/></rect>',
    'animate',
  ],
  [
    '<rect><animateMotion path="M0 0h9" attributeName="style"/></rect>',
    '<rect><animateMotion attributeName="style" path="M0 0h9"/></rect>',
  ],
  [
    '<style media="screen and (min-width: 1px)">a{fill:red}</style>',
    '<style media="screen and (min-width: 1px)">a{fill:red;}</style>',
  ],
  ['<style media="nonsense(1)">a{fill:red}</style>', '<style>a{fill:red;}</style>', 'nonsense()'],
  ['<style type=" TEXT/CSS ">a{fill:red}</style>', '<style type=" TEXT/CSS ">a{fill:red;}</style>'],
  ['<style type="text/less">a{fill:red}</style>', ''],
  ['<style><![CDATA[a{fill:red}]]>b{fill:blue}</style>', '<style>a{fill:red;}b{fill:blue;}</style>'],
  ['<style/>', '<style/>'],
  ['<use href="#a" xlink:href="#b"/>', '<use href="#a"/>'],
  ['<use xlink:href="#b" href="#a"/>', '<use href="#a"/>'],
  ['<use xlink:href=" #b&#10;c "/>', '<use href="#bc"/>'],
  ['<use href=""/>', '<use/>'],
  ['<use href=" "/>', '<use/>'],
  ['<use xlink:title="x" xlink:href="#b"/>', '<use href="#b"/>', 'xlink:title'],
  ['<use xmlns:o="urn:o" o:href="#a"/>', '<use/>', 'o:href'],
  ['<rect href="#a"/>', '<rect/>', 'href'],
  ['<rect xml:lang="en" xml:space="preserve" xml:id="a"/>', '<rect xml:lang="en" xml:space="preserve"/>', 'xml:id'],
  ['<rect xlink:width="9" width="8"/>', '<rect width="8"/>', 'xlink:width'],
  ['<rect aria-label="a" data-b="c" datab="d"/>', '<rect aria-label="a" data-b="c"/>', 'datab'],
  ['<rect xmlns:o="urn:o" o:width="9" o:data-x="1"/>', '<rect/>', 'o:width', 'o:data-x'],
  ['<rect z="1" a="2" id="b" class="c"/>', '<rect class="c" id="b" z="1"/>', 'a'],
  ['<g title="x"/>', '<g/>', 'title'],
  ['<text>a<tspan>b</tspan>c<unknown/>d</text>', '<text>a<tspan>b</tspan>cd</text>', 'unknown'],
  ['<g>text<rect/>more</g>', '<g><rect/></g>'],
  ['<title>a<g/>b</title>', '<title>ab</title>'],
  ['<g> <rect/> </g>', '<g><rect/></g>'],
  ['<metadata><g/></metadata><g/>', '<g/>', 'metadata'],
  ['<o:g xmlns:o="urn:o"/><g xmlns=""/>', '', 'o:g', 'g'],
  ['<text>&lt;a&gt; &amp; "b"&#13;</text>', '<text>&lt;a&gt; &amp; "b"&#13;</text>'],
  ['<g id="&lt;&gt;&amp;&quot;\'&#9;&#10;&#13;"/>', '<g id="&lt;&gt;&amp;&quot;\'&#9;&#10;&#13;"/>'],
  ['<a href="#x" target="_top"><rect/></a>', '<a href="#x"><rect/></a>', 'target'],
  ['<a xlink:href="https://x.example/"><rect/></a>', '<a><rect/></a>', 'links out of the drawing'],
]

describe('the canonical form', () => {
  it('of elements and attributes has what SVG knows', () => {
    for (const [written, canonical, ...dropped] of elements)
      assert.deepEqual(kept(written), [canonical, dropped], written)
  })

  it('is the same for readers of every language', () => {
    const content = '<g systemLanguage="de"/>'
    const source = `<svg xmlns="http://www.w3.org/2000/svg" systemLanguage="de" requiredExtensions="x">${content}</svg>`
    const canonical = `<svg xmlns="http://www.w3.org/2000/svg">${content}</svg>`
    assert.deepEqual(sanitizeSvg(source), {
      outcome: 'clean',
      canonical,
      still: null,
      dropped: ['systemLanguage', 'requiredExtensions'],
    })
  })
})
