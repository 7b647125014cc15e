/** The points and the outlines of shapes. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { outlineOf, pathPoints } from '../../../../../src/articles/checks/svg/work/outline.ts'
import { cleanOf } from './estimate.ts'

const rounded = (numbers: readonly number[]) => numbers.map((number) => Math.round(number * 1e4) / 1e4)

describe('the points of path data', () => {
  it('are the ends and the control points of each command', () => {
    const written: Record<string, number[]> = {
      'M1 2': [1, 2],
      'm1 2 3 4': [1, 2, 4, 6],
      'M1 2 3 4': [1, 2, 3, 4],
      'M1 2L3 4 5 6': [1, 2, 3, 4, 5, 6],
      'M1 2l3 4 5 6': [1, 2, 4, 6, 9, 12],
      'M1 2H5h-1': [1, 2, 5, 2, 4, 2],
      'M1 2V5v-1 3': [1, 2, 1, 5, 1, 4, 1, 7],
      'M1 2T3 4t5 6': [1, 2, 3, 4, 8, 10],
      'M1 2S3 4 5 6': [1, 2, 3, 4, 5, 6],
      'M1 2s3 4 5 6': [1, 2, 4, 6, 6, 8],
      'M1 2Q3 4 5 6q1 1 2 2': [1, 2, 3, 4, 5, 6, 6, 7, 7, 8],
      'M1 2C3 4 5 6 7 8': [1, 2, 3, 4, 5, 6, 7, 8],
      'M1 2c3 4 5 6 7 8': [1, 2, 4, 6, 6, 8, 8, 10],
      'M1 2h5zh3': [1, 2, 6, 2, 1, 2, 4, 2],
      'M1 2h5Zm3 4h1z': [1, 2, 6, 2, 1, 2, 4, 6, 5, 6, 4, 6],
      'M1 2L3': [1, 2],
      'M1 2L3 4 5': [1, 2, 3, 4],
      h3v4: [3, 0, 3, 4],
    }
    for (const [data, points] of Object.entries(written)) assert.deepEqual(pathPoints(data), points, data)
  })

  it('reach beyond the ends of an arc by its radii, or by half of its chord if it is small', () => {
    const written: Record<string, number[]> = {
      'M10 20A3 5 0 1 0 14 23': [10, 20, 7, 15, 17, 28, 14, 23],
      'M10 20a3 5 0 1 0 4 3': [10, 20, 7, 15, 17, 28, 14, 23],
      'M10 20A3 5 0 1 0 6 17': [10, 20, 3, 12, 13, 25, 6, 17],
      'M10 20A-30 -50 0 1 0 14 23': [10, 20, -20, -30, 44, 73, 14, 23],
      // The chord is 5 long, and the longer radius 5 / 3 of the shorter one.
      'M10 20A30 50 0 0 0 14 23': [10, 20, 5.8333, 15.8333, 18.1667, 27.1667, 14, 23],
      'M10 20A50 30 0 0 0 14 23': [10, 20, 5.8333, 15.8333, 18.1667, 27.1667, 14, 23],
      'M10 20A30 50 0 0014 23': [10, 20, 5.8333, 15.8333, 18.1667, 27.1667, 14, 23],
      'M10 20A4 9 0 0 0 14 23': [10, 20, 6, 14.375, 18, 28.625, 14, 23],
      'M10 20a3 5 0 104 3 3 5 0 1 1 1 1': [10, 20, 7, 15, 17, 28, 14, 23, 11, 18, 18, 29, 15, 24],
      'M10 20A3 5 0 1 0 14': [10, 20],
    }
    for (const [data, points] of Object.entries(written)) assert.deepEqual(rounded(pathPoints(data)), points, data)
  })
})

describe('the outline of a shape', () => {
  it('has its box, its lengths, its corners and its crossings', () => {
    const shapes: Record<string, [box: number[], lengths: number[], vertices: number, crossings: number]> = {
      '<rect x="1" y="2" width="30" height="40"/>': [[1, 2, 31, 42], [140], 4, 0],
      '<circle cx="10" cy="20" r="5"/>': [[5, 15, 15, 25], [31.4159], 4, 0],
      '<ellipse cx="10" cy="20" rx="5" ry="7"/>': [[5, 13, 15, 27], [37.6991], 4, 0],
      '<ellipse rx="5"/>': [[-5, -5, 5, 5], [31.4159], 4, 0],
      '<ellipse ry="7"/>': [[-7, -7, 7, 7], [43.9823], 4, 0],
      '<line x1="1" y1="2" x2="4" y2="6"/>': [[1, 2, 4, 6], [5], 2, 1],
      '<polyline points="0 0 3 4 0 8"/>': [[0, 0, 3, 8], [10], 3, 2],
      '<polygon points="0 0 3 4 0 0 3 4"/>': [[0, 0, 3, 4], [15], 4, 9],
      '<path d="M0 0h5"/>': [[0, 0, 5, 0], [5], 2, 0],
      '<path d="M7 8"/>': [[7, 8, 7, 8], [0], 1, 0],
    }
    const unit = (attributes: ReadonlyMap<string, string>) => (name: string) => Number(attributes.get(name) ?? 0)
    for (const [source, expected] of Object.entries(shapes)) {
      const element = cleanOf(source).children[0]
      assert.ok(typeof element === 'object')
      const values = new Map([...element.attributes].map(([name, value]) => [name, [value]]))
      const [across, down, along] = Array(3).fill(unit(element.attributes))
      const { box, length, vertices, crossings } = outlineOf(element, values, {
        across,
        down,
        along,
        known: new Map(),
      })
      const { left, top, right, bottom } = box
      assert.deepEqual([[left, top, right, bottom], rounded([length]), vertices, crossings], expected, source)
    }
  })
})
