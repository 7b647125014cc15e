/**
 * `node bench/drawings/main.ts real` paints the real drawings of the tests and names the slowest;
 * `node bench/drawings/main.ts search [candidates] [seed]` looks for the slowest drawing that passes the check: first each
 * ingredient alone, then new mixtures and changes of the slowest so far. It prints each drawing that is among the slowest.
 */
import { sanitizeSvg } from '../../src/articles/checks/svg/sanitize.ts'
import { animated, exports } from '../../test/articles/checks/svg/corpus/drawings.ts'
import { Painter } from './painting.ts'
import { type Candidate, largest, mutated, newRecipe, type Recipe, random, simpleRecipes } from './search.ts'

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

async function search() {
  const next = random(Number(seed))
  const slowest: (Candidate & Painted)[] = []
  const simple = simpleRecipes()
  let painted = 0
  for (let n = 0; n < Number(candidates); n++) {
    const recipe: Recipe = simple[n] ?? chosen(slowest, next)
    const candidate = largest(recipe)
    if (!candidate) continue
    painted++
    const found = { ...candidate, name: JSON.stringify(recipe), ...(await painter.cost(candidate.drawing)) }
    slowest.push(found)
    slowest.sort((one, other) => other.milliseconds - one.milliseconds)
    slowest.length = Math.min(slowest.length, slowestMax)
    if (slowest.includes(found)) print(found)
  }
  console.log(`${painted} of ${candidates} painted; the slowest:`)
  slowest.forEach(print)
}

function chosen(slowest: Candidate[], next: () => number): Recipe {
  const parent = slowest[Math.floor(next() * slowest.length)]
  return parent && next() < 0.5 ? mutated(parent.recipe, next) : newRecipe(next)
}
