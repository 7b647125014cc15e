/** Looks for drawings that pass the check and cost a browser as much as possible. The same seed gives the same drawings. */
import { sanitizeSvg } from '../../src/articles/checks/svg/sanitize.ts'
import { ingredients, type Random } from './ingredients.ts'

/** Parts of a drawing: what, how large, how many of it in comparison with the others, and the seed of its details. */
type Part = { name: string; size: number; share: number; seed: number }
export type Recipe = { parts: Part[]; isMoving: boolean }
export type Candidate = { recipe: Recipe; drawing: string; count: number }

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

const newPart = (next: Random): Part => {
  const names = Object.keys(ingredients)
  const name = names[Math.floor(next() * names.length)] as string
  return { name, size: Number((100 * next() ** 2 + 0.1).toFixed(2)), share: next(), seed: Math.floor(next() * 1e9) }
}

/** Each ingredient alone: large or small, at rest or moving. */
export const simpleRecipes = (): Recipe[] =>
  [false, true].flatMap((isMoving) =>
    [100, 5].flatMap((size) =>
      Object.keys(ingredients).map((name) => ({ parts: [{ name, size, share: 1, seed: 1 }], isMoving })),
    ),
  )

export const newRecipe = (next: Random): Recipe => ({
  parts: Array.from({ length: 1 + Math.floor(next() * 2.5) }, () => newPart(next)),
  isMoving: next() < 0.3,
})

export function mutated({ parts, isMoving }: Recipe, next: Random): Recipe {
  const changed = parts.map((part) => ({
    ...part,
    size: Math.min(150, part.size * (0.5 + next() * 1.5)),
    share: part.share * (0.5 + next()),
    seed: next() < 0.5 ? part.seed : Math.floor(next() * 1e9),
  }))
  if (next() < 0.3) changed.push(newPart(next))
  if (changed.length > 1 && next() < 0.3) changed.shift()
  return { parts: changed, isMoving: next() < 0.1 ? !isMoving : isMoving }
}

/** About the largest drawing of a recipe that passes. */
export function largest(recipe: Recipe): Candidate | undefined {
  let best: Candidate | undefined
  let [count, tooMany] = [100, countMax + 1]
  while (count >= 1 && count < tooMany && count > (best?.count ?? 0)) {
    const found = sanitizeSvg(drawn(recipe, count))
    if (found.outcome === 'clean') best = { recipe, drawing: found.canonical, count }
    else tooMany = count
    const isClose = best !== undefined && tooMany <= best.count * 1.15
    if (isClose) break
    if (tooMany > countMax) count = Math.min(countMax, count * 4)
    else count = Math.floor(best ? Math.sqrt(best.count * tooMany) : count / 4)
  }
  return best
}

/** The same drawing with a quarter of everything, and how many times more the whole is. */
export function quarterOf({ recipe, drawing, count }: Candidate): { drawing: string; factor: number } {
  const quarter = Math.ceil(count / 4)
  const found = sanitizeSvg(drawn(recipe, quarter))
  return found.outcome === 'clean' ? { drawing: found.canonical, factor: count / quarter } : { drawing, factor: 1 }
}

function drawn({ parts, isMoving }: Recipe, count: number): string {
  const all = parts.reduce((sum, { share }) => sum + share, 0)
  const inside = parts.map(({ name, size, share, seed }) => {
    const make = ingredients[name]
    return make ? make(Math.max(1, Math.round((count * share) / all)), size, random(seed)) : ''
  })
  const motion =
    '<rect width="1" height="1"><animate attributeName="x" values="0;9" dur="1s" repeatCount="indefinite"/></rect>'
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">${inside.join('')}${isMoving ? motion : ''}</svg>`
}
