/** Everything that is wrong with a drawing is said at once, and doing what is said makes it pass. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sanitizeSvg } from '../../../../src/articles/checks/svg/sanitize.ts'
import { problemsOf } from '../../../../src/articles/checks/svg-safety.ts'

const root = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 9 9">'

/** What is wrong, what the sentence about it says, and an author who does that and no more. */
type Mistake = { prolog?: string; inside?: string; says: RegExp; follow: (source: string) => string }

const without = (pattern: RegExp) => (source: string) => source.replace(pattern, '')

const mistakes: Record<string, Mistake> = {
  'a doctype with declarations': {
    prolog:
      '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN"\n "http://x.example/svg11.dtd" [\n<!ENTITY name "Ada">\n]>\n',
    inside: '<text>&name;</text>',
    says: /remove the whole <!DOCTYPE>, and in place of each entity write its text\.$/,
    follow: (source) => source.replace(/<!DOCTYPE[^[]*\[[^\]]*\]>/, '').replaceAll('&name;', 'Ada'),
  },
  'a style sheet in a file': {
    prolog: '<?xml-stylesheet href="style.css"?>\n',
    says: /remove it, and put rules into a <style> element\.$/,
    follow: (source) =>
      source.replace(/<\?xml-stylesheet.*?\?>/, '').replace('</svg>', '<style>g{fill:red}</style></svg>'),
  },
  'a label in HTML': {
    inside: '<foreignObject><p xmlns="http://www.w3.org/1999/xhtml" onclick="a()">Label</p></foreignObject>',
    says: /remove it and draw its text with <text>/,
    follow: (source) => source.replace(/<foreignObject>.*?<\/foreignObject>/s, '<text>Label</text>'),
  },
  'HTML alone': {
    inside: '<p xmlns="http://www.w3.org/1999/xhtml">x</p>',
    says: /^HTML elements are not allowed; remove them/,
    follow: without(/<p xmlns[^>]*>.*?<\/p>/s),
  },
  'a script': {
    inside: '<script>a()</script>',
    says: /^<script> is .*; remove it:/,
    follow: without(/<script>.*?<\/script>/s),
  },
  'a photograph': {
    inside: '<image xlink:href="data:image/png;base64,AA"/>',
    says: /^<image> is .*; remove it:/,
    follow: without(/<image[^>]*>/g),
  },
  events: {
    inside: '<rect onclick="a()" onfocus="b()"/>',
    says: /; remove these attributes: onclick, onfocus\.$/,
    follow: without(/ on(?:click|focus)="[^"]*"/g),
  },
  'a part of another file': {
    inside: '<use xlink:href="other.svg#part"/>',
    says: /remove these attributes or correct them: xlink:href\.$/,
    follow: without(/ xlink:href="other[^"]*"/g),
  },
  'an animated address': {
    inside: '<set attributeName="href" to="#b"/>',
    says: /; remove the animation\.$/,
    follow: without(/<set [^>]*href[^>]*>/g),
  },
  'an import': {
    inside: '<style>@import "fonts.css"; rect{fill:red}</style>',
    says: /^@import is not allowed in CSS; remove that rule\.$/,
    follow: without(/@import[^;]*;/g),
  },
  'a background': {
    inside: '<style>circle{background:url(paper.png);fill:blue}</style>',
    says: /; remove declarations with other addresses\.$/,
    follow: without(/background:url\([^)]*\);/g),
  },
  'a set of images': {
    inside: '<style>line{background:image-set("a.png" 1x);fill:blue}</style>',
    says: /^image-set\(\) .*; remove declarations that use it\.$/,
    follow: without(/background:image-set\([^)]*\);/g),
  },
  'CSS without an end': {
    inside: "<style>path{font-family:'Arial\n}</style>",
    says: /^CSS could not be read; close every string/,
    follow: (source) => source.replace("'Arial\n", "'Arial'\n"),
  },
}

const drawingWith = (wrong: Mistake[]) =>
  `${wrong.map(({ prolog = '' }) => prolog).join('')}${root}${wrong.map(({ inside = '' }) => inside).join('')}<a xlink:href="https://x.example/"><text>kept</text></a></svg>`

