import type { CheckResult } from './result.ts'
import type { SvgOutcome } from './svg/sanitize.ts'

/** One result for all drawings of a submission, in the order of its blocks. What was dropped is noted and passes. */
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

/** What keeps a drawing from being shown. */
export const problemsOf = (outcome: SvgOutcome): string[] => (outcome.outcome === 'clean' ? [] : outcome.problems)
