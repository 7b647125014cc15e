/** The outlines and the ways that moving shapes are followed by, as geometry defines them. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { along } from '../../../../src/articles/checks/svg/flashing/along.ts'
import { fillingOf } from '../../../../src/articles/checks/svg/flashing/fillings.ts'
import { inverseOf } from '../../../../src/articles/checks/svg/flashing/pose.ts'
import { lengthBetween } from '../../../../src/articles/checks/svg/flashing/reached.ts'
import { ofPath, subpathsOf } from '../../../../src/articles/checks/svg/flashing/subpaths.ts'
import { textBetween, turnIn } from '../../../../src/articles/checks/svg/flashing/texts.ts'
import { mapOf, partsOf } from '../../../../src/articles/checks/svg/flashing/tracks.ts'
import { identity, type Matrix } from '../../../../src/articles/checks/svg/work/geometry.ts'
import type { Painted } from '../../../../src/articles/checks/svg/work/place.ts'

const near = (found: readonly number[], expected: readonly number[], tolerance = 1e-3) => {
  const isNear = found.length === expected.length && found.every((n, k) => Math.abs(n - (expected[k] ?? 0)) < tolerance)
  assert.ok(isNear, `${found} is not ${expected}`)
}
const pairs = (points: readonly number[]) =>
  Array.from({ length: points.length / 2 }, (_, n) => [points[2 * n] ?? 0, points[2 * n + 1] ?? 0] as const)

/** The centre and the radii of each arc, how many degrees it is long, and a point that it passes. */
const arcs: Record<string, { centre: number[]; radii: number[]; degrees: number; passes: number[] }> = {
  'M0 0A5 5 0 0 1 10 0': { centre: [5, 0], radii: [5, 5], degrees: 180, passes: [5, -5] },
  'M0 0A5 5 0 0 0 10 0': { centre: [5, 0], radii: [5, 5], degrees: 180, passes: [5, 5] },
  'M0 0A5 5 0 0 1 5 5': { centre: [0, 5], radii: [5, 5], degrees: 90, passes: [3.536, 1.464] },
  'M0 0A5 5 0 0 0 5 5': { centre: [5, 0], radii: [5, 5], degrees: 90, passes: [1.464, 3.536] },
  'M0 0A5 5 0 1 1 5 5': { centre: [5, 0], radii: [5, 5], degrees: 270, passes: [10, 0] },
  'M0 0A5 5 0 1 0 5 5': { centre: [0, 5], radii: [5, 5], degrees: 270, passes: [0, 10] },
  'M3 4A5 5 0 0 1 8 9': { centre: [3, 9], radii: [5, 5], degrees: 90, passes: [6.536, 5.464] },
  'M0 0a10 5 0 0 1 20 0': { centre: [10, 0], radii: [10, 5], degrees: 180, passes: [10, -5] },
  'M0 0A10 5 0 1 1 10 5': { centre: [10, 0], radii: [10, 5], degrees: 270, passes: [20, 0] },
  'M0 0A-5 5 0 0 1 10 0': { centre: [5, 0], radii: [5, 5], degrees: 180, passes: [5, -5] },
  'M0 0A1 1 0 0 1 10 0': { centre: [5, 0], radii: [5, 5], degrees: 180, passes: [5, -5] },
  'M0 0A2 1 0 0 1 20 0': { centre: [10, 0], radii: [10, 5], degrees: 180, passes: [10, -5] },
}
const outlines: Record<string, number[][]> = {
  'M0 0A0 5 0 0 1 10 0': [[0, 0, 10, 0]],
  'M0 0A5 5 0 0 1 0 0': [[0, 0, 0, 0]],
  'M0 0Q5 10 10 0': [[0, 0, 2.5, 3.75, 5, 5, 7.5, 3.75, 10, 0]],
  'M0 0C0 10 10 10 10 0': [[0, 0, 1.5625, 5.625, 5, 7.5, 8.4375, 5.625, 10, 0]],
  'M1 1h2v2zm5 5l1 0': [
    [1, 1, 3, 1, 3, 3, 1, 1],
    [6, 6, 7, 6],
  ],
}

