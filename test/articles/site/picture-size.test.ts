import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { pictureSize } from '../../../src/articles/site/rules.ts'

describe('the place that a page keeps for a drawing', () => {
  it('is as large as the drawing says, in whole pixels', () => {
    const cases: [attributes: string, size: string][] = [
      ['width="30" height="20"', '30x20'],
      ['width="30px" height=" 20 "', '30x20'],
      ['width="10000" height="1"', '10000x1'],
      ['width="20000" height="10000"', '10000x5000'],
      ['width=".5" height="1"', '5000x10000'],
      ['width="1.5" height="3"', '5000x10000'],
      ['width="3" height="1.5"', '10000x5000'],
      ['width="100000" height="1"', '10000x1'],
      ['width="30"', '300x150'],
      ['width="0" height="20"', '300x150'],
      ['width="50%" height="20" viewBox="0 0 8 4"', '8x4'],
      ['width="30" height="20" viewBox="0 0 8 4"', '30x20'],
      ['width="30" viewBox="1 2 8,4"', '8x4'],
      ['viewBox="0 0 8 0"', '300x150'],
      ['viewBox="0 0 0 8"', '300x150'],
      ['viewBox="0 0 8"', '300x150'],
      ['viewBox=" 0  0 2.5 5 "', '5000x10000'],
      ['', '300x150'],
    ]
    for (const [attributes, size] of cases) {
      const { width, height } = pictureSize(`<svg xmlns="x" ${attributes}><rect width="7" height="7"/>`)
      assert.equal(`${width}x${height}`, size, attributes)
    }
    assert.deepEqual(pictureSize('<p width="3" height="2">'), { width: 300, height: 150 })
  })
})
