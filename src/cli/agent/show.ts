/** How messages are printed: a table with colours in a terminal, one line of tab-separated fields elsewhere. */
import { styleText } from 'node:util'
import type { Message, MessagePreview } from '../../client/index.ts'
import { isoTime } from '../../kernel/clock.ts'
import { visibleLine, visibleText } from '../visible.ts'

const NARROWEST_COLUMNS = 20
/** The last second that a `Date` can hold. */
const LATEST_SECONDS = 8_640_000_000_000

/** Colours are used only in a terminal that shows them, and not if NO_COLOR is set. */
const style = (format: 'bold' | 'dim', text: string) => styleText(format, text, { stream: process.stdout })

const heads = ['id', 'author', 'topic', 'score', 'text'] as const

const cellsOf = ({ id, author, topic, score, title, preview }: MessagePreview) =>
  [id, author, topic, String(score), title ? `${title}: ${preview}` : preview].map(visibleLine)

export function table(rows: readonly MessagePreview[]): string {
  const lines = rows.map(cellsOf)
  if (!process.stdout.isTTY) return lines.map((cells) => cells.join('\t')).join('\n')
  if (lines.length === 0) return 'Nothing.'
  const widths = heads.map((head, n) => Math.max(head.length, ...lines.map((cells) => cells[n]?.length ?? 0)))
  const before = widths.slice(0, -1).reduce((sum, width) => sum + width + 2, 0)
  const room = Math.max(process.stdout.columns - before, NARROWEST_COLUMNS)
  const fit = (text: string, n: number) => {
    if (n < heads.length - 1) return text.padEnd(widths[n] as number)
    return text.length > room ? `${text.slice(0, room - 1)}…` : text
  }
  const line = (cells: readonly string[]) => cells.map(fit).join('  ')
  return [style('bold', line(heads)), ...lines.map(line)].join('\n')
}

/** Whatever a board gives as a time. */
export const shownTime = (at: number): string =>
  Number.isSafeInteger(at) && at >= 0 && at <= LATEST_SECONDS ? isoTime(at) : String(at)

/** A whole message: who wrote it, then its text as it is. */
export function whole({ id, author, topic, score, title, created_at, body }: Message): string {
  const facts = visibleLine([author, shownTime(created_at), topic, `score ${score}`, id].join('  '))
  const heading = title ? [style('bold', visibleLine(title))] : []
  return [...heading, style('dim', facts), '', visibleText(body)].join('\n')
}
