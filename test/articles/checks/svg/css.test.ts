/** What is kept of CSS, and the one form in which it is written. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sanitizeSvg } from '../../../../src/articles/checks/svg/sanitize.ts'
import { fixed } from '../../../../src/settings/limits.ts'
import { type Case, inSvg, kept } from './kept.ts'

const sheets: Case[] = [
  ['rect { fill : red ; stroke:blue }', 'rect{fill:red;stroke:blue;}'],
  ['a{fill:red}b{fill:blue}', 'a{fill:red;}b{fill:blue;}'],
  [' /* x */ a /* y */ , b { /* z */ fill /* w */ : red }', 'a , b{fill:red;}'],
  ['a{fill\t:\nred}', 'a{fill:red;}'],
  ['a{fill  :red}', 'a{fill:red;}'],
  ['a{FILL:RED;--Own:Value}', 'a{fill:RED;--Own:Value;}'],
  ['a{fill:red;;;stroke:blue;}', 'a{fill:red;stroke:blue;}'],
  ['a{fill}b{:red}c{12:x}d{fill:}', 'a{}b{}c{}d{fill:;}'],
  ['a{fill red;stroke:blue}', 'a{stroke:blue;}'],
  ['a{--x:{b:c};fill:red}', 'a{--x:{b:c};fill:red;}'],
  ['a{fill:red;b{fill:blue}stroke:red}', 'a{fill:red;b{fill:blue;}stroke:red;}'],
  ['a{--x{fill:red}}', 'a{}'],
  ['--x{fill:red}a{#--x{fill:red}}', '--x{fill:red;}a{#--x{fill:red;}}'],
  ['a{fill:red}b:c', 'a{fill:red;}'],
  ['a{fill:red}b:c;d{fill:red}', 'a{fill:red;}b:c;d{fill:red;}'],
  ['@keyframes"a b"{to{fill:red}}', '', '@keyframes'],
  ['a{fill:red}@-webkit-keyframes a\\:b{to{fill:red}}', 'a{fill:red;}', '@-webkit-keyframes'],
  ['fill:red;a{fill:blue}', 'fill:red;a{fill:blue;}'],
  ['a{fill:red', 'a{fill:red;}'],
  ['a{fill:rgb(1,2', 'a{fill:rgb(1,2);}'],
  ['@media screen{a{fill:red}}', '@media screen{a{fill:red;}}'],
  ['@layer a,b;c{fill:red}', '@layer a,b;c{fill:red;}'],
  ['@layer a', '@layer a;'],
  ['@supports (fill:url(#x)){a{fill:red}}b{fill:blue}', 'b{fill:blue;}'],
  ['@layer url(#x);b{fill:blue}', 'b{fill:blue;}'],
  ['a{@layer b;fill:red}', 'a{@layer b;fill:red;}'],
  ['@page{margin:1px}a{fill:red}', 'a{fill:red;}', '@page'],
  ['@Counter-Style x{system:cyclic}', '', '@counter-style'],
  ['@keyframes k{from{fill:red}to{fill:blue}}', '@keyframes k{from{fill:red;}to{fill:blue;}}'],
  ['@font-face{font-family:F;src:url(#x)}a{fill:red}', 'a{fill:red;}', '@font-face'],
  ['a{fill:red}@FONT-FACE {src:url(#x)} b{fill:blue}', 'a{fill:red;}b{fill:blue;}', '@font-face'],
  ['@media all{@font-face{src:url(#x)}a{fill:red}}@font-face{src:url(#y)}', '@media all{a{fill:red;}}', '@font-face'],
  ['@font-face{src:url(x);@font-face{src:url(y)}}b{fill:red}', 'b{fill:red;}', '@font-face'],
  ['font-face{fill:red}', 'font-face{fill:red;}'],
  ['a{font-face:x;fill:red}', 'a{font-face:x;fill:red;}'],
  ['a{fill:url(#x)}', 'a{fill:url(#x);}'],
  ["a{fill:url( '#x' )}", "a{fill:url( '#x' );}"],
  ['a{marker-end:url(#ä)}', "a{marker-end:url('#ä');}"],
  ['.import,.document{x:image src element url;y:import}', '.import,.document{x:image src element url;y:import;}'],
  ["a{font-family:'url' 'import' 'paint' 'font-face'}", "a{font-family:'url' 'import' 'paint' 'font-face';}"],
  ['a{x:#url #src}@media url{b{fill:red}}', 'a{x:#url #src;}@media url{b{fill:red;}}'],
  ['a{background:url(#x);fill:red}', 'a{fill:red;}', 'background:url()'],
  ['a{background:URL("#x")}', 'a{}', 'background:url()'],
  ['a{--x:url(#x)}', 'a{}', '--x:url()'],
  ['a{width:calc(1px + 2px);fill:nonsense(1)}', 'a{width:calc(1px + 2px);}', 'nonsense()'],
  ['a{fill:rgb(nonsense(1),2,3)}', 'a{}', 'nonsense()'],
  ['a{font-family:\'A "b"\'}', 'a{font-family:\'A "b"\';}'],
  ['a{font-family:"it\'s \\\\"}', "a{font-family:'it\\'s \\\\';}"],
  ['a{font-family:"\\a"}', "a{font-family:'\\a ';}"],
  ['a{fill:re/**/d}', 'a{fill:re d;}'],
  ['.a/**/.b{fill:red}', '.a/**/.b{fill:red;}'],
  ['@keyframes/**/k{to{fill:red}}@layer/**/a;', '@keyframes k{to{fill:red;}}@layer a;'],
  ['a{fill:re/**/ d}', 'a{fill:re d;}'],
  ['<!-- a{fill:red} -->', 'a{fill:red;}'],
  ['a{fill:red<!---->}', 'a{fill:red;}'],
  ['a{fill:red --> x}', 'a{fill:red x;}'],
  ['a{\\66 ill:\\72 ed}', 'a{fill:red;}'],
  ['.\\31 a{fill:red}', '.\\31 a{fill:red;}'],
  ['.-\\31 a{fill:red}', '.-\\31 a{fill:red;}'],
  ['.-a,.a-1{fill:red}', '.-a,.a-1{fill:red;}'],
  ['.\\-{fill:red}', '.\\2d {fill:red;}'],
  ['#\\31 {fill:red}', '#1{fill:red;}'],
  ['.a\\:b{fill:red}', '.a\\3a b{fill:red;}'],
  ['@\\6d edia all{a{fill:red}}', '@media all{a{fill:red;}}'],
  ['a{width:1.5e3px;height:.5em;x:+1px}', 'a{width:1.5e3px;height:.5em;x:+1px;}'],
  ["a[b='c'] > d{fill:red}", "a[b='c'] > d{fill:red;}"],
]

