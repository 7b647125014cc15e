/**
 * `node bench/drawings/main.ts real [folder]` paints the real drawings of the tests, or of a folder, and names the slowest;
 * `node bench/drawings/main.ts search [tries] [seed] [file]` looks for the slowest drawing that passes the check:
 * alternately ingredients with a motion, and new mixtures or changes of the slowest so far. Each try is a line of the
 * file, which a later search of the same seed goes on with; it tries again what cost too much.
 */
import { appendFileSync, existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sanitizeSvg } from '../../src/articles/checks/svg/sanitize.ts'
import { must } from '../../src/kernel/must.ts'
import { animated, canonicalOf, exports } from '../../test/articles/checks/svg/corpus/drawings.ts'
import { type Cost, Painter } from './painting.ts'
import { largest, mutated, newRecipe, pairs, type Recipe, random, tenthOf } from './search.ts'

const [what = 'search', ...rest] = process.argv.slice(2)
const slowestMax = 12
const repetitions = 3
/** How many times the reference a drawing may cost, and from where on it is painted several times beside the reference. */
const bound = 5
const promising = 4
/** What a tenth of a drawing must seem to cost so that the whole is painted. */
const interesting = 2
/** The slowest real drawing. A busy machine slows it down as much as the drawings that are compared with it. */
const reference = canonicalOf(
  must(
    animated.find(({ name }) => name === 'line-md/sunny-outline-to-moon-transition'),
    'the slowest real drawing',
  ),
)
const triesBetweenReferences = 16
const recentMax = 5

async function paintReal(folder: string | undefined) {
  const drawings = folder
    ? globSync('**/*.svg', { cwd: folder }).map((name) => ({ name, source: readFileSync(join(folder, name), 'utf8') }))
    : [...exports, ...animated.filter((_, n) => n % 10 === 0)]
  const painted: (Judged & { name: string })[] = []
  for (const { name, source } of drawings) {
    const found = sanitizeSvg(source)
    if (found.outcome === 'clean') painted.push({ name, ...(await beside(found.canonical)) })
  }
  painted.sort((one, other) => other.ratio - one.ratio)
  console.log(`${painted.length} of ${drawings.length} pass; the slowest, in times of the reference:`)
  for (const { ratio, milliseconds, name } of painted.slice(0, slowestMax)) console.log(ratio, milliseconds, name)
}

/** `ratio`: how many times the processor time of the reference. */
type Judged = Cost & { ratio: number }
type Try = Partial<Judged> & { recipe: Recipe }

async function search(tries: number, seed: number, file: string | undefined) {
  const done = new Map<string, Try>()
  if (file && existsSync(file)) for (const one of readTries(file)) done.set(JSON.stringify(one.recipe), one)
  const next = random(seed + done.size)
  const plain = pairs(random(seed)).slice(Math.ceil(done.size / 2))
  const again = [...done.values()].filter(({ ratio = 0, isComplete }) => ratio > bound || isComplete === false)
  const recent: number[] = []
  while (done.size < tries || again.length > 0) {
    if (done.size % triesBetweenReferences === 0 || recent.length === 0)
      recent.unshift((await painter.cost(reference)).milliseconds)
    recent.length = Math.min(recent.length, recentMax)
    const isPlain = done.size % 2 === 0
    const recipe = again.shift()?.recipe ?? (isPlain ? plain.shift() : undefined) ?? chosen(slowestOf(done), next)
    const tried: Try = { recipe, ...(await judge(recipe, middle(recent))) }
    done.set(JSON.stringify(recipe), tried)
    if (file) appendFileSync(file, `${JSON.stringify(tried)}\n`)
    if (done.size % 20 === 0) console.log(done.size, ...slowestOf(done).map(({ ratio }) => ratio))
  }
  for (const { ratio, milliseconds, recipe } of slowestOf(done))
    console.log(ratio, milliseconds, JSON.stringify(recipe))
}

/** A tenth of the largest drawing of a recipe is painted first, and the whole of those that seem to cost much twice. */
async function judge(recipe: Recipe, usual: number): Promise<Judged | undefined> {
  const tenth = tenthOf(recipe)
  if (tenth) {
    for (let n = 0; n < 2; n++) {
      const cost = await painter.cost(tenth)
      const expected = rounded((10 * (cost.milliseconds - emptyPage)) / usual)
      if (cost.isComplete && expected < interesting) return { ...cost, ratio: expected }
      if (expected > 2 * interesting) break
    }
  }
  const rough = largest(recipe, 1.15)
  if (!rough) return undefined
  const cost = await painter.cost(rough.drawing)
  const ratio = rounded(cost.milliseconds / usual)
  if (cost.isComplete && ratio < promising) return { ...cost, ratio }
  return beside((largest(recipe, 1.05, rough) ?? rough).drawing)
}

/** In turns with the reference; the middle of the ratios counts. Where the first ones are clear, they are enough. */
async function beside(drawing: string): Promise<Judged> {
  const judged: Judged[] = []
  for (let n = 0; n < repetitions; n++) {
    const { milliseconds } = await painter.cost(reference)
    const cost = await painter.cost(drawing)
    judged.push({ ...cost, ratio: rounded(cost.milliseconds / milliseconds) })
    const [first, second] = judged
    if (first && (!first.isComplete || first.ratio < promising)) return first
    if (first && second && first.ratio > bound === second.ratio > bound) return first
  }
  judged.sort((one, other) => one.ratio - other.ratio)
  return must(judged[Math.floor(repetitions / 2)], 'the middle')
}

const rounded = (number: number) => Math.round(number * 100) / 100
const middle = (numbers: number[]) =>
  must(numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)], 'a number')

const readTries = (file: string): Try[] =>
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

/** One of each kind, so that changes of the slowest are not all of the same. */
function slowestOf(done: Map<string, Try>): Try[] {
  const kinds = new Set<string>()
  const isNew = (kind: string) => !kinds.has(kind) && kinds.add(kind)
  return [...done.values()]
    .sort((one, other) => (other.ratio ?? 0) - (one.ratio ?? 0))
    .filter(({ recipe }) => isNew(kindOf(recipe)))
    .slice(0, slowestMax)
}

const kindOf = ({ parts, motion }: Recipe) => [...parts.map(({ name }) => name), motion].join()

function chosen(slowest: Try[], next: () => number): Recipe {
  const parent = slowest[Math.floor(next() * slowest.length)]
  return parent && next() < 0.5 ? mutated(parent.recipe, next) : newRecipe(next)
}

await using painter = new Painter()
let emptyPage = 0
for (let n = 0; n < 3; n++) emptyPage = (await painter.cost('<svg xmlns="http://www.w3.org/2000/svg"/>')).milliseconds
if (what === 'real') await paintReal(rest[0])
else await search(Number(rest[0] ?? 2_000), Number(rest[1] ?? 1), rest[2])
