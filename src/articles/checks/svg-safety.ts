import type { CheckResult } from './result.ts'
import type { SvgOutcome } from './svg/sanitize.ts'

/**
 * Gives one result for all drawings of a submission, in the order of its blocks. A dropped part is noted, and does not
 * fail.
 */
export function checkSvgSafety(outcomes: readonly SvgOutcome[]): CheckResult {
  const ofEach = (sentences: (outcome: SvgOutcome) => string[]) =>
    outcomes.flatMap((outcome, index) =>
      sentences(outcome).map((sentence) => (outcomes.length > 1 ? `Drawing ${index + 1}: ${sentence}` : sentence)),
    )
  const isClean = outcomes.every(({ outcome }) => outcome === 'clean')
  return {
    name: 'svg_safety',
    status: isClean ? 'passed' : 'failed',
    reasons: ofEach(problemsOf),
    notes: ofEach(({ dropped }) => (dropped.length > 0 ? [`These parts were dropped: ${dropped.join(', ')}.`] : [])),
  }
}

/** The reasons why a drawing cannot be shown. */
export const problemsOf = (outcome: SvgOutcome): string[] => (outcome.outcome === 'clean' ? [] : outcome.problems)
