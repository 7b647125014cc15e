/** Random histories of everything that can happen on a board, against a model that was written from the rules alone. */
import { it } from 'node:test'
import { onEachEngine } from '../board.ts'
import { type Engine, isSoak } from '../setup/databases.ts'
import { live, planHistory, shorten } from './run.ts'

const FIRST = 20_261_118
const STEPS = 1_000
const following = (first: number, lives: number) => Array.from({ length: lives }, (_, n) => first + n)
/** 10,000 steps, which make all 114 kinds of answers. On PostgreSQL a step takes three times as long. */
const sample = { sqlite: following(FIRST, 9), postgres: [FIRST] }

const { BOARD_SEED: given } = process.env
const seedsFor = (engine: Engine) =>
  isSoak ? following(Number(given ?? FIRST), 300) : given ? following(Number(given), 9) : sample[engine]

onEachEngine('a history of everything', (engine) => {
  it(`is as the rules say, over ${seedsFor(engine).length} lives of ${STEPS} steps`, async (t) => {
    const met = new Map<string, number>()
    for (const seed of seedsFor(engine)) {
      const plan = planHistory(seed, STEPS)
      const ran = await live(engine, plan)
      for (const [what, times] of ran.met) met.set(what, (met.get(what) ?? 0) + times)
      if (ran.difference === null) continue
      const { lines, step, error } = await shorten(engine, plan, ran.difference)
      throw new Error([`BOARD_SEED=${seed}`, ...lines, `Then ${step} differs:`, (error as Error).stack].join('\n'))
    }
    t.diagnostic(JSON.stringify(Object.fromEntries([...met].sort())))
  })
})
