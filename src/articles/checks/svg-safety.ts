import type { CheckResult } from './result.ts'
import type { SvgOutcome } from './svg/sanitize.ts'

/** One result for all drawings of a submission, in the order of its blocks. What was dropped is reported and passes. */
export function checkSvgSafety(outcomes: readonly SvgOutcome[]): CheckResult {
  const reasons = outcomes.flatMap((outcome, index) =>
    reasonsOf(outcome).map((reason) => (outcomes.length > 1 ? `Drawing ${index + 1}: ${reason}` : reason)),
  )
  const isClean = outcomes.every(({ outcome }) => outcome === 'clean')
  return { name: 'svg_safety', status: isClean ? 'passed' : 'failed', reasons }
}

function reasonsOf(outcome: SvgOutcome): string[] {
  switch (outcome.outcome) {
    case 'malformed':
      return [outcome.problem]
    case 'forbidden':
      return outcome.reasons
    case 'clean':
      return outcome.dropped.length > 0 ? [`Unknown names were dropped: ${outcome.dropped.join(', ')}.`] : []
  }
}
