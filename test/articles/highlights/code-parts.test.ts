import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { codeParts, parseHighlights } from '../../../src/articles/highlights/rules.ts'

describe('the parts of code', () => {
  it('are those that are stored, in their order, and one plain part where they do not fit', () => {
    assert.deepEqual(codeParts('const a=12', '5k3x2n'), [
      { text: 'const', kind: 'k' },
      { text: ' a=', kind: undefined },
      { text: '12', kind: 'n' },
    ])
    for (const stored of ['', '5k', '5k3x3n', '99k'])
      assert.deepEqual(codeParts('const a=12', stored), [{ text: 'const a=12', kind: undefined }], stored)
    assert.deepEqual([parseHighlights(''), parseHighlights('["5k",""]')], [[], ['5k', '']])
  })
})
