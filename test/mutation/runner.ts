/** A process that has loaded many test files and runs single tests of them, each with the change that it is told. */
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { globalSetup } from '../setup/global.ts'
import type * as Testing from './node-test.ts'
import { trial } from './switch.ts'

export type Order = { load: readonly string[] } | { test: Known; mutant: number }
export type Known = { file: string; name: string }
export type Outcome = { ok: boolean; cpu: number; ms: number; seen: number[]; error?: string }
export type Report = { tests: Known[]; seen: number[]; broken: string[] } | Outcome

const root = join(import.meta.dirname, '../..')
const seenFile = process.env.MUTATION_SEEN ?? ''
const { tests, nowOf, runTest } = (await import('./node-test.ts')) as typeof Testing

/** What was reached since the last call, by any thread and process. */
function reached(): number[] {
  const elsewhere = existsSync(seenFile) ? readFileSync(seenFile, 'utf8').split('\n').filter(Boolean).map(Number) : []
  writeFileSync(seenFile, '')
  chmodSync(seenFile, 0o666) // some processes run as another user
  const ids = [...trial.seen.entries()].flatMap(([id, isSeen]) => (isSeen ? [id] : []))
  trial.seen.fill(0)
  return [...new Set([...ids, ...elsewhere])]
}

let failure: unknown
process.on('unhandledRejection', (reason) => {
  failure ??= reason
})
process.on('uncaughtException', (error) => {
  failure ??= error
})

async function run({ file, name }: Known, mutant: number): Promise<Outcome> {
  trial.begin(0)
  await loadFile(file)
  const test = tests.find((one) => one.file === file && one.name === name)
  if (!test) return { ok: true, cpu: 0, ms: 0, seen: [] }
  failure = undefined
  reached()
  trial.begin(mutant)
  process.env.MUTANT = String(mutant)
  const [start, used] = [performance.now(), process.cpuUsage()]
  await runTest(test).catch((error) => {
    failure ??= error ?? 'nothing'
  })
  await new Promise((resolve) => setImmediate(resolve))
  trial.begin(0)
  const ms = Math.round(performance.now() - start)
  const { user, system } = process.cpuUsage(used)
  const cpu = Math.round((user + system) / 1_000)
  const error = failure instanceof Error ? `${failure.stack}`.slice(0, 2_000) : String(failure)
  return { ok: failure === undefined, cpu, ms, seen: reached(), ...(failure === undefined ? {} : { error }) }
}

const loaded = new Set<string>()

async function loadFile(file: string) {
  if (loaded.has(file)) return
  loaded.add(file)
  nowOf(file)
  await import(join(root, file))
}

async function load(files: readonly string[]): Promise<Report> {
  const broken: string[] = []
  await globalSetup()
  for (const file of files) await loadFile(file).catch((error) => broken.push(`${file}: ${error}`))
  return { tests: tests.map(({ file, name }) => ({ file, name })), seen: reached(), broken }
}

process.on('message', async (order: Order) => {
  process.send?.('load' in order ? await load(order.load) : await run(order.test, order.mutant))
})

/** Nobody gives orders any more: this process and all that it started end. */
process.on('disconnect', () => process.kill(-process.pid, 'SIGKILL'))
