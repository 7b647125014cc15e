/** Follows gradients and patterns inside of the shapes that they fill. */
import { luminanceOf } from '../luminance.ts'
import { type CleanElement, elementsIn } from '../serialize.ts'
import { identity, type Matrix, multiply, numbersIn, readTransform, sidesOf } from '../work/geometry.ts'
import { attributeOf, numberOf } from '../work/paint-servers.ts'
import type { Fill } from '../work/place.ts'
import { type Filling, type Spot, spread } from './held.ts'
import { inverseOf } from './pose.ts'
import { LEAST_CHANGE } from './turns.ts'

const nothing = { key: 0, lines: 0 }

/** `servers` are those of the fill at some time, and `inside` says what is at a point of the content of a pattern. */
export function fillingOf(fill: Fill, servers: readonly CleanElement[], inside: Filling): Filling {
  const isPattern = servers[0]?.name === 'pattern'
  const { left, top } = fill.box
  const [across, down] = sidesOf(fill.box)
  const isOwn = attributeOf(servers, isPattern ? 'patternUnits' : 'gradientUnits').trim() === 'userSpaceOnUse'
  const box: Matrix = [across, 0, 0, down, left, top]
  const transform = readTransform(attributeOf(servers, isPattern ? 'patternTransform' : 'gradientTransform'))
  const map = [fill.matrix, isPattern || isOwn ? identity : box, transform].reduce(multiply)
  const back = inverseOf(map)
  if (!back) return () => nothing
  const whole = isOwn ? (fill.above?.whole ?? [1, 1]) : ([1, 1] as const)
  const length = (name: string, usual: number, side: 0 | 1) =>
    numberOf(servers, name, usual * whole[side]) * (attributeOf(servers, name).includes('%') ? whole[side] : 1)
  const at = ([a, b, c, d, e, f]: Matrix, { x, y }: Spot) => [a * x + c * y + e, b * x + d * y + f] as const
  if (!isPattern) {
    const phase = servers[0]?.name === 'linearGradient' ? along(length) : around(length)
    const repeats = /repeat|reflect/.test(attributeOf(servers, 'spreadMethod'))
    const edges = edgesOf(servers, repeats)
    return (point) => {
      const part = phase(...at(back, point))
      const passed = (repeats ? part : Math.min(1, Math.max(0, part))) * edges
      // The fields are spread evenly over the distance between two edges.
      return { key: Math.floor(passed + spread(point.n)) & 1, lines: 1 }
    }
  }
  const [wide, high] = isOwn ? [1, 1] : [across, down]
  const [width, height] = [length('width', 0, 0) * wide, length('height', 0, 1) * high]
  if (!(width > 0 && height > 0)) return () => nothing
  const [x, y] = [length('x', 0, 0) * wide + (isOwn ? 0 : left), length('y', 0, 1) * high + (isOwn ? 0 : top)]
  const [viewLeft = 0, viewTop = 0, viewWidth, viewHeight] = numbersIn(attributeOf(servers, 'viewBox'))
  const isShare = /BoundingBox/.test(attributeOf(servers, 'patternContentUnits'))
  const [contentX, contentY] =
    viewWidth && viewHeight ? [viewWidth / width, viewHeight / height] : isShare ? [1 / across, 1 / down] : [1, 1]
  return (point) => {
    const [tileX, tileY] = at(back, point)
    const [ownX, ownY] = [rest(tileX - x, width) * contentX + viewLeft, rest(tileY - y, height) * contentY + viewTop]
    const [insideX, insideY] = at(fill.inside, { x: ownX, y: ownY, n: point.n })
    return inside({ x: insideX, y: insideY, n: point.n })
  }
}

const rest = (number: number, whole: number) => ((number % whole) + whole) % whole

type Length = (name: string, usual: number, side: 0 | 1) => number

/** How far along a linear gradient a point is: 0 at its beginning and 1 at its end. */
function along(length: Length) {
  const [x1, y1] = [length('x1', 0, 0), length('y1', 0, 1)]
  const [dx, dy] = [length('x2', 1, 0) - x1, length('y2', 0, 1) - y1]
  return (x: number, y: number) => ((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy || Number.EPSILON)
}

/** How far from the focus of a radial gradient a point is: 1 on its circle. */
function around(length: Length) {
  const [cx, cy, r] = [length('cx', 0.5, 0), length('cy', 0.5, 1), length('r', 0.5, 0)]
  const [ownX, ownY] = [length('fx', Number.NaN, 0), length('fy', Number.NaN, 1)]
  const [fx, fy] = [Number.isNaN(ownX) ? cx : ownX, Number.isNaN(ownY) ? cy : ownY]
  const [dx, dy] = [cx - fx, cy - fy]
  const a = Math.min(dx * dx + dy * dy - r * r, -Number.EPSILON)
  return (x: number, y: number) => {
    const product = (x - fx) * dx + (y - fy) * dy
    return (product - Math.hypot(product, Math.sqrt(-a) * Math.hypot(x - fx, y - fy))) / a
  }
}

/** The changes of brightness between the stops. What is not known counts as one. */
function edgesOf(servers: readonly CleanElement[], repeats: boolean): number {
  const stops =
    servers
      .map((server) => elementsIn(server).filter(({ name }) => name === 'stop'))
      .find(({ length }) => length > 0) ?? []
  const levels = stops.map(({ attributes }) =>
    attributes.has('stop-opacity') ? undefined : luminanceOf(attributes.get('stop-color') ?? ''),
  )
  let edges = repeats ? 1 : 0
  for (const [n, level] of levels.slice(1).entries()) {
    const before = levels[n]
    if (level === undefined || before === undefined || Math.abs(level - before) >= LEAST_CHANGE) edges++
  }
  return Math.max(repeats ? 2 : 1, edges)
}
