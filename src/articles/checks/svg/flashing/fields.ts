/**
 * Divides the picture into fields like a chessboard, and finds which of them animated elements cover wherever they are
 * drawn.
 */
import { fixed } from '../../../../settings/limits.ts'
import type { CleanElement } from '../serialize.ts'
import { TooMuchWork, WorkAccount } from '../work/account.ts'
import { type Box, partOf } from '../work/geometry.ts'
import { measurePainting } from '../work/paint.ts'
import type { Reported } from '../work/painter.ts'
import { type Animation, isUsedElsewhere, type Target } from './animations.ts'
import { namedBy } from './css.ts'
import { type Look, looksIn } from './held.ts'
import { largestForm } from './largest.ts'
import type { Motions, Passed, Point } from './motions.ts'

const SIDE = 8
const everywhere = Array.from({ length: SIDE * SIDE }, (_, n) => n)
/** Only the size of a moving element is known. From this part of the picture on, it counts as covering every field. */
const LARGE_PART = 1 / 4
/** So that a drawing is followed in a fraction of a second. */
const WORK_OF_LINE = 1e-2

const reaching = /^(?:vector-effect|stroke-(?:linejoin|miterlimit))$/

export class Fields {
  readonly count = everywhere.length
  readonly #covered = new Map<CleanElement, Set<number>>()
  readonly #byName = new Map<string, Target[]>()

  /** Its background and its border surround all that is drawn. */
  readonly #root: CleanElement

  readonly #motions: Motions
  /** When edges pass the middle of each field. */
  readonly passed: Passed[] = []
  /** Whether the drawing is too much work to be examined as a whole. */
  isTooMuch = false

  constructor(root: CleanElement, animations: readonly Animation[], motions: Motions) {
    this.#root = root
    this.#motions = motions
    for (const { target } of animations)
      if (typeof target === 'object') this.#covered.set(target.element, new Set())
      else if (target !== undefined) this.#byName.set(target, [])
  }

  /** How far a stroke reaches that is not scaled with the drawing, or whose corners change, is not known. */
  of(element: CleanElement, { runs }: Animation): Iterable<number> {
    const isAnywhere = isUsedElsewhere(element) || runs.some(({ property }) => reaching.test(property))
    return isAnywhere || element === this.#root ? everywhere : (this.#covered.get(element) ?? [])
  }

  targetsOf({ target }: Animation): readonly Target[] {
    return typeof target === 'object' ? [target] : (this.#byName.get(target ?? '') ?? [])
  }

  /** Finds what each animated element covers, in the largest form of the drawing. */
  paint(): void {
    if (this.#covered.size === 0 && this.#byName.size === 0 && !this.#motions.areAny) return
    const { root: largest, originals } = largestForm(this.#root)
    const looks = this.#motions.areAny ? looksIn(largest) : new Map<CleanElement, Look>()
    const account = new WorkAccount(fixed.svgFollowWorkMax)
    const count = (lines: number) => account.addOnce('shapes', lines * WORK_OF_LINE)
    try {
      let points: Point[] = []
      const marks = measurePainting(largest, account, (painted) => {
        this.#paint({ ...painted, element: originals.get(painted.element) ?? painted.element })
        points = everywhere.map((field) => middleOf(field, painted.canvas))
      })
      if (this.#motions.areAny) this.passed.push(...this.#motions.passed(marks, { points, looks, originals, count }))
    } catch (error) {
      if (!(error instanceof TooMuchWork)) throw error
      this.isTooMuch = true
    }
  }

  #paint({ element, values, box, canvas, isFloating }: Reported): void {
    if (this.#byName.size > 0 && (values.has('animation') || values.has('animation-name'))) this.#name(element, values)
    const covered = this.#covered.get(element)
    if (!covered || covered.size === this.count) return
    const isAnywhere = isFloating && partOf(box, canvas) >= LARGE_PART
    for (const field of everywhere) if (isAnywhere || holdsMiddle(box, canvas, field)) covered.add(field)
  }

  #named = new Set<CleanElement>()
  #name(element: CleanElement, values: Reported['values']) {
    if (this.#named.has(element)) return
    this.#named.add(element)
    const { names, delay } = namedBy(values, this.#byName.keys())
    for (const name of names) this.#byName.get(name)?.push({ element, delay })
    if (!this.#covered.has(element)) this.#covered.set(element, new Set())
  }
}

function middleOf(field: number, { left, top, right, bottom }: Box): Point {
  const x = left + ((right - left) * ((field % SIDE) + 0.5)) / SIDE
  return [x, top + ((bottom - top) * (Math.floor(field / SIDE) + 0.5)) / SIDE]
}

function holdsMiddle(box: Box, canvas: Box, field: number): boolean {
  const [x, y] = middleOf(field, canvas)
  return x >= box.left && x <= box.right && y >= box.top && y <= box.bottom
}
