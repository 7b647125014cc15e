/**
 * Estimates the work of painting a drawing. The unit is painting the whole picture with one colour. The estimate counts
 * how much of the picture every shape covers, and how costly its paint, its outline and its effects are. A shape whose
 * place is hard to know, for example because CSS moves it, counts as covering everything. A moving drawing is painted
 * for every frame.
 */
import { animationElements } from '../names.ts'
import { type CleanElement, elementsIn } from '../serialize.ts'
import type { WorkAccount } from './account.ts'
import { least } from './costs.ts'
import { Drawing } from './drawing.ts'
import { paintEffects } from './effects.ts'
import { type Box, grow, multiply, nowhere, union } from './geometry.ts'
import { animationWork } from './motion.ts'
import type { OnPainted, Painter } from './painter.ts'
import { lengthsAt, type Mark, type OuterPlace, outermost, type Painted, type Place, placeOf } from './place.ts'
import { paintShape, shapeElements } from './shapes.ts'
import { paintText } from './text.ts'

/** They only turn a movement, which costs nothing. */
const originProperties = new Set(['transform-box', 'transform-origin'])
const containers = new Set(['svg', 'g', 'a', 'switch', 'symbol', 'use'])

/** Returns the shapes that are painted. */
export function measurePainting(root: CleanElement, account: WorkAccount, onPainted: OnPainted): readonly Mark[] {
  const drawing = new Drawing(root)
  account.isMoving = drawing.isMoving
  const painting = new Painting(drawing, account, onPainted)
  painting.paint(root, outermost)
  return painting.marks
}

class Painting implements Painter {
  readonly #open = new Set<CleanElement>()
  readonly drawing: Drawing
  readonly account: WorkAccount
  readonly marks: Mark[] = []
  marked = nowhere
  readonly onPainted: OnPainted

  constructor(drawing: Drawing, account: WorkAccount, onPainted: OnPainted) {
    this.drawing = drawing
    this.account = account
    this.onPainted = onPainted
  }

  paint(element: CleanElement, outer: OuterPlace): Box {
    return this.once(element, nowhere, () => {
      const values = this.drawing.styles.of(element)
      this.account.add('shapes', least.element)
      this.account.add('shapes', animationWork(element, values, this.drawing.isTargeted(element)))
      for (const [property, all] of values)
        if (all.length > 1 && !originProperties.has(property)) this.account.addOnce('rules', all.length * least.value)
      const { canvas } = this.drawing
      const around = placeOf(element, values, outer, this.drawing)
      const painted: Painted = {
        element,
        values,
        box: nowhere,
        canvas,
        isFloating: around.isFloating && !around.onMarked,
        outer: outer.matrix,
        matrix: around.matrix,
        whole: around.viewport,
        above: outer.inside,
      }
      const place = { ...around, inside: painted }
      const markedBefore = this.marked
      this.marked = nowhere
      const box = this.#content(element, place)
      const covered = place.isEverywhere && box !== nowhere ? this.drawing.canvas : box
      paintEffects(this, values, place, covered)
      painted.box = place.onMarked ?? union(covered, this.marked)
      this.marked = union(markedBefore, this.marked)
      this.onPainted(painted)
      return values.has('filter') ? grow(box, Math.max(box.right - box.left, box.bottom - box.top) / 10) : box
    })
  }

  once<T>(element: CleanElement, otherwise: T, act: () => T): T {
    if (this.#open.has(element)) return otherwise
    this.#open.add(element)
    const result = act()
    this.#open.delete(element)
    return result
  }

  #content(element: CleanElement, place: Place): Box {
    if (shapeElements.has(element.name)) return paintShape(this, element, place)
    if (element.name === 'text') return paintText(this, element, place)
    const used = element.name === 'use' ? this.#used(element, place) : nowhere
    return containers.has(element.name) ? union(used, this.children(element, place)) : used
  }

  #used(element: CleanElement, place: Place): Box {
    const target = this.drawing.hrefOf(element)
    const { across, down } = lengthsAt(place, element.attributes)
    const window = { width: across('width'), height: down('height') }
    const matrix = multiply(place.matrix, [1, 0, 0, 1, across('x'), down('y')])
    const { fill, stroke } = place.inherited
    const inherited = { ...place.inherited, context: [...fill, ...stroke] }
    return target ? this.paint(target, { ...place, inherited, matrix, window }) : nowhere
  }

  children(element: CleanElement, place: Place): Box {
    let box = nowhere
    for (const child of elementsIn(element)) {
      if (!animationElements.has(child.name) && child.name !== 'symbol') box = union(box, this.paint(child, place))
    }
    return box
  }
}
