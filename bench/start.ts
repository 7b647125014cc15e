/** From spawning the process to its first answer, on a board with messages; a bare `node:http` is the control. */
import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { get } from 'node:http'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { must } from '../src/kernel/must.ts'
import { freePort } from '../test/setup/listening.ts'
import { noLimits, SHARED_SECRET } from '../test/setup/processes.ts'
import { seededBoard, temporaryFolder } from './boards.ts'
import { cpuMs } from './cpu.ts'
import { type Figure, median } from './report.ts'

const ROUNDS = 7
const MESSAGES = 25_000
const MAX_MS = 500
const POLL_MS = 1
const root = join(import.meta.dirname, '..')

type Program = { folder: string; words: readonly string[]; file?: string }
type Env = Readonly<Record<string, string>>

const bare: Program = { folder: root, words: ['bench/bare-server.js'] }
const checkout: Program = { folder: root, words: ['src/main.js', 'serve'] }

/** What `npm pack` makes, unpacked, with the packages of this checkout. */
function packedInto(folder: string): Program {
  execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: root, stdio: ['ignore', 'ignore', 2] })
  const [archive = ''] = readdirSync(folder).filter((file) => file.endsWith('.tgz'))
  execFileSync('tar', ['-xzf', archive], { cwd: folder })
  symlinkSync(join(root, 'node_modules'), join(folder, 'package/node_modules'))
  return { folder: join(folder, 'package'), words: ['dist/main.js', 'serve'] }
}

function executableIn(folder: string): Program {
  execFileSync(process.execPath, ['scripts/build-binary.ts', folder], { cwd: root, stdio: ['ignore', 'ignore', 2] })
  return { folder, file: join(folder, 'posting-board'), words: ['serve'] }
}

const isAnswered = (port: number) =>
  new Promise<boolean>((resolve) => {
    get({ port, host: '127.0.0.1', path: '/healthz', agent: false }, (response) => {
      response.resume()
      resolve(response.statusCode === 200)
    }).on('error', () => resolve(false)) // nobody listens yet
  })

/** `cpu` counts the work of the process, so a busy machine disturbs it little. */
type Start = { time: number; cpu: number }

async function toFirstAnswer({ folder, words, file = process.execPath }: Program, env: Env): Promise<Start> {
  const port = await freePort()
  const place = { PATH: process.env.PATH, HOST: '127.0.0.1', PORT: String(port), SECRET_KEY: SHARED_SECRET }
  const started = performance.now()
  const child = spawn(file, words, { cwd: folder, env: { ...place, ...noLimits, ...env }, stdio: 'ignore' })
  const exited = new Promise((resolve) => child.once('exit', resolve))
  try {
    while (!(await isAnswered(port))) {
      if (child.exitCode !== null) throw new Error(`${words.join(' ')} ended with ${child.exitCode}.`)
      await pause(POLL_MS)
    }
    return { time: performance.now() - started, cpu: cpuMs(must(child.pid, 'pid')) }
  } finally {
    child.kill('SIGTERM') // the compile cache is written at an orderly end
    await exited
  }
}

export const start: Figure = {
  name: 'start',
  async measure() {
    await using board = await seededBoard(MESSAGES)
    using folder = temporaryFolder()
    const packed = packedInto(folder.path)
    const executable = executableIn(folder.path)
    const times = { bare: [] as Start[], first: [] as Start[], second: [] as Start[] }
    const packedTimes = { first: [] as Start[], second: [] as Start[] }
    const executableTimes: Start[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const cache = join(folder.path, `compiled-${round}`)
      mkdirSync(cache)
      const env = { DATABASE_URL: board.url, TMPDIR: cache }
      times.bare.push(await toFirstAnswer(bare, env))
      times.first.push(await toFirstAnswer(checkout, env))
      times.second.push(await toFirstAnswer(checkout, env))
      packedTimes.first.push(await toFirstAnswer(packed, env))
      packedTimes.second.push(await toFirstAnswer(packed, env))
      executableTimes.push(await toFirstAnswer(executable, env))
    }
    const how = `spawn to first 200 of /healthz, SQLite, ${MESSAGES.toLocaleString('en')} messages, median of ${ROUNDS}`
    const cpuOf = (starts: Start[]) => `; ${Math.round(median(starts.map(({ cpu }) => cpu)))} ms of processor time`
    const row = (what: string, starts: Start[], note = '') => ({
      what,
      value: median(starts.map(({ time }) => time)),
      unit: 'ms',
      how: how + note + cpuOf(starts),
    })
    const cold = '; nothing in the compile cache'
    const goal = { atMost: MAX_MS }
    return [
      row('start of a bare node:http', times.bare, '; the control, in turns with the others'),
      row('first start from a checkout', times.first, cold),
      { ...row('start from a checkout', times.second), goal },
      row('first start of the packed build', packedTimes.first, cold),
      { ...row('start of the packed build', packedTimes.second), goal },
      { ...row('start of the single executable', executableTimes), goal },
    ]
  },
}
