/** What a figure is, and how figures are printed. */
import { cpus, totalmem } from 'node:os'

/** `goal` is what the product promises; a missed one is marked, never hidden. */
export type Row = {
  what: string
  value: number
  unit: string
  goal?: { atMost: number } | { atLeast: number }
  how: string
}

/** One file a figure; `name` picks it on the command line. */
export type Figure = { name: string; measure(): Promise<Row[]> }

export function quantile(values: readonly number[], q: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? Number.NaN
}
export const median = (values: readonly number[]) => quantile(values, 0.5)

const show = (value: number) => (value >= 99.5 ? value.toFixed(0) : value.toPrecision(2))

function verdict({ value, goal }: Row): string {
  if (!goal) return ''
  const [sign, bound, met] =
    'atMost' in goal ? ['≤', goal.atMost, value <= goal.atMost] : ['≥', goal.atLeast, value >= goal.atLeast]
  return `${sign} ${bound} ${met ? 'met' : 'MISSED'}`
}

export const machine = () =>
  `${new Date().toISOString().slice(0, 10)}, ${cpus().length} × ${cpus()[0]?.model.trim()}, ` +
  `${Math.round(totalmem() / 2 ** 30)} GB, ${process.platform} ${process.arch}, Node ${process.versions.node}`

/** A table that can be pasted into the README. */
export function table(rows: readonly Row[]): string {
  const cells = [
    ['Figure', 'Value', 'Goal', 'How measured'],
    ...rows.map((row) => [row.what, `${show(row.value)} ${row.unit}`, verdict(row), row.how]),
  ]
  const widths = [0, 1, 2, 3].map((column) => Math.max(...cells.map((line) => (line[column] ?? '').length)))
  const lines = cells.map((line) => `| ${line.map((cell, n) => cell.padEnd(widths[n] ?? 0)).join(' | ')} |`)
  lines.splice(1, 0, `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`)
  return lines.join('\n')
}
