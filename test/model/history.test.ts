/** Random histories of everything that can happen on a board, against a model that was written from the rules alone. */
import { it } from 'node:test'
import { onEachEngine } from '../board.ts'
import { isSoak } from '../setup/databases.ts'
import { live, planHistory, shorten } from './run.ts'

const SEED = Number(process.env.BOARD_SEED ?? 20_261_118)
const LENGTH = Number(process.env.BOARD_STEPS ?? 500)
const HISTORIES = isSoak ? 300 : 10

onEachEngine('a history of everything', (engine) => {
  it(`is as the rules say, over ${HISTORIES} lives of ${LENGTH} steps`, async (t) => {
    const met = new Map<string, number>()
    for (let n = 0; n < HISTORIES; n++) {
      const plan = planHistory(SEED + n, LENGTH)
      const ran = await live(engine, plan)
      for (const [what, times] of ran.met) met.set(what, (met.get(what) ?? 0) + times)
      if (ran.difference === null) continue
      const difference = await shorten(engine, plan, ran.difference)
      const told = [`BOARD_SEED=${SEED + n}`, ...difference.lines, `Then ${difference.step} differs:`].join('\n')
      throw new Error(`${told}\n${(difference.error as Error).stack}`)
    }
    t.diagnostic(JSON.stringify(Object.fromEntries([...met].sort())))
  })
})
