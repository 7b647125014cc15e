/**
 * Decides whether a drawing flashes more than three times a second, which can cause seizures (WCAG 2.3.1). A flash is a
 * pair of opposite changes of brightness. Each animation is judged alone. Then all animations over the same part of the
 * picture are judged together, because slow changes that follow each other closely make a quick flash.
 */
import { fixed } from '../../../settings/limits.ts'
import type { Animation } from './flashing/animations.ts'
import { readCss, readKeyframes } from './flashing/css.ts'
import { Fields } from './flashing/fields.ts'
import { Motions } from './flashing/motions.ts'
import { readSmil, smilAnimations } from './flashing/smil.ts'
import {
  changesBrightness,
  edgesOf,
  hasForm,
  isForm,
  LEAST_PART,
  type Run,
  runsSeen,
  type Timing,
  turnsOf,
} from './flashing/turns.ts'
import type { CleanElement } from './serialize.ts'

const CHANGES_MAX = fixed.svgFlashesPerSecondMax * 2

/**
 * It is unknown if to follow what moves, in its largest form, takes too much work. Where nothing is followed, only each
 * animation alone is judged.
 */
export function flashes(root: CleanElement, isFollowed: boolean): 'yes' | 'no' | 'unknown' {
  const byId = new Map<string, CleanElement>()
  const [smil, keyframes] = [smilAnimations(root, byId), readKeyframes(root)]
  const animations = [...readSmil(smil), ...readCss(keyframes)]
  const fields = new Fields(root, animations, new Motions(smil, byId, keyframes))
  if (isFollowed) fields.paint()
  if (flashesAlone(animations) || flashesTogether(animations, fields)) return 'yes'
  return fields.isTooMuch ? 'unknown' : 'no'
}

const flashesAlone = (animations: readonly Animation[]): boolean =>
  animations.some(({ runs, timing }) =>
    runs.some((run) => changesBrightness(run.property) && flashesInRun(run, timing)),
  )

function flashesInRun(run: Run, timing: Timing): boolean {
  const turns = turnsOf(run, timing)
  return turns.some(({ time }, n) => (turns[n + CHANGES_MAX]?.time ?? Number.POSITIVE_INFINITY) - time < 1 - 1e-9)
}

/**
 * The quick changes in one field of the picture. `lines` are their times, by what they can be compared with; `others` is
 * the number a second of those whose times are not compared.
 */
type Changes = { lines: Map<string, { period: number; times: Set<number> }>; others: number }

/** More moments would take long to compare. Further ones count as if they coincided with all others. */
const COMPARED_MAX = 300_000

function flashesTogether(animations: readonly Animation[], fields: Fields): boolean {
  const changes = Array.from({ length: fields.count }, (): Changes => ({ lines: new Map(), others: 0 }))
  let compared = 0
  for (const animation of animations) {
    const targets = fields.targetsOf(animation)
    if (targets.length === 0) continue
    const { runs, timing } = animation
    const [all, withoutForms] = [
      beatOf(runs, timing),
      beatOf(
        runs.filter(({ property }) => !isForm(property)),
        timing,
      ),
    ]
    for (const { element, delay } of targets) {
      // Where the form of a shape changes, the edges that pass are counted instead.
      const { times, period, most } = hasForm(element) ? withoutForms : all
      if (most === 0) continue
      for (const field of fields.of(element, animation)) {
        const own = changes[field]
        if (!own) continue
        compared += times.length
        if (compared <= COMPARED_MAX && !Number.isNaN(delay))
          addMoments(own, times, { period, delay, line: String(period) })
        else own.others += most
      }
    }
  }
  for (const { times, ...line } of fields.passed)
    times.forEach((each, field) => {
      const own = changes[field]
      compared += each.length
      if (own && compared <= COMPARED_MAX) addMoments(own, each, { ...line, delay: 0 })
      else if (own) own.others += mostInSecond(each, Number.POSITIVE_INFINITY)
    })
  return changes.filter(isTooMuch).length >= fields.count * LEAST_PART
}

/**
 * The middles of the quick changes within one period: a rise and the fall after it end and begin at the same time. The
 * period of an animation that ends is infinite.
 */
function beatOf(runs: readonly Run[], timing: Timing): { times: number[]; period: number; most: number } {
  const { seconds, count, alternates } = timing
  const isEndless = count > runsSeen(seconds)
  const period = isEndless ? seconds * (alternates ? 2 : 1) : Number.POSITIVE_INFINITY
  const moments = runs.flatMap((run) => {
    const edges = edgesOf(run)
    const turns = turnsOf(run, timing).filter(({ isQuick }) => isQuick || edges > 1)
    return turns.flatMap(({ since, time }) =>
      Array.from({ length: edges }, (_, n) => since + ((time - since) * (n + 0.5)) / edges),
    )
  })
  const sorted = moments.sort((a, b) => a - b)
  const times = isEndless ? sorted.filter((time) => time > seconds && time <= seconds + period) : sorted
  return { period, times, most: mostInSecond(times, period) }
}

/** Changes within a sixtieth of a second count as one. */
const inSixtieths = (time: number) => Math.round(time * 60) / 60

function addMoments(
  { lines }: Changes,
  times: readonly number[],
  { line, period, delay }: { line: string; period: number; delay: number },
) {
  const known = lines.get(line)?.times ?? new Set()
  lines.set(line, { period, times: known })
  const start = period === Number.POSITIVE_INFINITY ? delay : (delay % period) + period
  // Rounding may lead to the end of the period, which is its beginning.
  for (const time of times) known.add(inSixtieths((time + start) % period) % period)
}

/** Lines that differ coincide at some time, so their busiest seconds are added. */
function isTooMuch({ lines, others }: Changes): boolean {
  let sum = others
  for (const { period, times } of lines.values())
    sum += mostInSecond(
      [...times].sort((a, b) => a - b),
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
