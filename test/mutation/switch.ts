/** Loaded first by every process and thread of a trial: serves the changed copies of the sources, and knows which change is switched on. */
import childProcess from 'node:child_process'
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { registerHooks, syncBuiltinESMExports } from 'node:module'
import { join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { getEnvironmentData, isMainThread, setEnvironmentData } from 'node:worker_threads'

const root = join(import.meta.dirname, '../..')
const { MUTATION_COPIES: copies = '', MUTATION_SEEN: seenFile, MUTANT, MUTATION_RUNNER } = process.env
const isRunner = MUTATION_RUNNER !== undefined
delete process.env.MUTATION_RUNNER // what it starts is none

/** A change that is reached so often is in a loop that it made endless. */
const ENDLESS = 3_000_000

const MAX_MUTANTS = 30_000

/** Shared by all threads of the process: a thread may be older than the trial. */
const shared =
  (getEnvironmentData('mutation') as SharedArrayBuffer | undefined) ?? new SharedArrayBuffer(8 + MAX_MUTANTS)
setEnvironmentData('mutation', shared)
const numbers = new Int32Array(shared, 0, 2)
const seen = new Uint8Array(shared, 8)
if (isMainThread) numbers[0] = Number(MUTANT ?? 0)

export const trial = {
  seen,
  /** From now on this change is switched on. */
  begin(id: number) {
    numbers[0] = id
    numbers[1] = 0
  },
}

declare global {
  var mutant: (id: number) => boolean
}

globalThis.mutant = (id) => {
  if (seen[id] === 0) {
    seen[id] = 1
    if (seenFile && !isRunner) note(seenFile, id)
  }
  if (id !== numbers[0]) return false
  if (Atomics.add(numbers, 1, 1) > ENDLESS) throw new Error('This change makes a loop endless.')
  return true
}

/** A test may have taken the room for files away. */
function note(file: string, id: number) {
  try {
    appendFileSync(file, `${id}\n`)
  } catch {}
}

const testing = pathToFileURL(join(import.meta.dirname, 'node-test.ts')).href

registerHooks({
  resolve(specifier, context, next) {
    if (specifier.endsWith('/dist/program.js')) return next('./cli/program.ts', context) // the build has no changes
    return isRunner && specifier === 'node:test' && context.parentURL !== testing
      ? { url: testing, shortCircuit: true }
      : next(specifier, context)
  },
  load(url, context, next) {
    if (!url.startsWith('file:')) return next(url, context)
    const copy = join(copies, relative(root, fileURLToPath(url.split('?')[0] ?? url)))
    if (!copies || !copy.startsWith(copies) || !existsSync(copy)) return next(url, context)
    return { format: 'module', source: readFileSync(copy, 'utf8'), shortCircuit: true }
  },
})

/** Many tests give the processes that they start an environment of their own. */
const inherited = ['NODE_OPTIONS', 'MUTANT', 'MUTATION_COPIES', 'MUTATION_SEEN']
type Start<Options, Started> = (file: string, words: readonly string[], options: Options) => Started

const withSwitch =
  <Options extends { env?: NodeJS.ProcessEnv | undefined }, Started>(start: Start<Options, Started>) =>
  (file: string, words: readonly string[] = [], options = {} as Options) => {
    const ours = Object.fromEntries(inherited.map((name) => [name, process.env[name]]))
    return start(file, words, { ...options, env: { ...(options.env ?? process.env), ...ours } })
  }

const { spawn, spawnSync } = childProcess
Object.assign(childProcess, { spawn: withSwitch(spawn), spawnSync: withSwitch(spawnSync) })
syncBuiltinESMExports()
