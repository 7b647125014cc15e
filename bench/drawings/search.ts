/** Looks for drawings that pass the check and cost a browser as much as possible. The same seed gives the same drawings. */
import { keepAllowed } from '../../src/articles/checks/svg/keep.ts'
import { parseSvg } from '../../src/articles/checks/svg/parse.ts'
import { newReport } from '../../src/articles/checks/svg/report.ts'
import { sanitizeSvg } from '../../src/articles/checks/svg/sanitize.ts'
import { TooMuchWork, WorkAccount } from '../../src/articles/checks/svg/work/account.ts'
import { measurePainting } from '../../src/articles/checks/svg/work/paint.ts'
import { fixed } from '../../src/settings/limits.ts'
import { ingredients as plain, type Random } from './ingredients.ts'
import { motions } from './motions.ts'
import { overlooked } from './overlooked.ts'

/** Parts of a drawing: what, how large, how many of it in comparison with the others, and the seed of its details. */
type Part = { name: string; size: number; share: number; seed: number }
export type Recipe = { parts: Part[]; motion: string }
export type Candidate = { recipe: Recipe; drawing: string; count: number }

const ingredients = { ...plain, ...overlooked }
const countMax = 18_000

export function random(seed: number): Random {
  let state = seed
  return () => {
    state = (state + 0x9e3779b9) | 0
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad)
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32
  }
}

const pick = <Item>(items: readonly Item[], next: Random) => items[Math.floor(next() * items.length)] as Item
const names = Object.keys(ingredients)
const moving = Object.keys(motions).filter((motion) => motion !== 'still')

const partOf = (name: string, next: Random): Part => ({
  name,
  size: Number((100 * next() ** 2 + 0.1).toFixed(2)),
  share: next(),
  seed: Math.floor(next() * 1e9),
})
const newMotion = (next: Random) => (next() < 0.4 ? 'still' : pick(moving, next))

/** Every ingredient with every motion, in an order by chance. */
export function pairs(next: Random): Recipe[] {
  const all = names.flatMap((name) => Object.keys(motions).map((motion) => ({ name, motion, order: next() })))
  all.sort((one, other) => one.order - other.order)
  return all.map(({ name, motion }) => ({ parts: [partOf(name, next)], motion }))
}

export const newRecipe = (next: Random): Recipe => ({
  parts: Array.from({ length: 1 + Math.floor(next() * 2.5) }, () => partOf(pick(names, next), next)),
  motion: newMotion(next),
})

export function mutated({ parts, motion }: Recipe, next: Random): Recipe {
  const changed = parts.map((part) => ({
    ...part,
    size: Math.min(150, part.size * (0.5 + next() * 1.5)),
    share: part.share * (0.5 + next()),
    seed: next() < 0.5 ? part.seed : Math.floor(next() * 1e9),
  }))
  if (next() < 0.3) changed.push(partOf(pick(names, next), next))
  if (changed.length > 1 && next() < 0.3) changed.shift()
  return { parts: changed, motion: next() < 0.2 ? newMotion(next) : motion }
}

/** About the largest drawing of a recipe that passes: `closeness` times as many of everything would fail. */
export function largest(recipe: Recipe, closeness: number, known?: Candidate): Candidate | undefined {
  let best = known
  let tooMany = countMax + 1
  let count = known ? Math.ceil(known.count * closeness) : guessedCount(recipe)
  while (count >= 1 && count < tooMany && count > (best?.count ?? 0)) {
    const found = sanitizeSvg(drawn(recipe, count))
    if (found.outcome === 'clean') best = { recipe, drawing: found.canonical, count }
    else tooMany = count
    const isClose = best !== undefined && tooMany <= best.count * closeness
    if (isClose) break
    if (tooMany > countMax) count = Math.min(countMax, Math.ceil(count * closeness))
    else count = Math.floor(best ? Math.sqrt(best.count * tooMany) : count / 2)
  }
  return best
}

const sample = 40

/** Most of the work grows with the number of elements, so a small drawing tells how large one may be. */
function guessedCount(recipe: Recipe): number {
  const source = drawn(recipe, sample)
  const parsed = parseSvg(source)
  const root = 'problem' in parsed ? undefined : keepAllowed(parsed.document.root, newReport())
  if (!root) return sample
  // Nested references can make the work of even a small drawing endless.
  const account = new WorkAccount(1_000 * fixed.svgPaintWorkMax)
  try {
    measurePainting(root, account, () => {})
  } catch (error) {
    if (!(error instanceof TooMuchWork)) throw error
  }
  const byWork = (sample * fixed.svgPaintWorkMax) / account.total
  const byBytes = (sample * fixed.svgMaxBytes) / source.length
  return Math.ceil(Math.min(countMax, 0.95 * byWork, 0.9 * byBytes))
}

/** About a tenth of the largest drawing of a recipe, which costs little to paint. */
export function tenthOf(recipe: Recipe): string | undefined {
  const found = sanitizeSvg(drawn(recipe, Math.ceil(guessedCount(recipe) / 10)))
  return found.outcome === 'clean' ? found.canonical : undefined
}

function drawn({ parts, motion }: Recipe, count: number): string {
  const all = parts.reduce((sum, { share }) => sum + share, 0)
  const inside = parts.map(({ name, size, share, seed }) => {
    const make = ingredients[name]
    return make ? make(Math.max(1, Math.round((count * share) / all)), size, random(seed)) : ''
  })
  const moved = motions[motion]?.(inside.join('')) ?? ''
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">${moved}</svg>`
}
