/** Random histories of everything that can happen on a board, against a model that was written from the rules alone. */
import { it } from 'node:test'
import { onEachEngine } from '../board.ts'
import { isSoak } from '../setup/databases.ts'
import { live, planHistory, shorten } from './run.ts'

const SEED = Number(process.env.BOARD_SEED ?? 20_261_118)
const STEPS = 1_000
/** Ten thousand steps on both databases together: on PostgreSQL a step takes three times as long. */
const LIVES = isSoak ? { sqlite: 300, postgres: 300 } : { sqlite: 9, postgres: 1 }

onEachEngine('a history of everything', (engine) => {
  it(`is as the rules say, over ${LIVES[engine]} lives of ${STEPS} steps`, async (t) => {
    const met = new Map<string, number>()
    for (let n = 0; n < LIVES[engine]; n++) {
      const plan = planHistory(SEED + n, STEPS)
      const ran = await live(engine, plan)
      for (const [what, times] of ran.met) met.set(what, (met.get(what) ?? 0) + times)
      if (ran.difference === null) continue
      const { lines, step, error } = await shorten(engine, plan, ran.difference)
      throw new Error([`BOARD_SEED=${SEED + n}`, ...lines, `Then ${step} differs:`, (error as Error).stack].join('\n'))
    }
    t.diagnostic(JSON.stringify(Object.fromEntries([...met].sort())))
  })
})