describe('outlines', () => {
  for (const [data, { centre, radii, degrees, passes }] of Object.entries(arcs))
    it(`follow the ellipse of an arc: ${data}`, () => {
      const [points = []] = ofPath(data)
      const [cx = 0, cy = 0, rx = 1, ry = 1] = [...centre, ...radii]
      for (const [x, y] of pairs(points)) near([Math.hypot((x - cx) / rx, (y - cy) / ry)], [1])
      assert.equal(points.length / 2, 1 + degrees / 15)
      assert.ok(
        pairs(points).some(([x, y]) => Math.hypot(x - (passes[0] ?? 0), y - (passes[1] ?? 0)) < 0.01),
        `passes ${passes}: ${points}`,
      )
    })
  for (const [data, lines] of Object.entries(outlines))
    it(`have these points: ${data}`, () =>
      assert.deepEqual(
        ofPath(data).map((line) => line.map((n) => Math.round(n * 1e6) / 1e6)),
        lines,
      ))
})

describe('the outline of a circle', () => {
  it('is closed', () => {
    const size = () => 5
    const lengths = { across: size, down: size, along: size, font: 16 }
    const [points = []] = subpathsOf(elementOf('circle', {}), new Map(), lengths)
    for (const [x, y] of pairs(points)) near([Math.hypot(x - 5, y - 5)], [5])
    near(points.slice(-2), points.slice(0, 2))
  })
})

const corner = [0, 0, 10, 0, 10, 10]
const ways: [points: number[], turned: number, isAuto: boolean, part: number, map: number[]][] = [
  [corner, 0, true, 0, [1, 0, 0, 1, 0, 0]],
  [corner, 0, true, 0.25, [1, 0, 0, 1, 5, 0]],
  [corner, 0, true, 0.5, [0, 1, -1, 0, 10, 0]],
  [corner, 0, true, 0.75, [0, 1, -1, 0, 10, 5]],
  [corner, 0, true, 1, [0, 1, -1, 0, 10, 10]],
  [corner, 90, false, 0.25, [0, 1, -1, 0, 5, 0]],
  [corner, 180, true, 0.75, [0, -1, 1, 0, 10, 5]],
  [[3, 4], 90, true, 0.5, [1, 0, 0, 1, 3, 4]],
  [[2, 2, 2, 2, 6, 5], 0, false, 0.5, [1, 0, 0, 1, 4, 3.5]],
]
describe('a way', () => {
  for (const [points, turned, isAuto, part, map] of ways)
    it(`leads along ${points} to ${part} of its length, turned by ${turned}${isAuto ? ' and its direction' : ''}`, () =>
      near(along(points, { turned, isAuto }).at(part), map))
  it('is as long as its lines', () => assert.equal(along([0, 0, 3, 4, 3, 5], { turned: 0, isAuto: false }).length, 6))
})

