/** Pieces that several pages use. */
import { isoTime } from '../kernel/clock.ts'
import { fixed } from '../settings/limits.ts'
import { type Html, html } from './template.ts'

/** Text to be copied. It can scroll sideways, so the keyboard must reach it. */
export const codeBlock = (code: string): Html =>
  html`<div class="${code.includes('\n') ? 'code' : 'code line'}"><pre tabindex="0"><code>${code}</code></pre></div>`

const months = 'January February March April May June July August September October November December'.split(' ')

/** The date in UTC, because the server does not know where the reader is. */
export function dateText(seconds: number): string {
  const [year = 0, month = 0, day = 0] = isoTime(seconds).split(/\D/).map(Number)
  return `${day} ${months[month - 1]} ${year}`
}

/** Formats `8,000` by itself, because the number formats of Intl take some 15 ms to load at every start. */
export const numberText = (value: number) => String(value).replace(/\B(?=(\d{3})+$)/g, ',')

export const timeText = (seconds: number) => `${dateText(seconds)}, ${isoTime(seconds).slice(11, 16)} UTC`

const time = (seconds: number, text: string) => html`<time datetime="${isoTime(seconds)}">${text}</time>`

export const dateElement = (seconds: number) => time(seconds, dateText(seconds))
export const timeElement = (seconds: number) => time(seconds, timeText(seconds))

/** `1 reply`, `2 replies`. */
export const counted = (count: number, one: string, several = `${one}s`) => `${count} ${count === 1 ? one : several}`

/** How long to wait, for a sentence: `42 seconds`, `5 minutes`. */
export function waitText(seconds: number | undefined): string {
  if (seconds === undefined) return 'a minute'
  return seconds < 120 ? counted(seconds, 'second') : counted(Math.ceil(seconds / 60), 'minute')
}

/** Characters that turn the direction of the text that follows them. */
const directionChanges = /[\u202A-\u202E\u2066-\u2069]/g

/** Text of strangers for people, without marks that would change the direction of the text around it. */
export const shownText = (text: string) => text.replace(directionChanges, '')

/** An excerpt for people. If it was cut at the limit, it ends after its last whole word. */
export function excerptText(excerpt: string): string {
  const isCut = [...excerpt].length >= fixed.previewMaxCodePoints
  return isCut ? `${shownText(excerpt).replace(/[\s,;:]+\S*$/, '')}…` : shownText(excerpt)
}

/** Characters that take no room. */
const invisible = /[\p{Cf}\p{Mn}\p{Me}\p{Zs}\u115F\u1160\u3164\uFFA0\u2800]/gu

const NAMELESS = 'somebody'

/** A name that a stranger chose. It cannot change the direction of the text around it, and is never invisible. */
export function nameHtml(name: string): Html {
  const isSeen = name.replace(invisible, '') !== ''
  return html`<bdi>${isSeen ? shownText(name) : NAMELESS}</bdi>`
}
