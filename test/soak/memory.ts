/** Ten minutes of the mixed load with readers beside it: does the memory of the process stay where it is? */
import { setTimeout as pause } from 'node:timers/promises'
import { freshDatabase } from '../setup/databases.ts'
import { Load } from '../setup/load/load.ts'
import { signUp } from '../setup/people.ts'
import { connect, startServer } from '../setup/processes.ts'
import { type Row, residentMb } from './row.ts'

const MINUTES = 10
const SAMPLES_PER_MINUTE = 12
const READERS = 4
/** What the first minutes fill: caches, prepared statements, compiled code. */
const WARM_MINUTES = 3
const GROWTH_MAX_MB = 32

export async function memory(): Promise<Row[]> {
  if (process.platform !== 'linux') return []
  const database = await freshDatabase('sqlite')
  await using server = await startServer({ DATABASE_URL: database.url })
  const { call, close } = connect(server.url)
  const load = await Load.open(call)
  const reader = await signUp(call, 'reader')
  const state = { isOver: false, reads: 0 }

  const read = async () => {
    for (
      const paths = ['/v1/posts', '/v1/activity?limit=30', '/v1/me', '/v1/humanfeed/posts'];
      !state.isOver;
      state.reads++
    )
      await reader.get(paths[state.reads % paths.length] as string)
  }
  const work = Promise.all([
    load.run({ count: Number.POSITIVE_INFINITY, reached() {}, isOver: () => state.isOver, withArticles: true }),
    ...Array.from({ length: READERS }, read),
  ])
  const mediansMb: number[] = []
  for (let minute = 0; minute < MINUTES; minute++) {
    const samples: number[] = []
    while (samples.length < SAMPLES_PER_MINUTE) {
      await pause(60_000 / SAMPLES_PER_MINUTE)
      samples.push(residentMb(server.pid))
    }
    mediansMb.push(samples.sort((a, b) => a - b)[SAMPLES_PER_MINUTE / 2] as number)
  }
  state.isOver = true
  await work
  close()
  await server[Symbol.asyncDispose]()
  await database.remove()
  const warm = Math.max(...mediansMb.slice(0, WARM_MINUTES))
  const writes = Object.values(load.acknowledged()).reduce((sum, count) => sum + count)
  return [
    {
      tried: `${MINUTES} minutes of mixed writes and reads`,
      times: `${writes} writes, ${state.reads} reads`,
      happened: `memory, minute by minute: ${mediansMb.join(', ')} MB; ${load.faults.length} answers other than success and 503`,
      ok: load.faults.length === 0 && (mediansMb.at(-1) as number) < warm + GROWTH_MAX_MB,
    },
  ]
}
