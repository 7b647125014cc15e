/** Learns which tests reach which changes, by running each test once with none of them switched on. */
import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join } from 'node:path'
import { type Mutant, mutate } from './mutants.ts'
import { copies, Hung, Runner, root } from './process.ts'
import { folderOf, outcomeKey } from './table.ts'

const untouched = /^src\/(client|cli\/agent|seed|program|web\/assets)\/|\.d\.ts$/

/** These tests look at other programs, at documents or at a whole build, and take long. */
const unsuitable =
  /\.browser\.test|^test\/(mutation|deploy|examples|docs|client)\/|cli\/(agent|loaded|start|shutdown|unexpected)\.|whole\/(binary|build|readme|crash|growth|removal-crash|contract-fuzz|fuzz)|contract\/(contributing|generated-client|packages|client|docs|cluster-files|architecture|path-of-a-request|openapi-rules)|real-clients|under-load|kills|histor|soak/

/** `cpu` is processor time, which a busy machine does not change; `ms` is how long it took. Both are milliseconds. */
export type Learned = { file: string; name: string; cpu: number; ms: number; seen: number[] }

export function writeCopies(): Mutant[] {
  const mutants: Mutant[] = []
  for (const file of globSync('src/**/*.ts', { cwd: root }).sort()) {
    if (untouched.test(file)) continue
    const source = readFileSync(join(root, file), 'utf8')
    const made = mutate(file, source, {
      guardsOnly: !folderOf(file),
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

/** Without a pattern all but the unsuitable ones. */
export const testFiles = (pattern: string) =>
  globSync('test/**/*.test.ts', { cwd: root })
    .sort()
    .filter((file) => (pattern ? new RegExp(pattern).test(file) : !unsuitable.test(file)))

const digestOf = (text: string | Buffer) => createHash('sha256').update(text).digest('hex').slice(0, 16)

/** The changes are named by digests of what they are, because their numbers move when a source is edited. */
type Memory = { digest: string; changes: string[]; tests: Learned[] }

const LONGEST_TEST_MS = 240_000

/** What was learned of a test stays until its file is edited. */
export async function learn(
  engine: string,
  files: readonly string[],
  { all, env }: { all: readonly Mutant[]; env: Record<string, string> },
): Promise<Learned[]> {
  const names = new Map(all.map((mutant) => [mutant.id, digestOf(outcomeKey(mutant))]))
  const numbers = new Map([...names].map(([id, name]) => [name, id]))
  const pathOf = (file: string) => join(root, '.cache/mutation/learned', engine, `${file.replaceAll('/', '.')}.json`)

  function recall(file: string): Learned[] | undefined {
    if (!existsSync(pathOf(file))) return undefined
    const { digest, changes, tests }: Memory = JSON.parse(readFileSync(pathOf(file), 'utf8'))
    if (digest !== digestOf(readFileSync(join(root, file)))) return undefined
    const ids = changes.map((name) => numbers.get(name))
    return tests.map((test) => ({ ...test, seen: test.seen.flatMap((n) => ids[n] ?? []) }))
  }

  function keep(file: string, tests: readonly Learned[]) {
    const ids = [...new Set(tests.flatMap(({ seen }) => seen))]
    const places = new Map(ids.map((id, n) => [id, n]))
    const memory: Memory = {
      digest: digestOf(readFileSync(join(root, file))),
      changes: ids.map((id) => names.get(id) ?? ''),
      tests: tests.map((test) => ({ ...test, seen: test.seen.flatMap((id) => places.get(id) ?? []) })),
    }
    mkdirSync(dirname(pathOf(file)), { recursive: true })
    writeFileSync(pathOf(file), JSON.stringify(memory))
  }

  const known = new Map(files.map((file) => [file, recall(file)]))
  const unknown = files.filter((file) => !known.get(file))
  if (unknown.length > 0) {
    const runner = new Runner(unknown, env)
    const { tests, broken } = await runner.start()
    for (const why of broken) console.log(`not loaded: ${why}`)
    for (const file of unknown) {
      const learned: Learned[] = []
      for (const { name } of tests.filter((test) => test.file === file)) {
        const outcome = await runner.run({ file, name }, 0, LONGEST_TEST_MS).catch(async (error) => {
          if (!(error instanceof Hung)) throw error
          await runner.start()
          return { ok: false, cpu: 0, ms: 0, seen: [], error: 'hung' }
        })
        const { ok, cpu, ms, seen, error } = outcome
        if (ok) learned.push({ file, name, cpu, ms, seen })
        else console.log(`fails unchanged: ${file}: ${name}: ${error?.slice(0, 300)}`)
      }
      keep(file, learned)
      known.set(file, learned)
    }
    await runner.stop()
  }
  return files.flatMap((file) => known.get(file) ?? [])
}

/** The changes that are reached while the program is loaded. */
export async function reachedAtLoad(env: Record<string, string>): Promise<Set<number>> {
  const runner = new Runner(['test/contract/guards.test.ts'], env)
  const { seen } = await runner.start()
  await runner.stop()
  return new Set(seen)
}
