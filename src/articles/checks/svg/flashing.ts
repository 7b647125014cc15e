/**
 * Decides whether a drawing flashes more than three times a second, which can cause seizures (WCAG 2.3.1). A flash is a
 * pair of opposite changes of brightness. Each animation is judged alone. Then all animations over the same part of the
 * picture are judged together, because slow changes that follow each other closely make a quick flash.
 */
import { fixed } from '../../../settings/limits.ts'
import type { Animation } from './flashing/animations.ts'
import { readCss, readKeyframes } from './flashing/css.ts'
import type { Fields } from './flashing/fields.ts'
import { readSmil } from './flashing/smil.ts'
import { changesBrightness, type Run, type Timing, turnsOf } from './flashing/turns.ts'
import type { CleanElement } from './serialize.ts'

const CHANGES_MAX = fixed.svgFlashesPerSecondMax * 2
/** The part of the picture below which flashes are harmless. */
const LEAST_PART = 1 / 4

export const readAnimations = (root: CleanElement): Animation[] => [...readSmil(root), ...readCss(readKeyframes(root))]

export const flashesAlone = (animations: readonly Animation[]): boolean =>
  animations.some(({ runs, timing }) => runs.some((run) => changesBrightness(run.property) && flashes(run, timing)))

function flashes(run: Run, timing: Timing): boolean {
  const turns = turnsOf(run, timing)
  return turns.some(({ time }, n) => (turns[n + CHANGES_MAX]?.time ?? Number.POSITIVE_INFINITY) - time < 1 - 1e-9)
}

/**
 * The quick changes in one field of the picture. `moments` are their times by the period in which they repeat; `others`
 * is the number a second of those whose times are not compared.
 */
type Changes = { moments: Map<number, Set<number>>; others: number }

/** More moments would take long to compare. Further ones count as if they coincided with all others. */
const COMPARED_MAX = 300_000

export function flashesTogether(animations: readonly Animation[], fields: Fields): boolean {
  const changes = Array.from({ length: fields.count }, (): Changes => ({ moments: new Map(), others: 0 }))
  let compared = 0
  for (const animation of animations) {
    const targets = fields.targetsOf(animation)
    if (targets.length === 0) continue
    const { times, period } = beatOf(animation)
    const most = mostInSecond(times, period)
    if (most === 0) continue
    for (const { element, delay } of targets)
      for (const field of fields.of(element)) {
        const own = changes[field]
        if (!own) continue
        compared += times.length
        if (compared <= COMPARED_MAX && !Number.isNaN(delay)) addMoments(own, times, { period, delay })
        else own.others += most
      }
  }
  return changes.filter(isTooMuch).length >= fields.count * LEAST_PART
}

/** The times of the quick changes within one period. The period of an animation that ends is infinite. */
function beatOf({ runs, timing }: Animation): { times: number[]; period: number } {
  const { seconds, count, alternates } = timing
  const isEndless = count > 2
  const period = isEndless ? seconds * (alternates ? 2 : 1) : Number.POSITIVE_INFINITY
  const quick = runs.flatMap((run) => turnsOf(run, timing)).filter(({ isQuick }) => isQuick)
  const times = quick.map(({ time }) => time).sort((a, b) => a - b)
  return { period, times: isEndless ? times.filter((time) => time > seconds && time <= seconds + period) : times }
}

/** Changes within a sixtieth of a second count as one. */
const inSixtieths = (time: number) => Math.round(time * 60) / 60

function addMoments(
  { moments }: Changes,
  times: readonly number[],
  { period, delay }: { period: number; delay: number },
) {
  const known = moments.get(period) ?? new Set()
  moments.set(period, known)
  const start = period === Number.POSITIVE_INFINITY ? delay : (delay % period) + period
  // Rounding may lead to the end of the period, which is its beginning.
  for (const time of times) known.add(inSixtieths((time + start) % period) % period)
}

/** Periods that differ coincide at some time, so their busiest seconds are added. */
function isTooMuch({ moments, others }: Changes): boolean {
  let sum = others
  for (const [period, each] of moments)
    sum += mostInSecond(
      [...each].sort((a, b) => a - b),
      period,
    )
  return sum > CHANGES_MAX
}

/** The largest number of moments within one second; `moments` is sorted. */
function mostInSecond(moments: readonly number[], period: number): number {
  if (period < 1) return moments.length / period
  const times = period === Number.POSITIVE_INFINITY ? moments : [...moments, ...moments.map((time) => time + period)]
  let [most, from] = [0, 0]
  times.forEach((time, n) => {
    while (time - (times[from] ?? time) >= 1 - 1e-9) from++
    most = Math.max(most, n - from + 1)
  })
  return most
}
