/** Learns which tests reach which changes, by running each test once with none of them switched on. */
import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join } from 'node:path'
import { type Mutant, mutate } from './mutants.ts'
import { copies, Hung, Runner, root } from './process.ts'

/** Outside of these only refusals are left out: pure decisions, what every domain uses, and every module that caches. */
const whole = [
  /\/rules\.ts$/,
  /^src\/(kernel|storage|http\/admission|connections|articles\/checks)\//,
  /^src\/http\/(ladder\/(rate-windows|credential)|site\/(assets|routes)|answers\/documents)\.ts$/,
  /^src\/(articles\/(reading|events)|feeds|me|posts|votes)\/steps\.ts$/,
  /^src\/(feeds\/view|posts\/reading\/(view|read-thread)|worker\/preparation)\.ts$/,
]
const untouched = /^src\/(client|cli\/agent|seed|program|web\/assets)\/|\.d\.ts$/

/** These tests look at other programs, at documents or at a whole build, and take long. */
const unsuitable =
  /\.browser\.test|^test\/(mutation|deploy|examples|docs|client|cli)\/|whole\/(binary|build|readme|crash|growth|removal-crash|contract-fuzz|fuzz)|contract\/(contributing|generated-client|packages|client|docs|cluster-files|architecture|path-of-a-request|openapi-rules)|real-clients|under-load|kills|histor|soak/

export type Learned = { file: string; name: string; ms: number; seen: number[] }

export function writeCopies(): Mutant[] {
  const mutants: Mutant[] = []
  for (const file of globSync('src/**/*.ts', { cwd: root }).sort()) {
    if (untouched.test(file)) continue
    const source = readFileSync(join(root, file), 'utf8')
    const made = mutate(file, source, {
      guardsOnly: !whole.some((pattern) => pattern.test(file)),
      lastId: mutants.length,
    })
    if (made.mutants.length === 0) continue
    mutants.push(...made.mutants)
    const [copy, text] = [join(copies, file), stripTypeScriptTypes(made.text)]
    if (existsSync(copy) && readFileSync(copy, 'utf8') === text) continue // another trial may be reading it
    mkdirSync(dirname(copy), { recursive: true })
    writeFileSync(copy, text)
  }
  return mutants
}

export const testFiles = (pattern = '') =>
  globSync('test/**/*.test.ts', { cwd: root })
    .sort()
    .filter((file) => !unsuitable.test(file) && new RegExp(pattern).test(file))

const digestOf = (...files: string[]) => {
  const hash = createHash('sha256')
  for (const file of files) hash.update(readFileSync(join(root, file)))
  return hash.digest('hex')
}

type Memory = { digest: string; tests: Learned[] }

const LONGEST_TEST_MS = 240_000

/** What was learned before stays true while the sources and the test file are the same. */
export async function learn(engine: string, files: readonly string[], env: Record<string, string>): Promise<Learned[]> {
  const sources = globSync('src/**/*.ts', { cwd: root }).sort()
  const memories = new Map<string, Memory>()
  const pathOf = (file: string) => join(root, '.cache/mutation/learned', engine, `${file.replaceAll('/', '.')}.json`)
  for (const file of files) {
    const digest = digestOf(file, ...sources)
    const known: Memory | undefined = existsSync(pathOf(file))
      ? JSON.parse(readFileSync(pathOf(file), 'utf8'))
      : undefined
    if (known?.digest === digest) memories.set(file, known)
  }
  const unknown = files.filter((file) => !memories.has(file))
  if (unknown.length > 0) {
    const runner = new Runner(unknown, env)
    const { tests, broken } = await runner.start()
    for (const why of broken) console.log(`not loaded: ${why}`)
    const keep = (file: string) => {
      mkdirSync(dirname(pathOf(file)), { recursive: true })
      writeFileSync(pathOf(file), JSON.stringify(memories.get(file)))
    }
    for (const file of unknown) {
      memories.set(file, { digest: digestOf(file, ...sources), tests: [] })
      if (!tests.some((test) => test.file === file)) keep(file)
    }
    for (const [index, { file, name }] of tests.entries()) {
      const outcome = await runner.run({ file, name }, 0, LONGEST_TEST_MS).catch(async (error) => {
        if (!(error instanceof Hung)) throw error
        await runner.start()
        return { ok: false, ms: 0, seen: [], error: 'hung' }
      })
      if (outcome.ok) memories.get(file)?.tests.push({ file, name, ms: outcome.ms, seen: outcome.seen })
      else console.log(`fails unchanged: ${file}: ${name}: ${outcome.error?.slice(0, 300)}`)
      if (file !== tests[index + 1]?.file) keep(file)
    }
    await runner.stop()
  }
  return files.flatMap((file) => memories.get(file)?.tests ?? [])
}

/** The changes that are reached while the program is loaded. */
export async function reachedAtLoad(env: Record<string, string>): Promise<Set<number>> {
  const runner = new Runner(['test/contract/guards.test.ts'], env)
  const { seen } = await runner.start()
  await runner.stop()
  return new Set(seen)
}
