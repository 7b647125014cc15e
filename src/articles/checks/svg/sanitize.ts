/** The one way into the folder: SVG as sent to SVG that is safe to store and show, or the reasons why not. */
import { fixed } from '../../../limits.ts'
import { isTooMuchToDraw } from './drawn.ts'
import { doctypeReason, findForbidden, findForbiddenInstructions } from './forbidden.ts'
import { keepAllowed } from './keep.ts'
import { parseSvg } from './parse.ts'
import { countCommands } from './path.ts'
import { newReport } from './report.ts'
import { type CleanElement, serialize } from './serialize.ts'

export type SvgOutcome =
  | { outcome: 'malformed'; problem: string }
  | { outcome: 'forbidden'; reasons: string[] }
  | { outcome: 'clean'; canonical: string; dropped: string[] }

const malformed = (problem: string): SvgOutcome => ({ outcome: 'malformed', problem })

export function sanitizeSvg(source: string): SvgOutcome {
  const parsed = parseSvg(source)
  if ('problem' in parsed) return malformed(parsed.problem)
  if ('hasDoctype' in parsed) return { outcome: 'forbidden', reasons: [doctypeReason] }
  const { root, instructions } = parsed.document

  const report = newReport()
  findForbiddenInstructions(instructions, report)
  findForbidden(root, report)
  const clean = keepAllowed(root, report) as CleanElement
  if (countCommands(clean) > fixed.svgPathCommandsMax) return malformed(tooManyCommands)
  if (report.reasons().length > 0) return { outcome: 'forbidden', reasons: report.reasons() }
  if (isTooMuchToDraw(clean)) return malformed(tooMuchToDraw)

  const canonical = serialize(clean)
  if (Buffer.byteLength(canonical) > fixed.svgMaxBytes) return malformed(grewTooLarge)
  return { outcome: 'clean', canonical, dropped: report.dropped() }
}

const grewTooLarge = `In its canonical form an SVG may have at most ${fixed.svgMaxBytes} bytes; this one has more.`
const tooManyCommands = `An SVG may have at most ${fixed.svgPathCommandsMax} path commands; this one has more.`
const tooMuchToDraw = `With every reference followed, an SVG may draw at most ${fixed.svgDrawnNodesMax} elements; this one draws more.`
