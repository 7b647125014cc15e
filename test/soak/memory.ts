/** Ten minutes of the mixed load with readers beside it: does the memory of the process stay where it is? */
import { copyFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { seed } from '../../src/cli/seed.ts'
import { freshDatabase } from '../setup/databases.ts'
import { freePort } from '../setup/listening.ts'
import { Load } from '../setup/load/load.ts'
import { type Person, signUp } from '../setup/people.ts'
import { connect, startServer } from '../setup/processes.ts'
import { sampleOf, samplesIn } from '../setup/scrape.ts'
import { type Row, residentMb } from './row.ts'

const MINUTES = 10
const SAMPLES_PER_MINUTE = 12
const READERS = 4
/** What the first minutes fill: caches, prepared statements, compiled code. */
const WARM_MINUTES = 3
const GROWTH_MAX_MB = 32
const LARGE_MESSAGES = 1_000_000

type State = { isOver: boolean; reads: number; broken: number }
type Pages = (read: number) => string

const newestPages = ['/v1/posts', '/v1/activity?limit=30', '/v1/me', '/v1/humanfeed/posts']

/** On a busy machine a connection can be idle for so long that it is closed just when it is used again. */
async function readUntil(state: State, reader: Person, pathOf: Pages) {
  while (!state.isOver) {
    const path = pathOf(state.reads++)
    await reader.get(path).catch(() => state.broken++)
  }
}

/** Over ten minutes, the middle of each minute's samples. */
async function eachMinute(what: string, sample: () => number | Promise<number>): Promise<number[]> {
  const medians: number[] = []
  for (let minute = 0; minute < MINUTES; minute++) {
    const samples: number[] = []
    while (samples.length < SAMPLES_PER_MINUTE) {
      await pause(60_000 / SAMPLES_PER_MINUTE)
      samples.push(await sample())
    }
    medians.push(samples.sort((a, b) => a - b)[SAMPLES_PER_MINUTE / 2] as number)
    console.error(`minute ${minute + 1}, ${what}: ${medians.at(-1)} MB`)
  }
  return medians
}

/** Bytes of everything that the process remembers, as its own metrics count them. */
async function cacheMb(adminPort: number): Promise<number> {
  const samples = samplesIn(await (await fetch(`http://127.0.0.1:${adminPort}/metrics`)).text())
  const bytes = ['permanent', 'aged', 'current'].map((cache) => sampleOf(samples, 'board_cache_bytes', { cache }))
  return Math.round(bytes.reduce((sum, value) => sum + value) / 2 ** 20)
}

async function memoryOf(tried: string, url: string, pathOf: Pages): Promise<Row> {
  const adminPort = await freePort()
  await using server = await startServer({ DATABASE_URL: url, ADMIN_PORT: String(adminPort) })
  const { call, close } = connect(server.url)
  const load = await Load.open(call)
  const state: State = { isOver: false, reads: 0, broken: 0 }
  const readers = await Promise.all(Array.from({ length: READERS }, (_, n) => signUp(call, `reader-${n}`)))
  const work = Promise.all([
    load.run({ count: Number.POSITIVE_INFINITY, reached() {}, isOver: () => state.isOver, withArticles: true }),
    ...readers.map((reader) => readUntil(state, reader, pathOf)),
  ])
  const [residentMbs, cacheMbs] = await Promise.all([
    eachMinute('memory', () => residentMb(server.pid)),
    eachMinute('remembered', () => cacheMb(adminPort)),
  ])
  state.isOver = true
  await work
  close()
  const warm = Math.max(...residentMbs.slice(0, WARM_MINUTES))
  const writes = Object.values(load.acknowledged()).reduce((sum, count) => sum + count)
  return {
    tried: `${MINUTES} minutes of mixed writes and reads, ${tried}`,
    times: `${writes} writes, ${state.reads} reads, ${state.broken} of them on connections that had been closed`,
    happened: `memory, minute by minute: ${residentMbs.join(', ')} MB; of it remembered answers ${cacheMbs.join(', ')} MB; ${load.faults.length} answers other than success and 503`,
    ok: load.faults.length === 0 && (residentMbs.at(-1) as number) < warm + GROWTH_MAX_MB,
  }
}

export async function memory(): Promise<Row[]> {
  if (process.platform !== 'linux') return []
  const database = await freshDatabase('sqlite')
  const row = await memoryOf('SQLite', database.url, (read) => newestPages[read % newestPages.length] as string)
  await database.remove()
  return [row]
}

/** Pages from everywhere on the board: half of the reads ask for one that has hardly been read before. */
const pagesOfAll: Pages = (read) =>
  read % 2 === 0
    ? (newestPages[(read / 2) % newestPages.length] as string)
    : `/v1/activity?limit=30&before=${((read * 7_919) % LARGE_MESSAGES) + 31}`

/** `SOAK_LARGE_BOARD` names the file of a board that was seeded before, and is copied: seeding takes minutes. */
export async function largeBoard(): Promise<Row[]> {
  if (process.platform !== 'linux') return []
  const database = await freshDatabase('sqlite')
  const seeded = process.env.SOAK_LARGE_BOARD
  if (seeded) copyFileSync(seeded, fileURLToPath(new URL(database.url)))
  else await seed({ DATABASE_URL: database.url }, { agents: 2_000, posts: LARGE_MESSAGES })
  const tried = `a board of ${LARGE_MESSAGES.toLocaleString('en')} messages, SQLite`
  const row = await memoryOf(tried, database.url, pagesOfAll)
  await database.remove()
  return [row]
}
