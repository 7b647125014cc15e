/** Refuses a drawing that a reader's browser would need long to paint, and says which part of it costs most. */
import { must } from '../../../../kernel/must.ts'
import { fixed } from '../../../../settings/limits.ts'
import type { Report } from '../report.ts'
import type { CleanElement } from '../serialize.ts'
import { TooMuchWork, WorkAccount, type WorkKind } from './account.ts'
import { measurePainting } from './paint.ts'
import { countSelectorTests } from './selectors.ts'

const advice: Record<WorkKind, string> = {
  shapes: 'its shapes cover too much of the picture too often: use fewer, smaller or simpler ones',
  text: 'it has too much text: use fewer characters, positions, fonts and sizes',
  dashes: 'it has too many dashes: use a coarser stroke-dasharray',
  gradients:
    'gradients and patterns fill too much of the picture too often: use plain colours, or fewer and smaller shapes',
  effects: 'opacity, blend modes, masks, clip paths and shadows are applied too often or to too much: use fewer',
  rules: 'its style sheets give the same properties to the same elements too often: use fewer rules',
  filters: 'its filters have too many primitives, or are applied too often or to too much: use fewer, on smaller parts',
}

const whatMoves = ' A moving drawing is painted again and again, so it may have a tenth.'

/** Whether painting takes too much work. */
export function findTooMuchWork(root: CleanElement, report: Report): boolean {
  let isTooMuch = false
  const account = new WorkAccount(fixed.svgPaintWorkMax)
  try {
    measurePainting(root, account, () => {})
  } catch (error) {
    if (!(error instanceof TooMuchWork)) throw error
    isTooMuch = true
    const [most] = [...account.byKind].sort(([, one], [, other]) => other - one)
    const [kind] = must(most, 'the kind of work that is most')
    report.forbid(
      `Painting an SVG may take as much work as filling the whole picture ${fixed.svgPaintWorkMax} times; this one takes more, because ${advice[kind]}.${account.isMoving ? whatMoves : ''}`,
    )
  }
  if (countSelectorTests(root) * account.frames > fixed.svgSelectorTestsMax)
    report.forbid(
      `A browser may test elements against CSS selectors ${fixed.svgSelectorTestsMax} times; here it would more often: use fewer rules, plain class names, and no :has() or ~.${account.isMoving ? whatMoves : ''}`,
    )
  return isTooMuch
}