/** What transforms do where a hundred percent are 200 across and 100 down. */
const transforms: [property: string, value: string, map: number[]][] = [
  ['transform', 'translate(3px)', [1, 0, 0, 1, 3, 0]],
  ['transform', 'translate(3px, 50%)', [1, 0, 0, 1, 3, 50]],
  ['transform', 'translate(10%, 4)', [1, 0, 0, 1, 20, 4]],
  ['transform', 'translateX(1em) translateY(1in)', [1, 0, 0, 1, 16, 96]],
  ['transform', 'translate3d(1cm, 10mm, 5px)', [1, 0, 0, 1, 37.795, 37.795]],
  ['transform', 'translate(3pt, 1pc)', [1, 0, 0, 1, 4, 16]],
  ['transform', 'scale(2)', [2, 0, 0, 2, 0, 0]],
  ['transform', 'scale(2, 50%)', [2, 0, 0, 0.5, 0, 0]],
  ['transform', 'scaleX(3) scaleY(-2)', [3, 0, 0, -2, 0, 0]],
  ['transform', 'scale3d(2, 3, 4)', [2, 0, 0, 3, 0, 0]],
  ['transform', 'rotate(90deg)', [0, 1, -1, 0, 0, 0]],
  ['transform', 'rotateZ(.25turn)', [0, 1, -1, 0, 0, 0]],
  ['transform', 'rotate(100grad)', [0, 1, -1, 0, 0, 0]],
  ['transform', 'rotate(1.5708rad)', [0, 1, -1, 0, 0, 0]],
  ['transform', 'rotate(90 10 0)', [0, 1, -1, 0, 10, -10]],
  ['transform', 'rotateX(60deg)', [1, 0, 0, 0.5, 0, 0]],
  ['transform', 'rotateY(60deg)', [0.5, 0, 0, 1, 0, 0]],
  ['transform', 'rotate3d(1, 0, 0, 60deg)', [1, 0, 0, 0.5, 0, 0]],
  ['transform', 'rotate3d(0, 1, 0, 60deg)', [0.5, 0, 0, 1, 0, 0]],
  ['transform', 'rotate3d(0, 0, 1, 90deg)', [0, 1, -1, 0, 0, 0]],
  ['transform', 'skewX(45deg)', [1, 0, 1, 1, 0, 0]],
  ['transform', 'skew(45deg)', [1, 0, 1, 1, 0, 0]],
  ['transform', 'skewY(45deg)', [1, 1, 0, 1, 0, 0]],
  ['transform', 'matrix(1, 2, 3, 4, 5, 6)', [1, 2, 3, 4, 5, 6]],
  ['transform', 'matrix3d(1,2,0,0, 3,4,0,0, 0,0,1,0, 5,6,0,1)', [1, 2, 3, 4, 5, 6]],
  ['transform', 'translate(10px, 0) rotate(90deg) scale(2)', [0, 2, -2, 0, 10, 0]],
  ['transform', 'none', [1, 0, 0, 1, 0, 0]],
  ['translate', '3px', [1, 0, 0, 1, 3, 0]],
  ['translate', '50% 50%', [1, 0, 0, 1, 100, 50]],
  ['scale', '2', [2, 0, 0, 2, 0, 0]],
  ['scale', '2 3', [2, 0, 0, 3, 0, 0]],
  ['rotate', '90deg', [0, 1, -1, 0, 0, 0]],
  ['rotate', 'x 60deg', [1, 0, 0, 0.5, 0, 0]],
  ['rotate', 'y 60deg', [0.5, 0, 0, 1, 0, 0]],
  ['rotate', '1 0 0 60deg', [1, 0, 0, 0.5, 0, 0]],
  ['rotate', 'z 90deg', [0, 1, -1, 0, 0, 0]],
]
describe('a transform', () => {
  for (const [property, value, map] of transforms)
    it(`is this map: ${property}: ${value}`, () => near(mapOf(partsOf(property, value), [200, 100]), map))

  it('leads back by its inverse', () => {
    near(inverseOf([2, 0, 0, 4, 6, 8]) ?? [], [0.5, 0, 0, 0.25, -3, -2])
    near(inverseOf([0, 1, -1, 0, 5, 7]) ?? [], [0, -1, 1, 0, -7, 5])
    near(inverseOf([1, 2, 3, 4, 5, 6]) ?? [], [-2, 1, 1.5, -0.5, 1, -2])
    assert.equal(inverseOf([1, 2, 2, 4, 0, 0]), undefined)
  })
})

describe('an angle', () => {
  for (const [text, degrees] of Object.entries({
    '90deg': 90,
    '.25turn': 90,
    '100grad': 90,
    '3.14159rad': 180,
    'auto 45deg': 45,
    'auto -45deg': -45,
    reverse: 180,
    auto: 0,
    30: 30,
  }))
    it(`is ${degrees} degrees: ${text}`, () => near([turnIn(text)], [degrees]))
})

