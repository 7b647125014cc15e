/** Computes the attributes that animations have given to an element at a time. */
import type { CleanElement } from '../serialize.ts'
import type { Values } from '../work/styles.ts'
import { mapBetween, reachedBy } from './reached.ts'
import { numbers, plainForm, sumOf, textBetween } from './texts.ts'
import type { Track } from './tracks.ts'
import { isForm } from './turns.ts'

/** What a property has without animation. The values of an element also hold those of its keyframes. */
export function stillText(property: string, values: Values, tracks: readonly Track[]): string | undefined {
  const moving = new Set(
    tracks.flatMap((track) => (track.property === property ? track.stops.map(({ value }) => value) : [])),
  )
  return values
    .get(property)
    ?.map((value) => plainForm(property, value))
    .find((value) => !moving.has(value))
}

export function textAt(track: Track, time: number, usual: () => string): string | undefined {
  const reached = reachedBy(track, time)
  if (!reached) return undefined
  const { from, to, share, run, last } = reached
  if (from.value === undefined && to.value === undefined) return undefined
  const nothing = () => (track.isSum ? usual().replace(numbers, '0') : usual())
  const text = textBetween(from.value ?? nothing(), to.value ?? nothing(), share)
  const all = track.accumulates ? sumOf(text, last.value ?? '', run) : text
  return track.isSum ? sumOf(usual() || all.replace(numbers, '0'), all) : all
}

/** When the present run began. Sums are added to the others. */
function beginOf({ isSum, timing: { seconds }, delay }: Track, time: number): number {
  const local = time - (delay || 0)
  return isSum ? Number.POSITIVE_INFINITY : local < 0 ? Number.NEGATIVE_INFINITY : time - (local % seconds)
}

/** The element with the form that its animations have given to it: the one that began last counts. */
export function elementAt(element: CleanElement, tracks: readonly Track[], time: number): CleanElement {
  const attributes = new Map(element.attributes)
  for (const track of tracks.toSorted((one, other) => beginOf(one, time) - beginOf(other, time))) {
    const { property } = track
    if (isForm(property)) {
      const text = textAt(track, time, () => plainForm(property, attributes.get(property) ?? ''))
      if (text !== undefined) attributes.set(property, text)
    } else if (/transform$/i.test(property) && serverTransform[element.name]) {
      const name = serverTransform[element.name] as string
      const reached = reachedBy(track, time)
      const before = track.isSum ? `${attributes.get(name) ?? ''} ` : ''
      if (reached) attributes.set(name, `${before}matrix(${mapBetween(reached, track, [], [1, 1]).join(' ')})`)
    }
  }
  return { ...element, attributes }
}

const serverTransform: Readonly<Record<string, string>> = {
  linearGradient: 'gradientTransform',
  radialGradient: 'gradientTransform',
  pattern: 'patternTransform',
}
