/**
 * The only entrance to this folder: takes SVG as it was sent, and returns SVG that is safe to store and show, or
 * everything that is wrong with it.
 */
import { must } from '../../../kernel/must.ts'
import { fixed } from '../../../settings/limits.ts'
import { isTooMuchToDraw } from './drawn.ts'
import { flashes } from './flashing.ts'
import { findForbiddenInProlog, takeOutForbidden } from './forbidden.ts'
import { keepAllowed } from './keep.ts'
import { countNodes, redrawLabels } from './labels/redraw.ts'
import { parseSvg } from './parse.ts'
import { countCommands } from './path.ts'
import { newReport } from './report.ts'
import { serialize } from './serialize.ts'
import { isTooSmall } from './size.ts'
import { isMoving, stillForm } from './still.ts'
import { findTooMuchWork } from './work/limits.ts'

/**
 * A malformed drawing is refused. A forbidden one is stored and fails its check; its canonical form is what is left
 * without the forbidden parts. Only a moving drawing has a still form.
 */
export type SvgOutcome =
  | { outcome: 'malformed'; problems: string[]; dropped: string[] }
  | { outcome: 'forbidden'; canonical: string; problems: string[]; dropped: string[] }
  | { outcome: 'clean'; canonical: string; still: string | null; dropped: string[] }

/** On the outermost element. WebKit does not show a drawing to readers of other languages; other browsers do. */
const conditions = ['systemLanguage', 'requiredExtensions']

export function sanitizeSvg(source: string): SvgOutcome {
  const parsed = parseSvg(source)
  if ('problem' in parsed) return { outcome: 'malformed', problems: [parsed.problem], dropped: [] }
  const { root } = parsed.document

  const report = newReport()
  findForbiddenInProlog(parsed.document, report)
  redrawLabels(root, report)
  const hasTooManyNodes = parsed.document.hasTooManyNodes || countNodes(root) > fixed.svgNodesMax
  takeOutForbidden(root, report)
  const clean = must(keepAllowed(root, report), 'the outermost element')
  for (const name of conditions) if (clean.attributes.delete(name)) report.drop(name)
  const hasTooManyCommands = countCommands(clean) > fixed.svgPathCommandsMax
  const isMalformed = hasTooManyNodes || hasTooManyCommands
  const isTooMuch = !isMalformed && isTooMuchToDraw(clean)
  if (hasTooManyNodes) report.forbid(tooManyNodes)
  if (hasTooManyCommands) report.forbid(tooManyCommands)
  if (isTooMuch) report.forbid(tooMuchToDraw)
  const isRefused = isMalformed || isTooMuch || findTooMuchWork(clean, report)
  // To follow what is refused anyway can take seconds.
  const found = flashes(clean, !isRefused)
  if (found === 'yes') report.forbid(flashing)
  if (found === 'unknown') report.forbid(tooMuchToFollow)
  if (isTooSmall(clean)) report.forbid(tooSmall)

  const canonical = serialize(clean)
  const bytes = Buffer.byteLength(canonical)
  if (bytes > fixed.svgMaxBytes) report.forbid(grewTooLarge)
  const [problems, dropped] = [report.problems(), report.dropped()]
  if (problems.length === 0) {
    const still = isMoving(clean) ? serialize(stillForm(clean, fixed.svgMaxBytes - bytes)) : null
    return { outcome: 'clean', canonical, still, dropped }
  }
  if (isMalformed) return { outcome: 'malformed', problems, dropped }
  return { outcome: 'forbidden', canonical, problems, dropped }
}

/** The still form of a drawing that has already passed. */
export function stillFormOf(canonical: string): string {
  const parsed = parseSvg(canonical)
  if ('problem' in parsed) return canonical
  const clean = must(keepAllowed(parsed.document.root, newReport()), 'the outermost element')
  return serialize(stillForm(clean, fixed.svgMaxBytes - Buffer.byteLength(canonical)))
}

const tooManyNodes = `An SVG may have at most ${fixed.svgNodesMax} elements and texts; this one has more: draw it with fewer, or split it.`
const tooManyCommands = `An SVG may have at most ${fixed.svgPathCommandsMax} path commands; this one has more: simplify its paths, or split it.`
const tooMuchToDraw = `With every reference followed, an SVG may draw at most ${fixed.svgDrawnNodesMax} elements; this one draws more: use fewer <use>, patterns, masks, markers and filters inside of each other.`
const tooMuchToFollow = `To find out whether a drawing flashes, what its animations move is followed, as large as they make it. This may take as much work as filling the whole picture ${fixed.svgFollowWorkMax} times; in this drawing it takes more: let fewer or simpler shapes move, or let them grow less.`
const tooSmall =
  'A drawing that is less than a pixel wide or high is not shown; give <svg> a width and a height of at least 1, or neither and a viewBox that is at least 1 wide and high.'
const grewTooLarge = `In its canonical form, where < and & and quotes are written as references, an SVG may have at most ${fixed.svgMaxBytes} bytes; this one has more: shorten its texts.`
const flashing = `A drawing may flash at most ${fixed.svgFlashesPerSecondMax} times a second, because more can cause seizures; this one flashes faster, by one animation or by several over the same part of the picture: make its animations longer, let them change less or a smaller part of the picture, let those over each other change at the same moments, or let stripes, spokes and rings move, turn and grow more slowly.`