describe('the sentences about a drawing', () => {
  for (const [name, mistake] of Object.entries(mistakes))
    it(`lead to a drawing that passes: ${name}`, () => {
      const source = drawingWith([mistake])
      const problems = problemsOf(sanitizeSvg(source))
      assert.equal(problems.length, 1, problems.join('\n'))
      assert.match(problems[0]!, mistake.says)
      assert.deepEqual(problemsOf(sanitizeSvg(mistake.follow(source))), [])
    })

  it('come all at once, apart from what was dropped', () => {
    const all = Object.values(mistakes)
    const source = drawingWith(all)
    const found = sanitizeSvg(source)
    for (const { says } of all)
      assert.ok(
        problemsOf(found).some((problem) => says.test(problem)),
        String(says),
      )
    assert.equal(problemsOf(found).length, all.length)
    assert.deepEqual(found.dropped, ['links out of the drawing'])

    const mended = sanitizeSvg(all.reduce((drawing, { follow }) => follow(drawing), source))
    assert.deepEqual(problemsOf(mended), [])
  })

  it('list at most 20 names of a kind, and none that could be more than a name', () => {
    const attributes = (count: number) => Array.from({ length: count }, (_, n) => `on${n}="a()"`).join(' ')
    const listed = (inside: string) => problemsOf(sanitizeSvg(`${root}${inside}</svg>`))[0]?.replace(/^.*: |\.$/g, '')
    assert.deepEqual(
      [20, 21].map((count) => listed(`<g ${attributes(count)}/>`)?.split(', ').length),
      [20, 20],
    )
    assert.equal(listed(`<g on${'x'.repeat(38)}="" on\u00e4=""/>`), `on${'x'.repeat(38)}, (unusual name)`)
    assert.equal(listed(`<g on${'x'.repeat(39)}=""/>`), '(unusual name)')
    const dropped = (count: number) =>
      sanitizeSvg(`${root}${Array.from({ length: count }, (_, n) => `<x${n}/>`).join('')}</svg>`).dropped.length
    assert.deepEqual([50, 51].map(dropped), [50, 50])
  })

  it('name too many nodes and path commands beside the rest', () => {
    const source = `${root}<script/>${'<g/>'.repeat(20_001)}<rect onclick=""/></svg>`
    assert.deepEqual(
      problemsOf(sanitizeSvg(source)).map((problem) => problem.slice(0, 20)),
      ['<script> is not allo', 'An SVG may have at m'],
    )
    const commands = `${root}<path d="M0 0${'h1'.repeat(250_001)}" onclick=""/></svg>`
    assert.equal(problemsOf(sanitizeSvg(commands)).length, 2)
  })
})

describe('what is dropped', () => {
  it('is a document type without declarations, on as many lines as it takes', () => {
    for (const doctype of [
      'svg',
      'svg PUBLIC "-//W3C//DTD SVG 1.1//EN"\n "http://x.example/svg11.dtd"',
      "svg SYSTEM 'a[b]'",
    ])
      assert.deepEqual(sanitizeSvg(`<?xml version="1.0"?>\n<!DOCTYPE ${doctype}>\n${root}</svg>`).dropped, [
        '<!DOCTYPE>',
      ])
  })

  it('is where a link leads, and not what is in it', () => {
    for (const address of ['https://x.example/', 'javascript:alert(1)', 'other.svg#x', 'data:text/html,x'])
      assert.deepEqual(sanitizeSvg(`${root}<a xlink:href="${address}" target="_top"><text>kept</text></a></svg>`), {
        outcome: 'clean',
        still: null,
        canonical: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><a><text>kept</text></a></svg>',
        dropped: ['links out of the drawing', 'target'],
      })
  })

  it('is a font with its address, and not the rules beside it', () => {
    const sheet = (css: string) => sanitizeSvg(`${root}<style>${css}</style></svg>`)
    const font = '@font-face { font-family: F; src: url(data:font/woff2;base64,AA) format("woff2"); }'
    assert.deepEqual(sheet(`a{fill:red}${font}@media all{${font}b{fill:blue}}`), {
      outcome: 'clean',
      still: null,
      canonical:
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><style>a{fill:red;}@media all{b{fill:blue;}}</style></svg>',
      dropped: ['@font-face'],
    })
    assert.equal(sheet(`${font} @import "x";`).outcome, 'forbidden')
    assert.equal(sheet('@font-face x{}').outcome, 'clean')
    assert.equal(sheet('@font-face;a{background:url(x)}').outcome, 'forbidden')
  })
})
