/** The parts of code: their kinds, their lengths, and which code has none. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { highlightsOf, packedHighlights } from '../../../src/articles/checks/highlight.ts'

const block = (text: string, language?: string) => ({ type: 'code' as const, text, language })
const parts = (text: string, language: string) => highlightsOf([block(text, language)])[0]

const codes: [language: string, code: string, parts: string][] = [
  [
    'js',
    `const a = \`x\${b + 1}y\` // z\nclass A extends B {}\nfunction f() { return /x/ && true }`,
    '5k5x2s6x1n1x2s1x4c1x5k1x1t1x7k1x1t4x8k1x1f5x6k1x3s4x4n2x',
  ],
  ['python', '@d\ndef f(a):\n  """doc"""\n  return "<&>" + str(1)', '2c1x3k1x1f7x9s3x6k1x5s3x3t1x1n1x'],
  ['css', '#a .b[c="d"]:hover > p { color: red; --x: 1px }', '2f1x2f3a3s1a6t3x1k3x5a7x3a2x3n2x'],
  ['diff', '- a\n+ b\n@@ -1 +1 @@', '3d1x3s1x11c'],
  ['xml', '<a href="x">&amp;</a><!-- c -->', '1x1k1x4a1x3s1x5n2x1k1x10c'],
  ['markdown', '# T\n* a\n> q\n[l](u)', '3f1x1n3x3s2x1s2x1s1x'],
  ['markdown', '# T *e* f', '9f'],
  ['yaml', 'a: &b 1', '2a1x2s1x1n'],
  ['bash', 'echo "$A"', '4t1x1s2a1s'],
  ['json', '{"a": [1, null]}', '1x3a3x1n2x4k2x'],
  ['json', '[1, oops, null]', '1x1n8x4k1x'],
  ['klingon', 'a', ''],
]

describe('the parts of code', () => {
  for (const [language, code, expected] of codes)
    it(`are those of its language, and as long as the code: ${language}`, () => {
      assert.equal(parts(code, language), expected)
      const length = [...expected.matchAll(/\d+/g)].reduce((sum, [digits]) => sum + Number(digits), 0)
      assert.equal(length, expected ? code.length : 0)
    })

  it('are missing in long lines and in long blocks', () => {
    const shown = (text: string) => parts(text, 'js') !== ''
    assert.deepEqual(
      [400, 401].map((chars) => shown(`1\n${'a'.repeat(chars)}`)),
      [true, false],
    )
    assert.deepEqual(
      [8_192, 8_193].map((chars) => shown('a\n'.repeat(8_000).slice(0, chars))),
      [true, false],
    )
  })

  it('are missing in code beyond 16,384 characters of an article', () => {
    const long = (chars: number) => block('a\n'.repeat(8_000).slice(0, chars), 'js')
    const shown = (...blocks: ReturnType<typeof block>[]) => highlightsOf(blocks).map((one) => one !== '')
    assert.deepEqual(shown(long(8_192), long(8_191), long(1), long(1)), [true, true, true, false])
    assert.deepEqual(shown(long(8_192), long(8_191), long(2), long(1)), [true, true, false, true])
    assert.deepEqual(shown(block('a'.repeat(9_000), 'klingon'), long(8_192), long(8_192)), [false, true, true])
  })

  it('are stored in the order of the blocks of code, or not at all if no code has parts', () => {
    const prose = { type: 'paragraph' as const, text: 'return 1' }
    assert.equal(packedHighlights([prose, block('1', 'js'), block('2'), prose, block('3', 'js')]), '["1n","","1n"]')
    assert.equal(packedHighlights([prose, block('1')]), '')
  })
})
