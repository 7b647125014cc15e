/** What an idle process holds, and how much of it Node holds without us. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { signUp } from '../test/setup/people.ts'
import { connect, launchProgram, startServer } from '../test/setup/processes.ts'
import { durableDatabase, type Engine, seededBoard, temporaryFolder } from './boards.ts'
import { type Figure, median, type Row } from './report.ts'

const ROUNDS = 5
const SETTLE_MS = 500
const MESSAGES = 25_000
const MAX_MB = 95

type Held = { resident: number; own: number }

/** Memory of a process in MB, as Linux counts it: all resident pages, and those of them that are not backed by a file. */
async function heldBy(pid: number): Promise<Held> {
  await pause(SETTLE_MS)
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const megabytes = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024
  return { resident: megabytes('VmRSS'), own: megabytes('RssAnon') }
}

type Env = Readonly<Record<string, string>>

/** A process that has only loaded these modules. */
const withLoaded = (modules: readonly string[]) => async (env: Env) => {
  await using idle = launchProgram(['bench/idle.js', ...modules], env)
  await idle.logged('loaded')
  const held = await heldBy(idle.pid)
  await idle.stop() // the compile cache is written at an orderly end
  return held
}

const afterRequests = (url: string) => async (env: Env, round: number) => {
  await using server = await startServer({ ...env, DATABASE_URL: url })
  const { call, close } = connect(server.url)
  const ada = await signUp(call, `ada${round}`)
  const { id } = (await ada.posts()).body
  for (let n = 0; n < 5; n++) {
    await ada.replies(id)
    await ada.reads(id)
  }
  await call('/healthz')
  const held = await heldBy(server.pid)
  close()
  await server.stop()
  return held
}

const afterStart = (url: string) => async (env: Env) => {
  await using server = await startServer({ ...env, DATABASE_URL: url })
  const held = await heldBy(server.pid)
  await server.stop()
  return held
}

async function row(what: string, measure: (env: Env, round: number) => Promise<Held>, how: string): Promise<Row> {
  using folder = temporaryFolder()
  const rounds: Held[] = []
  for (let round = 0; round <= ROUNDS; round++) rounds.push(await measure({ TMPDIR: folder.path }, round))
  const counted = rounds.slice(1) // the first one also compiles
  const own = median(counted.map((held) => held.own)).toFixed(0)
  const value = median(counted.map(({ resident }) => resident))
  return { what, value, unit: 'MB', how: `RSS, median of ${ROUNDS}; ${own} MB without pages of files; ${how}` }
}

const goal = { atMost: MAX_MB }

async function idleOn(engine: Engine): Promise<Row> {
  await using database = await durableDatabase(engine)
  return { ...(await row(`idle memory, ${engine}`, afterRequests(database.url), 'after a dozen requests')), goal }
}

/** Each stage has what the one before it has, so that the differences are the shares. */
async function stages(): Promise<Row[]> {
  await using empty = await durableDatabase('sqlite')
  await using board = await seededBoard(MESSAGES)
  const source = (path: string) => join(import.meta.dirname, '../src', path)
  const libraries = ['commander', 'pino', 'fastify', 'zod', 'node:sqlite']
  const ours = [source('cli/program.ts'), source('cli/serve.ts'), source('storage/sqlite.ts')]
  return [
    await row('memory of a bare Node', withLoaded([]), 'a process that waits'),
    await row('memory of a bare node:http', withLoaded([join(import.meta.dirname, 'bare-server.js')]), 'it listens'),
    await row('memory with the libraries', withLoaded(libraries), `loaded: ${libraries.join(', ')}`),
    await row('memory with all code', withLoaded(ours), 'loaded, with the schemas that it makes'),
    await row('memory after the start', afterStart(empty.url), 'empty board, listening'),
    await row(
      `memory on ${MESSAGES.toLocaleString('en')} messages`,
      afterRequests(board.url),
      'after a dozen requests, with what SQLite keeps of its pages',
    ),
  ]
}

export const memory: Figure = {
  name: 'memory',
  measure: async () => [...(await stages()), await idleOn('sqlite'), await idleOn('postgres')],
}
