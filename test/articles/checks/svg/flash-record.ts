/** The limits at which drawings begin to flash, in flash-limits.json, which RECORD=1 writes anew. */
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sanitizeSvg } from '../../../../src/articles/checks/svg/sanitize.ts'

const file = join(import.meta.dirname, 'flash-limits.json')
const readAll = (): Record<string, Record<string, number>> => JSON.parse(readFileSync(file, 'utf8'))

/** Says how a number has to be: too small ones do not pass; `bounds` hold the limit. */
export type Limited = { bounds: readonly [tooSmall: number, passes: number]; passes: (n: number) => boolean }

function smallestThatPasses({ bounds, passes }: Limited): number {
  let [no, yes] = bounds
  while (yes - no > 1) {
    const middle = Math.floor((no + yes) / 2)
    if (passes(middle)) yes = middle
    else no = middle
  }
  return yes
}

/** Returns a test for each name: the recorded number passes, and the next smaller one does not. */
export function recordedLimits<Made>(part: string, table: Record<string, Made>, limitedOf: (made: Made) => Limited) {
  const entries = Object.entries(table).map(([name, made]) => [name, limitedOf(made)] as const)
  if (process.env.RECORD) {
    const limits = Object.fromEntries(entries.map(([name, limited]) => [name, smallestThatPasses(limited)]))
    writeFileSync(file, `${JSON.stringify({ ...readAll(), [part]: limits }, null, 2)}\n`)
  }
  const recorded = readAll()[part] ?? {}
  return entries.map(([name, { bounds, passes }]) => {
    const limit = recorded[name] ?? Number.NaN
    const check = () => {
      const [tooSmall, most] = bounds
      assert.ok(tooSmall < limit && limit <= most, `${limit} is recorded, of ${tooSmall} to ${most}`)
      if (limit < most) assert.ok(passes(limit), `${limit} passes`)
      if (limit - 1 > tooSmall) assert.ok(!passes(limit - 1), `${limit - 1} does not pass`)
    }
    return { name, check }
  })
}

/** How many seconds a run lasts in a drawing that passes, and in one that flashes. */
export type Kind = [slow: number, quick: number, drawing: (seconds: number) => string]

const reasons =
  /flash at most 3 times a second.*(?:make its animations longer|more slowly)|find out whether a drawing flashes/

/** False if it flashes, or if it takes too much work to find that out; it may fail for no other reason. */
export function isCalm(source: string): boolean {
  const found = sanitizeSvg(source)
  if (found.outcome !== 'clean') assert.match(found.problems.join(' '), reasons, source)
  return found.outcome === 'clean'
}

/** In milliseconds. */
export const limitedRun = ([slow, quick, drawing]: Kind): Limited => ({
  bounds: [1000 * quick - 1, 1000 * slow],
  passes: (ms) => isCalm(drawing(ms / 1000)),
})
