/**
 * `node bench/drawings/main.ts real` paints the real drawings of the tests and names the slowest;
 * `node bench/drawings/main.ts search [candidates] [seed]` looks for the slowest drawing that passes the check: with the
 * seed 1 first each ingredient alone, then new mixtures and changes of the slowest so far. It prints what is expected of
 * each, and those that are among the slowest.
 */
import { sanitizeSvg } from '../../src/articles/checks/svg/sanitize.ts'
import { animated, exports } from '../../test/articles/checks/svg/corpus/drawings.ts'
import { Painter } from './painting.ts'
import { type Candidate, largest, mutated, newRecipe, quarterOf, type Recipe, random, simpleRecipes } from './search.ts'

const [what = 'search', candidates = '2000', seed = '1'] = process.argv.slice(2)
const slowestMax = 12

type Painted = { name: string; milliseconds: number; isComplete: boolean }
const print = ({ milliseconds, isComplete, name }: Painted) =>
  console.log(Math.round(milliseconds), isComplete ? '' : 'or more', name)

await using painter = new Painter()
await painter.cost('<svg xmlns="http://www.w3.org/2000/svg"/>')
if (what === 'real') await paintReal()
else await search()

async function paintReal() {
  const painted: Painted[] = []
  for (const { name, source } of [...exports, ...animated.filter((_, n) => n % 10 === 0)]) {
    const found = sanitizeSvg(source)
    if (found.outcome === 'clean') painted.push({ name, ...(await painter.cost(found.canonical)) })
  }
  painted.sort((one, other) => other.milliseconds - one.milliseconds)
  painted.slice(0, slowestMax).forEach(print)
}

/** A quarter of each candidate is painted, and the whole of it if that makes it one of the slowest. */
async function search() {
  const next = random(Number(seed))
  const slowest: (Candidate & Painted)[] = []
  const simple = simpleRecipes()
  const idle = Math.min(await idleCost(), await idleCost(), await idleCost())
  let [looked, painted] = [0, 0]
  for (let n = 0; n < Number(candidates); n++) {
    const recipe: Recipe = (seed === '1' ? simple[n] : undefined) ?? chosen(slowest, next)
    const candidate = largest(recipe)
    if (!candidate) continue
    looked++
    const quarter = quarterOf(candidate)
    const { milliseconds, isComplete } = await painter.cost(quarter.drawing)
    const expected = idle + (milliseconds - idle) * quarter.factor
    const name = JSON.stringify(recipe)
    console.log('~', Math.round(expected), isComplete ? '' : 'or more', name)
    if (expected < 0.8 * (slowest[slowestMax - 1]?.milliseconds ?? 0)) continue
    painted++
    const found = { ...candidate, name, ...(await painter.cost(candidate.drawing)) }
    slowest.push(found)
    slowest.sort((one, other) => other.milliseconds - one.milliseconds)
    slowest.length = Math.min(slowest.length, slowestMax)
    if (slowest.includes(found)) print(found)
  }
  console.log(`${looked} of ${candidates} looked at, ${painted} of them painted whole; the slowest:`)
  slowest.forEach(print)
}

async function idleCost(): Promise<number> {
  return (await painter.cost('<svg xmlns="http://www.w3.org/2000/svg"/>')).milliseconds
}

function chosen(slowest: Candidate[], next: () => number): Recipe {
  const parent = slowest[Math.floor(next() * slowest.length)]
  return parent && next() < 0.5 ? mutated(parent.recipe, next) : newRecipe(next)
}