describe('a value', () => {
  const between: [from: string, to: string, share: number, value: string][] = [
    ['0', '10', 0.25, '2.5'],
    ['M0 0L4 8', 'M2 2L8 0', 0.5, 'M1 1L6 4'],
    ['0', '10px', 0.5, '5px'],
    ['10px', '0', 0.25, '7.5px'],
    ['M0 0', 'L9 9', 0.4, 'M0 0'],
    ['M0 0', 'L9 9', 0.5, 'L9 9'],
    ['a', '1', 0, 'a'],
  ]
  for (const [from, to, share, value] of between)
    it(`is ${value} after ${share} of the way from ${from} to ${to}`, () =>
      assert.equal(textBetween(from, to, share), value))
})

describe('a length', () => {
  const [none, some, part] = [
    { number: 0, isPercent: false },
    { number: 10, isPercent: false },
    { number: 50, isPercent: true },
  ]
  it('is mixed with a percentage only where one of them is zero', () => {
    assert.deepEqual(lengthBetween(none, part, 0.5), { number: 25, isPercent: true })
    assert.deepEqual(lengthBetween(part, none, 0.5), { number: 25, isPercent: true })
    assert.deepEqual(
      [0.4, 0.5].map((share) => lengthBetween(some, part, share)),
      [some, part],
    )
  })
})

type Attributes = Record<string, string>
const elementOf = (name: string, attributes: Attributes, colours: readonly string[] = []) => ({
  name,
  attributes: new Map(Object.entries(attributes)),
  children: colours.map((colour) => ({
    name: 'stop',
    attributes: new Map([['stop-color', colour]]),
    children: [],
  })),
})
const filling = (
  element: ReturnType<typeof elementOf>,
  inside: Parameters<typeof fillingOf>[2],
  { matrix = identity, whole }: { matrix?: Matrix | undefined; whole?: [number, number] | undefined } = {},
) =>
  fillingOf(
    {
      servers: [element],
      box: { left: 10, top: 20, right: 50, bottom: 40 },
      matrix,
      above: whole && ({ whole } as unknown as Painted),
      marks: [],
      inside: identity,
    },
    [element],
    inside,
  )
