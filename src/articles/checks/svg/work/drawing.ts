/** Holds what must be known of the whole drawing before a part of it can be measured. */
import { animationElements } from '../names.ts'
import { type CleanElement, elementsById, everyElement } from '../serialize.ts'
import { references } from '../sheet-references.ts'
import { type Animated, readAnimated } from './animated.ts'
import { passesOf, primitivesOf } from './filters.ts'
import { type Box, lengthOf, sidesOf, usualFonts, viewBoxOf } from './geometry.ts'
import type { Outline } from './outline.ts'
import { readStyles, type Styles } from './styles.ts'

const FLATTEST = 30

export class Drawing {
  readonly styles: Styles
  /** The visible part of the plane. */
  readonly canvas: Box
  isMoving = false
  readonly outlines = new Map<string, Outline>()
  /** Fonts and glyphs that a browser has already made, and uses again. */
  readonly fontsAndGlyphs = new Set<string>()
  readonly #animated: Animated
  readonly #byId: ReadonlyMap<string, CleanElement>
  readonly #targets = new Set<string>()
  readonly #passes = new Map<CleanElement, number>()
  readonly #primitives = new Map<CleanElement, Map<number, number[]>>()

  constructor(root: CleanElement) {
    this.#animated = readAnimated(root)
    this.styles = readStyles(root, this.#animated)
    this.canvas = canvasOf(root)
    this.#byId = elementsById(root)
    for (const element of everyElement(root)) this.#noteMotion(element)
    this.#targets.delete('')
  }

  /** Whether an animation outside the element points at it. */
  isTargeted = ({ attributes }: CleanElement): boolean => this.#targets.has(attributes.get('id') ?? '')

  find(id: string | undefined): CleanElement | undefined {
    if (id === undefined) return undefined
    const known = this.#byId.get(id)
    if (known) return known
    try {
      return this.#byId.get(decodeURIComponent(id))
    } catch {
      return undefined
    }
  }

  /** The element that this one refers to by its `href`. */
  hrefOf = ({ attributes }: CleanElement): CleanElement | undefined => this.find(attributes.get('href')?.slice(1))

  /** The height of the picture. A very flat one has few pixels in all, so it counts as higher. */
  get height(): number {
    const [width, height] = sidesOf(this.canvas)
    return Math.max(height, width / FLATTEST)
  }

  /** The width of the picture in the units of a part that is enlarged by this factor. */
  widthAt = (scale: number): number => (this.canvas.right - this.canvas.left) / scale

  /**
   * The work of each primitive of a filter. It is computed once for each power of two by which the filter is enlarged.
   */
  primitivesOf(filter: CleanElement, scale: number): number[] {
    const enlarged = 2 ** Math.ceil(Math.log2(Math.max(1e-9, scale)))
    const byScale = this.#primitives.get(filter) ?? new Map<number, number[]>()
    const known = byScale.get(enlarged) ?? primitivesOf(filter, this.widthAt(enlarged), this.#animated)
    this.#primitives.set(filter, byScale.set(enlarged, known))
    return known
  }

  passesOf(filter: CleanElement): number {
    const passes = this.#passes.get(filter) ?? passesOf(filter, this.#animated)
    this.#passes.set(filter, passes)
    return passes
  }

  #noteMotion(element: CleanElement): void {
    const { attributes, name } = element
    if (animationElements.has(name)) {
      this.isMoving = true
      this.#targets.add(attributes.get('href')?.slice(1) ?? '')
    }
    if (this.styles.moves(element)) this.isMoving = true
  }
}

/** The visible plane is larger than the viewBox if the picture has other proportions. */
function canvasOf({ attributes }: CleanElement): Box {
  // A percentage is not known before the picture is shown, and does not change its proportions.
  const side = (name: string) => lengthOf(attributes.get(name), { ...usualFonts, whole: 0 })
  const [width, height] = [side('width'), side('height')]
  const viewBox = viewBoxOf(attributes.get('viewBox'))
  if (!viewBox) return { left: 0, top: 0, right: width || 300, bottom: height || 150 }
  const { left, top, right, bottom } = viewBox
  const [w, h] = sidesOf(viewBox)
  const stretch = width && height ? (width / height) * (h / w) : 1
  const [extraX, extraY] = [Math.max(0, w * (stretch - 1)), Math.max(0, h * (1 / stretch - 1))]
  return { left: left - extraX, top: top - extraY, right: right + extraX, bottom: bottom + extraY }
}

/** The ids that `url(#…)` names in a value. */
export const idsIn = (value: string): string[] =>
  value.includes('url(') ? [...value.matchAll(references)].map(([, id = '']) => id) : []
