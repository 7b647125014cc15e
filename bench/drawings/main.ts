/**
 * `node bench/drawings/main.ts real [folder]` paints the real drawings of the tests, or of a folder, and names the slowest;
 * `node bench/drawings/main.ts search [candidates] [seed] [file]` looks for the slowest drawing that passes the check:
 * alternately ingredients with a motion, and new mixtures or changes of the slowest so far. Each try is a line of the
 * file, which a later search of the same seed goes on with.
 */
import { appendFileSync, existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sanitizeSvg } from '../../src/articles/checks/svg/sanitize.ts'
import { animated, exports } from '../../test/articles/checks/svg/corpus/drawings.ts'
import { type Cost, Painter } from './painting.ts'
import { largest, mutated, newRecipe, pairs, quarterOf, type Recipe, random } from './search.ts'

const [what = 'search', ...rest] = process.argv.slice(2)
const slowestMax = 12
/** A quarter of a drawing tells roughly what the whole costs; what seems to cost less than this is not painted whole. */
const certainty = 0.6
const interesting = 2_400

type Painted = { name: string; milliseconds: number; isComplete: boolean }
const print = ({ milliseconds, isComplete, name }: Painted) =>
  console.log(milliseconds, isComplete ? '' : 'or more', name)

await using painter = new Painter()
for (let n = 0; n < 3; n++) await painter.cost('<svg xmlns="http://www.w3.org/2000/svg"/>')
if (what === 'real') await paintReal(rest[0])
else await search(Number(rest[0] ?? 2_000), Number(rest[1] ?? 1), rest[2])

async function paintReal(folder: string | undefined) {
  const drawings = folder
    ? globSync('**/*.svg', { cwd: folder }).map((name) => ({ name, source: readFileSync(join(folder, name), 'utf8') }))
    : [...exports, ...animated.filter((_, n) => n % 10 === 0)]
  const painted: Painted[] = []
  for (const { name, source } of drawings) {
    const found = sanitizeSvg(source)
    if (found.outcome === 'clean') painted.push({ name, ...(await certainCost(found.canonical)) })
  }
  painted.sort((one, other) => other.milliseconds - one.milliseconds)
  console.log(`${painted.length} of ${drawings.length} pass; the slowest:`)
  painted.slice(0, slowestMax).forEach(print)
}

type Tried = { expected?: number; milliseconds?: number; isComplete: boolean }
type Try = Tried & { recipe: Recipe }

/** A quarter of each candidate is painted, and the whole of it if that makes it one of the slowest. */
async function search(candidates: number, seed: number, file: string | undefined) {
  const done: Try[] = file && existsSync(file) ? readTries(file) : []
  const next = random(seed + done.length)
  const plain = pairs(random(seed)).slice(Math.ceil(done.length / 2))
  const again = slowestOf(done).map(({ recipe }) => recipe) // the limits may be other ones now
  const slowest: (Painted & { recipe: Recipe })[] = []
  for (let n = done.length - again.length; n < candidates; n++) {
    const recipe = again.shift() ?? (n % 2 === 0 ? plain.shift() : undefined) ?? chosen(slowest, next)
    const tried = await paintLargest(recipe, slowest[slowestMax - 1]?.milliseconds ?? interesting)
    if (file) appendFileSync(file, `${JSON.stringify({ recipe, ...tried })}\n`)
    if (tried.milliseconds === undefined) continue
    slowest.push({ recipe, name: JSON.stringify(recipe), ...tried, milliseconds: tried.milliseconds })
    slowest.sort((one, other) => other.milliseconds - one.milliseconds)
    slowest.length = Math.min(slowest.length, slowestMax)
    console.log(n, ...slowest.slice(0, 3).map(({ milliseconds }) => milliseconds))
  }
  slowest.forEach(print)
}

async function paintLargest(recipe: Recipe, least: number): Promise<Tried> {
  const rough = largest(recipe, 1.3)
  if (!rough) return { isComplete: true }
  const quarter = quarterOf(rough)
  const { milliseconds, isComplete } = await painter.cost(quarter.drawing)
  const expected = milliseconds * quarter.factor
  if (isComplete && expected < certainty * least) return { expected, isComplete }
  const whole = largest(recipe, 1.05, rough) ?? rough
  return { expected, ...(await certainCost(whole.drawing)) }
}

/** A browser may paint the same thing more than once, so what is slow is painted three times, and the middle counts. */
async function certainCost(drawing: string): Promise<Cost> {
  const first = await painter.cost(drawing)
  if (first.milliseconds < interesting) return first
  const costs = [first, await painter.cost(drawing), await painter.cost(drawing)]
  return costs.sort((one, other) => one.milliseconds - other.milliseconds)[1] ?? first
}

function readTries(file: string): Try[] {
  const lines = readFileSync(file, 'utf8').trim().split('\n')
  return lines.map((line) => JSON.parse(line))
}

function slowestOf(tries: Try[]): Try[] {
  const painted = tries.filter(({ milliseconds }) => milliseconds !== undefined)
  return painted.sort((one, other) => (other.milliseconds ?? 0) - (one.milliseconds ?? 0)).slice(0, slowestMax)
}

function chosen(slowest: { recipe: Recipe }[], next: () => number): Recipe {
  const parent = slowest[Math.floor(next() * slowest.length)]
  return parent && next() < 0.5 ? mutated(parent.recipe, next) : newRecipe(next)
}