const own = { patternUnits: 'userSpaceOnUse' }
/** Where in the content of a tile a point is. */
const tiles: [
  attributes: Attributes,
  point: [number, number],
  inside: [number, number],
  matrix?: Matrix | undefined,
  whole?: [number, number],
][] = [
  [{ ...own, width: '4', height: '5' }, [9, 12], [1, 2]],
  [{ ...own, width: '4', height: '5' }, [-1, -1], [3, 4]],
  [{ ...own, width: '4', height: '5', x: '1', y: '2' }, [9, 12], [0, 0]],
  [{ ...own, width: '4', height: '5' }, [9, 12], [0.5, 1], [2, 0, 0, 2, 0, 0]],
  [{ ...own, width: '4', height: '5', patternTransform: 'translate(1 1)' }, [9, 12], [0, 1]],
  [{ ...own, width: '4', height: '5', viewBox: '10 20 8 20' }, [9, 12], [12, 28]],
  [{ ...own, width: '10%', height: '25%', x: '2.5%', y: '10%' }, [10, 13], [1, 1], identity, [40, 20]],
  [{ width: '.25', height: '50%' }, [23, 36], [3, 6]],
  [{ width: '.25', height: '.5', x: '.1', y: '.1' }, [23, 36], [9, 4]],
  [{ width: '.25', height: '.5', patternContentUnits: 'objectBoundingBox' }, [23, 36], [0.075, 0.3]],
]
const space = { gradientUnits: 'userSpaceOnUse' }
type Gradient = [
  name: string,
  attributes: Attributes,
  from: [number, number],
  to: [number, number],
  edges: number,
  whole?: [number, number],
]
/** How often a gradient from black to white, repeated without end, changes between its first and its last point. */
const gradients: Gradient[] = [
  ['linearGradient', { ...space, x2: '2' }, [0, 0], [10, 0], 10],
  ['linearGradient', { ...space, x2: '2' }, [0, 0], [0, 10], 0],
  ['linearGradient', { ...space, x1: '1', x2: '3' }, [0, 0], [10, 0], 10],
  ['linearGradient', { ...space, x2: '0', y2: '2' }, [0, 0], [0, 10], 10],
  ['linearGradient', { ...space, x2: '0', y1: '4', y2: '8' }, [0, 0], [0, 12], 6],
  ['linearGradient', { ...space, x2: '2', y2: '2' }, [0, 0], [10, 10], 10],
  ['linearGradient', { ...space, x2: '2', y2: '2' }, [0, 10], [10, 0], 0],
  ['linearGradient', { ...space, x2: '2', gradientTransform: 'rotate(90)' }, [0, 0], [0, 10], 10],
  ['linearGradient', { x2: '.1' }, [10, 20], [50, 20], 20],
  ['linearGradient', { x2: '0', y2: '20%' }, [10, 20], [10, 40], 10],
  ['radialGradient', { ...space, cx: '0', cy: '0', r: '2' }, [0, 0], [10, 0], 10],
  ['radialGradient', { ...space, cx: '0', cy: '0', r: '2' }, [0, 0], [6, 8], 10],
  ['radialGradient', { ...space, cx: '3', cy: '1', r: '2' }, [3, 1], [3, 11], 10],
  ['radialGradient', { ...space, cx: '0', cy: '0', r: '2', fx: '1', fy: '0' }, [1, 0], [11, 0], 20],
  ['radialGradient', { ...space, cx: '2', cy: '2', r: '4', fx: '0', fy: '2' }, [0, 2], [12, 2], 4],
  ['radialGradient', { ...space, cx: '2', cy: '2', r: '4', fx: '2', fy: '0' }, [2, 0], [2, 12], 4],
  ['radialGradient', { r: '.1' }, [30, 30], [50, 30], 10],
  ['linearGradient', { ...space, x2: '5%' }, [0, 0], [10, 0], 10, [40, 20]],
  ['linearGradient', { ...space, x2: '0', y2: '10%' }, [0, 0], [0, 10], 10, [40, 20]],
  ['radialGradient', { ...space, cx: '0', cy: '0', r: '2', fx: '2.5%' }, [1, 0], [11, 0], 20, [40, 20]],
  ['radialGradient', { ...space, cx: '0', cy: '0', r: '2', fy: '5%' }, [0, 1], [0, 11], 20, [40, 20]],
]
describe('a fill', () => {
  for (const [attributes, [x, y], expected, matrix, whole] of tiles)
    it(`shows the point ${expected} of a tile at ${x} ${y}: ${JSON.stringify({ ...attributes, matrix, whole })}`, () => {
      let found: number[] = []
      const inside = (spot: { x: number; y: number }) => {
        found = [spot.x, spot.y]
        return { key: 7, lines: 3 }
      }
      const answer = filling(elementOf('pattern', attributes), inside, { matrix, whole })({ x, y, n: 0 })
      near(found, expected)
      assert.deepEqual(answer, { key: 7, lines: 3 })
    })
  it('shows nothing if its tiles have no size', () => {
    for (const size of [{ width: '4' }, { height: '5' }, { width: '4', height: '0' }]) {
      const pattern = elementOf('pattern', { ...own, ...size })
      assert.deepEqual(filling(pattern, () => assert.fail('no tile'))({ x: 9, y: 12, n: 0 }), { key: 0, lines: 0 })
    }
  })
  for (const [name, attributes, from, to, edges, whole] of gradients)
    it(`changes ${edges} times from ${from} to ${to}: ${name} ${JSON.stringify(attributes)}`, () => {
      const repeated = elementOf(name, { ...attributes, spreadMethod: 'repeat' }, ['#000', '#fff'])
      const at = filling(repeated, () => assert.fail('a gradient has no content'), { whole })
      const steps = 997 // more than enough, and no multiple of the edges
      const keys = Array.from({ length: steps + 1 }, (_, k) => {
        const share = (k + 0.5) / (steps + 1)
        return at({ x: from[0] + share * (to[0] - from[0]), y: from[1] + share * (to[1] - from[1]), n: 0 }).key
      })
      // The last edge may be at the end itself.
      const changes = keys.slice(1).filter((key, k) => key !== keys[k]).length
      assert.ok(changes === edges || changes === edges - 1, `${changes}`)
    })
})
