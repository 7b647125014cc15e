/**
 * Divides the picture into fields like a chessboard, and finds which of them animated elements cover wherever they are
 * drawn.
 */
import { fixed } from '../../../../settings/limits.ts'
import type { CleanElement } from '../serialize.ts'
import { TooMuchWork, WorkAccount } from '../work/account.ts'
import { type Box, partOf } from '../work/geometry.ts'
import { measurePainting } from '../work/paint.ts'
import type { Painted } from '../work/painter.ts'
import { type Animation, isUsedElsewhere, type Target } from './animations.ts'
import { namedBy } from './css.ts'
import { largestForm } from './largest.ts'

const SIDE = 8
const everywhere = Array.from({ length: SIDE * SIDE }, (_, n) => n)
/** Only the size of a moving element is known. From this part of the picture on, it counts as covering every field. */
const LARGE_PART = 1 / 4
export class Fields {
  readonly count = everywhere.length
  readonly #covered = new Map<CleanElement, Set<number>>()
  readonly #byName = new Map<string, Target[]>()

  /** Its background and its border surround all that is drawn. */
  readonly #root: CleanElement

  constructor(root: CleanElement, animations: readonly Animation[]) {
    this.#root = root
    for (const { target } of animations)
      if (typeof target === 'object') this.#covered.set(target.element, new Set())
      else if (target !== undefined) this.#byName.set(target, [])
  }

  of(element: CleanElement): Iterable<number> {
    return isUsedElsewhere(element) || element === this.#root ? everywhere : (this.#covered.get(element) ?? [])
  }

  targetsOf({ target }: Animation): readonly Target[] {
    return typeof target === 'object' ? [target] : (this.#byName.get(target ?? '') ?? [])
  }

  /** Finds what each animated element covers. In a drawing that is too much work, it stops at the limit. */
  paint(): void {
    if (this.#covered.size === 0 && this.#byName.size === 0) return
    const { root: largest, originals } = largestForm(this.#root)
    try {
      measurePainting(largest, new WorkAccount(fixed.svgPaintWorkMax), (painted) =>
        this.#paint({ ...painted, element: originals.get(painted.element) ?? painted.element }),
      )
    } catch (error) {
      if (!(error instanceof TooMuchWork)) throw error
    }
  }

  #paint({ element, values, box, canvas, isFloating }: Painted): void {
    if (this.#byName.size > 0 && (values.has('animation') || values.has('animation-name'))) this.#name(element, values)
    const covered = this.#covered.get(element)
    if (!covered || covered.size === this.count) return
    const isAnywhere = isFloating && partOf(box, canvas) >= LARGE_PART
    for (const field of everywhere) if (isAnywhere || holdsMiddle(box, canvas, field)) covered.add(field)
  }

  #named = new Set<CleanElement>()
  #name(element: CleanElement, values: Painted['values']) {
    if (this.#named.has(element)) return
    this.#named.add(element)
    const { names, delay } = namedBy(values)
    for (const name of names) this.#byName.get(name)?.push({ element, delay })
    if (!this.#covered.has(element)) this.#covered.set(element, new Set())
  }
}

function holdsMiddle(box: Box, { left, top, right, bottom }: Box, field: number): boolean {
  const x = left + ((right - left) * ((field % SIDE) + 0.5)) / SIDE
  const y = top + ((bottom - top) * (Math.floor(field / SIDE) + 0.5)) / SIDE
  return x >= box.left && x <= box.right && y >= box.top && y <= box.bottom
}