const styles: Case[] = [
  ['fill:red', 'fill:red'],
  [' fill : red ; ', 'fill:red'],
  ['fill:red;stroke:blue;', 'fill:red;stroke:blue'],
  ['a{fill:red}stroke:blue', 'stroke:blue'],
  ['@media all{a{fill:red}}stroke:blue', 'stroke:blue'],
  ['@layer a;stroke:blue', 'stroke:blue'],
  ['--x:{a};fill:red', '--x:{a};fill:red'],
  ['FILL:url(#A)', 'fill:url(#A)'],
  ['content:url(#x);fill:red', 'fill:red', 'content:url()'],
  ['fill', ''],
  ['', ''],
]

/** These are no CSS, or look as if they could load something. */
const refused: string[] = [
  'a{fill:"x\n}',
  'a{fill:url(x y)}',
  'a{fill:rgb(1]}',
  'a{fill:(1}',
  'a}',
  'a)',
  'a{x:\\\n}',
  'a{width:1\\70x}',
  'a{fill:url()}',
  "a{fill:url('#x' '#y')}",
  'a{fill:url(var(--x))}',
  "a{fill:url('x#y')}",
  'a{fill:url("#x y")}',
  'a{fill:url(#x\\20 y)}',
  'a{fill:url(#a(b)}',
  '@import "x";',
  '@media all{@import "x";}',
  'a{x:image(red)}',
  'a{x:IMAGE-SET("a" 1x)}',
  `${'a{'.repeat(fixed.svgCssDepthMax + 2)}`,
]

describe('the canonical form', () => {
  it('of a style sheet has every rule that loads nothing', () => {
    for (const [written, canonical, ...dropped] of sheets) {
      const [content, found] = kept(`<style><![CDATA[${written}]]></style>`)
      const text = content.replace(/^<style>|<\/style>$|^<style\/>$/g, '').replaceAll('&gt;', '>')
      assert.deepEqual([text, found], [canonical, dropped], written)
    }
  })
  it('of a style attribute has every declaration that loads nothing', () => {
    for (const [written, canonical, ...dropped] of styles)
      assert.deepEqual(
        kept(`<g style="${written.replaceAll('"', '&quot;')}"/>`),
        [canonical ? `<g style="${canonical}"/>` : '<g/>', dropped],
        written,
      )
  })
  it('does not exist for what is not CSS or loads something', () => {
    for (const sheet of refused)
      assert.partialDeepStrictEqual(
        sanitizeSvg(inSvg(`<style><![CDATA[${sheet}]]></style>`)),
        { outcome: 'forbidden', canonical: '<svg xmlns="http://www.w3.org/2000/svg"><style/></svg>' },
        sheet,
      )
    const nested = (depth: number) => sanitizeSvg(inSvg(`<style>${'a{'.repeat(depth)}fill:red</style>`)).outcome
    assert.deepEqual([fixed.svgCssDepthMax, fixed.svgCssDepthMax + 1].map(nested), ['clean', 'forbidden'])
  })
})
