/**
 * Decides whether stripes move so fast over a large part of the picture that its points flash. Rotation is not judged.
 */
import { fixed } from '../../../../settings/limits.ts'
import type { CleanElement } from '../serialize.ts'
import { areaOf, type Box, coverage } from '../work/geometry.ts'
import type { Painted } from '../work/painter.ts'
import { namedBy } from './css.ts'
import { readCssMoves, readSmilMoves } from './moves.ts'
import { edgesPerSecond, type Stop, type Travel } from './travel.ts'

const CHANGES_MAX = fixed.svgFlashesPerSecondMax * 2
/** Movement over a smaller part of the picture is harmless, like other small flashes. */
const LEAST_PART = 1 / 4

export class Stripes {
  readonly #byElement: ReadonlyMap<CleanElement, Travel[]>
  readonly #byName: ReadonlyMap<string, Travel[]>
  /**
   * `#part` is the part of the picture where one element alone changes too often. `#all` is the average number of
   * changes over the whole picture.
   */
  #part = 0
  #all = 0

  constructor(root: CleanElement) {
    this.#byElement = readSmilMoves(root)
    this.#byName = readCssMoves(root)
  }

  get flash(): boolean {
    return this.#part >= LEAST_PART || this.#all > CHANGES_MAX
  }

  paint({ element, values, box, canvas, isFloating, matrix: [a, b, c, d], whole, edges }: Painted): void {
    const travels = [...(this.#byElement.get(element) ?? []), ...this.#named(values)]
    const area = areaOf(box)
    if (travels.length === 0 || !(area > 0)) return
    const onCanvas = ({ at, x, y, percent }: Stop): Stop => {
      const [dx, dy] = [x + percent.x * whole[0], y + percent.y * whole[1]]
      return { at, x: a * dx + c * dy, y: b * dx + d * dy, percent }
    }
    const [own, window] = [sidesOf(box), sidesOf(canvas)]
    const extent = { area, width: Math.min(own.x, window.x), height: Math.min(own.y, window.y) }
    const changes = travels.map((travel) =>
      edgesPerSecond({ ...travel, stops: travel.stops.map(onCanvas) }, edges, extent),
    )
    const most = changes.reduce((sum, each) => sum + each, 0)
    const part = isFloating ? mostSeen(box, canvas) : coverage(box, canvas)
    this.#all += most * part
    if (most > CHANGES_MAX) this.#part += part
  }

  #named(values: Painted['values']): Travel[] {
    if (this.#byName.size === 0 || !(values.has('animation') || values.has('animation-name'))) return []
    return [...namedBy(values).names].flatMap((name) => this.#byName.get(name) ?? [])
  }
}

/** The largest part of the picture that a box can cover, wherever it is. */
function mostSeen(box: Box, canvas: Box): number {
  const side = (from: 'left' | 'top', to: 'right' | 'bottom') =>
    Math.min(1, (box[to] - box[from]) / (canvas[to] - canvas[from]))
  return side('left', 'right') * side('top', 'bottom')
}

const sidesOf = ({ left, top, right, bottom }: Box) => ({ x: right - left, y: bottom - top })
