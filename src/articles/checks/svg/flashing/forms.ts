/** Computes the attributes that animations have given to an element at a time. */
import type { CleanElement } from '../serialize.ts'
import type { Values } from '../work/styles.ts'
import { inOrder, mapBetween, reachedBy } from './reached.ts'
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

function textAt(track: Track, time: number, usual: () => string): string | undefined {
  const reached = reachedBy(track, time)
  if (!reached) return undefined
  const { from, to, share } = reached
  if (from.value === undefined && to.value === undefined) return undefined
  const nothing = () => (track.isSum ? usual().replace(numbers, '0') : usual())
  const text = textBetween(from.value ?? nothing(), to.value ?? nothing(), share)
  return track.isSum ? sumOf(usual() || text.replace(numbers, '0'), text) : text
}

/** What a property has reached, if it is `usual` without animation. */
export function formAt(property: string, tracks: readonly Track[], time: number, usual: string): string {
  let text = usual
  const own = tracks.filter((track) => track.property === property)
  for (const track of inOrder(own, time)) text = textAt(track, time, () => plainForm(property, text)) ?? text
  return text
}

/** The element with the form that its animations have given to it. */
export function elementAt(element: CleanElement, tracks: readonly Track[], time: number): CleanElement {
  if (tracks.length === 0) return element
  const attributes = new Map(element.attributes)
  for (const property of new Set(tracks.map(({ property }) => property).filter(isForm)))
    if (tracks.some((track) => track.property === property && track.along === undefined))
      attributes.set(property, formAt(property, tracks, time, attributes.get(property) ?? ''))
  const name = serverTransform[element.name]
  const moves = name ? tracks.filter(({ property }) => /transform$/i.test(property)) : []
  for (const track of inOrder(moves, time)) {
    const reached = reachedBy(track, time)
    const before = track.isSum ? `${attributes.get(name ?? '') ?? ''} ` : ''
    if (name && reached) attributes.set(name, `${before}matrix(${mapBetween(reached, [], [1, 1]).join(' ')})`)
  }
  return { ...element, attributes }
}

const serverTransform: Readonly<Record<string, string>> = {
  linearGradient: 'gradientTransform',
  radialGradient: 'gradientTransform',
  pattern: 'patternTransform',
}
