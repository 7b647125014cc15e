/**
 * The estimate of many drawings is recorded, so that a change shows which drawings count more or less with it. The first
 * number of each is its work.
 */
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import type { Reported } from '../../../../../src/articles/checks/svg/work/painter.ts'
import { estimateOf } from './estimate.ts'
import { definitions, few, others, shapes, surroundings } from './record.ts'

const file = join(import.meta.dirname, 'record.json')
const digits = (number: number) => String(Number(number.toPrecision(6)))

/** Two numbers that change if the box or the motion of any painted element changes. */
function sumsOf(painted: readonly Reported[]): number[] {
  const sums = [0, 0] as [number, number]
  const mixed = (numbers: readonly number[]) =>
    numbers.reduce((sum, number, n) => sum + (Number.isFinite(number) ? (n + 1) * number : 0), 0)
  for (const { box, isFloating } of painted) {
    sums[0] += mixed([box.left, box.top, box.right, box.bottom])
    sums[1] += isFloating ? 1 : 0
  }
  return sums
}

function estimatesOf(inside: string, places: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    places.map((place) => {
      const { around, picture } = surroundings[place] as (typeof surroundings)[string]
      const { total, painted } = estimateOf(around(inside) + definitions, picture)
      return [place, [total, ...sumsOf(painted)].map(digits).join(' ')]
    }),
  )
}

const all = Object.keys(surroundings)
const drawings = [
  ...Object.entries(shapes).map(([name, inside]) => ({ name, inside, places: all })),
  ...Object.entries(others).map(([name, inside]) => ({ name, inside, places: few })),
]

if (process.env.RECORD) {
  const now = drawings.map(({ name, inside, places }) => [name, estimatesOf(inside, places)])
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(now), null, 2)}\n`)
}

const recorded: Record<string, Record<string, string>> = JSON.parse(readFileSync(file, 'utf8'))

describe('the estimate of painting work', () => {
  for (const { name, inside, places } of drawings)
    it(`is as recorded in record.json, which RECORD=1 writes anew: ${name}`, () =>
      assert.deepEqual(estimatesOf(inside, places), recorded[name]))
})
