/**
 * Faults and abuse, at length: `npm run test:soak`, or `npm run test:soak -- kills stops` for some of them, and
 * `--rounds 100` for more or fewer of each. It prints the rows of the table in docs/reliability.md and exits with 1 if anything
 * was lost.
 */
import { parseArgs } from 'node:util'
import { globalSetup, globalTeardown } from '../setup/global.ts'
import { browsers } from './browsers.ts'
import { day } from './day.ts'
import { fuzz } from './fuzz.ts'
import { idle } from './idle.ts'
import { kills } from './kills.ts'
import { largeBoard, memory } from './memory.ts'
import { migration } from './migration.ts'
import { overload } from './overload.ts'
import { readers } from './readers.ts'
import { refusals } from './refusals.ts'
import { repetition } from './repetition.ts'
import type { Row } from './row.ts'
import { silence } from './silence.ts'
import { stops } from './stops.ts'
import { waits } from './waits.ts'

const trials: Record<string, (rounds: number) => Promise<Row[]>> = {
  kills,
  stops,
  silence,
  readers,
  idle,
  overload,
  memory,
  'large-board': largeBoard,
  migration,
  waits,
  fuzz,
  day,
  refusals,
  repetition,
  browsers,
}

/** On SQLite; a tenth of it on PostgreSQL, and of its server. */
const KILLS = 1_000
const ROUNDS = 20

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string' } },
})
const roundsOf = (name: string) => Number(values.rounds ?? (name === 'kills' ? KILLS : ROUNDS))
const unknown = positionals.filter((name) => !Object.hasOwn(trials, name))
if (unknown.length > 0 || !(roundsOf('kills') >= 1)) {
  console.error(`Usage: npm run test:soak -- [${Object.keys(trials).join(' | ')}] … [--rounds ${ROUNDS}]`)
  process.exit(2)
}

// What the trials have started ends with them.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))
await globalSetup()
let failed = false
console.log('| What was tried | How often | What happened |\n|---|---|---|')
try {
  for (const name of positionals.length > 0 ? positionals : Object.keys(trials)) {
    for (const { tried, times, happened, ok } of (await trials[name]?.(roundsOf(name))) ?? []) {
      console.log(`| ${tried} | ${times} | ${happened} |${ok ? '' : ' **not as promised**'}`)
      failed ||= !ok
    }
  }
} finally {
  await globalTeardown()
}
process.exit(failed ? 1 : 0)
