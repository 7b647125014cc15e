/** Lengths, boxes and maps of a drawing, as they are written. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  boxOf,
  isComputed,
  lengthsIn,
  nowhere,
  numbersIn,
  readTransform,
  viewBoxOf,
} from '../../../../../src/articles/checks/svg/work/geometry.ts'

const rounded = (numbers: readonly number[]) => numbers.map((number) => Math.round(number * 1e4) / 1e4 + 0)
const bases = { whole: 200, font: 10, rootFont: 7 }

describe('a length', () => {
  it('is read in each unit', () => {
    const written = {
      '3': 3,
      '3px': 3,
      '3PX': 3,
      '3pt': 4,
      '3pc': 48,
      '3in': 288,
      '2.54cm': 96,
      '25.4mm': 96,
      '25.4q': 24,
      '3%': 6,
      '3em': 30,
      '3ex': 30,
      '3cap': 30,
      '3ch': 30,
      '3ic': 30,
      '3rem': 21,
      '3rex': 21,
      '3rcap': 21,
      '3rch': 21,
      '3ric': 21,
      '3vw': 300,
      '3lh': 300,
      '-.5e1px': -5,
    }
    for (const [text, length] of Object.entries(written))
      assert.deepEqual(rounded(lengthsIn(text, bases)), [length], text)
    assert.deepEqual(lengthsIn('1 2%,3em', bases), [1, 4, 30])
  })

  it('is not known if CSS computes it', () => {
    for (const name of ['calc', 'min', 'max', 'clamp', 'sin', 'acos', 'atan2', 'abs', 'hypot', 'round', 'sqrt', 'CALC'])
      assert.equal(isComputed(`1px ${name}(2px)`), true, name)
    for (const text of ['calc', 'url(#calc)', 'rgb(1,2,3)', '9px', 'xcalc(1)'])
      assert.equal(isComputed(text), false, text)
  })
})

describe('a map', () => {
  it('is read from each transform', () => {
    const written: Record<string, number[]> = {
      '': [1, 0, 0, 1, 0, 0],
      'matrix(1 2 3 4 5 6)': [1, 2, 3, 4, 5, 6],
      'translate(3)': [1, 0, 0, 1, 3, 0],
      'translate(3, 4)': [1, 0, 0, 1, 3, 4],
      'scale(3)': [3, 0, 0, 3, 0, 0],
      'scale(3,4)': [3, 0, 0, 4, 0, 0],
      'rotate(90)': [0, 1, -1, 0, 0, 0],
      'rotate(90 5 7)': [0, 1, -1, 0, 12, 2],
      'skewX(45)': [1, 0, 1, 1, 0, 0],
      'skewY(45)': [1, 1, 0, 1, 0, 0],
      'perspective(9px)': [1, 0, 0, 1, 0, 0],
      'translate(3 4) scale(2)': [2, 0, 0, 2, 3, 4],
      'scale(2)translate(3 4)': [2, 0, 0, 2, 6, 8],
      'matrix(1 2 3 4 5 6) matrix(7 8 9 10 11 12)': [31, 46, 39, 58, 52, 76],
    }
    for (const [text, matrix] of Object.entries(written)) assert.deepEqual(rounded(readTransform(text)), matrix, text)
  })
})

describe('a box', () => {
  it('is read from a viewBox that has a size', () => {
    assert.deepEqual(viewBoxOf('1 2 30 40'), { left: 1, top: 2, right: 31, bottom: 42 })
    assert.deepEqual(viewBoxOf('-1,-2,.5,5e-1'), { left: -1, top: -2, right: -0.5, bottom: -1.5 })
    for (const text of ['', '0 0 9', '0 0 0 9', '0 0 9 0', '0 0 -9 9']) assert.equal(viewBoxOf(text), undefined, text)
  })

  it('holds all whole points', () => {
    assert.deepEqual(boxOf([3, 9, 1, 4, 2, 8, 7]), { left: 1, top: 4, right: 3, bottom: 9 })
    assert.equal(boxOf([7]), nowhere)
    assert.deepEqual(numbersIn('1-2+.3e1,4.5.6'), [1, -2, 3, 4.5, 0.6])
  })
})
