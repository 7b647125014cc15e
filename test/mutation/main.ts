/**
 * Changes the program in one place at a time and looks whether a test fails:
 *
 *     npm run mutation -- guards
 *     npm run mutation -- src/kernel --sample 200 --seed 1
 *     npm run mutation -- src/storage --engine postgres --again
 *
 * `--again` tries only what survived before, `--seconds 60` allows more processor time for each change, and
 * `--tests '^test/cli'` runs only the tests of these files, also those that are left out otherwise. The outcome of each
 * change is in .cache/mutation/results.jsonl; why some need not be found, in test/mutation/explained/.
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startPostgres } from '../setup/postgres.ts'
import { learn, reachedAtLoad, testFiles, writeCopies } from './learn.ts'
import type { Mutant } from './mutants.ts'
import { root } from './process.ts'
import { seeded, shuffled } from './sample.ts'
import { groupOf, outcomeKey, type Result, readExplained, table } from './table.ts'
import { Trials } from './trials.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    engine: { type: 'string', default: 'sqlite' },
    processes: { type: 'string', default: '1' },
    again: { type: 'boolean', default: false },
    tests: { type: 'string', default: '' },
    seconds: { type: 'string', default: '10' },
  },
})

const results = join(root, '.cache/mutation/results.jsonl')
const earlier: Result[] = existsSync(results)
  ? readFileSync(results, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))
  : []
const known = new Map(earlier.map((result) => [outcomeKey(result), result]))

const isLeft = (mutant: Mutant) => {
  const outcome = known.get(outcomeKey(mutant))?.outcome
  if (values.again) return (outcome === 'survived' || outcome === 'unreached') && !explained.has(outcomeKey(mutant))
  return outcome === undefined
}

const all = writeCopies()
const explained = readExplained(all)

/**
 * `guards`, the beginning of a row's name, such as `caches` or `other`, or a pattern of files and lines, such as
 * `clock.ts:4`. In files refusals are not counted again.
 */
function sampleOf(wanted: string): Mutant[] {
  const pattern = new RegExp(wanted)
  const isInRow = (mutant: Mutant) => groupOf(mutant).replaceAll('`', '').startsWith(wanted)
  const isWanted = (mutant: Mutant) =>
    mutant.kind === 'guard'
      ? wanted === 'guards' || isInRow(mutant)
      : pattern.test(`${mutant.file}:${mutant.line}`) || isInRow(mutant)
  const chosen = all.filter(isWanted)
  const sample = shuffled(chosen, seeded(Number(values.seed))).slice(0, Number(values.sample ?? chosen.length))
  console.log(`${wanted}: ${sample.length} of ${chosen.length}`)
  return sample
}

const samples = (positionals.length > 0 ? positionals : ['guards']).map(sampleOf)
const longest = Math.max(...samples.map(({ length }) => length))
/** In turns, so that every sample has grown by the same number whenever it is stopped. */
const sample = [...new Set(Array.from({ length: longest }, (_, n) => samples.flatMap((one) => one[n] ?? [])).flat())]

const cluster = values.engine === 'postgres' && !process.env.BOARD_TEST_POSTGRES ? await startPostgres() : undefined
const env = {
  BOARD_ENGINES: values.engine,
  ...(cluster && { BOARD_TEST_POSTGRES: cluster.url('postgres') }),
}
const tests = await learn(values.engine, testFiles(values.tests), { all, env })
const atLoad = await reachedAtLoad(env)
/** Those that may need a process of their own come last. */
const queue = sample.filter(isLeft).toSorted((a, b) => Number(atLoad.has(a.id)) - Number(atLoad.has(b.id)))
const alone = queue.filter(({ id }) => atLoad.has(id)).length
console.log(`${all.length} changes in all, ${queue.length} to try, ${alone} of them perhaps in a process of their own`)

async function work() {
  const trials = new Trials(tests, { atLoad, budgetMs: 1_000 * Number(values.seconds), env })
  for (let mutant = queue.shift(); mutant; mutant = queue.shift()) {
    const result: Result = { ...mutant, engine: values.engine, ...(await trials.attempt(mutant)) }
    known.set(outcomeKey(result), result)
    appendFileSync(results, `${JSON.stringify(result)}\n`)
    if (result.outcome !== 'found')
      console.log(
        `${result.outcome} ${result.file}:${result.line} ${result.kind}: ${result.was} → ${result.becomes} (${result.tried} tests)`,
      )
  }
  await trials.end()
}

await Promise.all(Array.from({ length: Number(values.processes) }, work))
await cluster?.stop()
console.log(
  table(
    sample.flatMap((mutant) => known.get(outcomeKey(mutant)) ?? []),
    all,
    explained,
  ),
)
