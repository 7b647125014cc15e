/** Tries one change after the other with the tests that reach it, the most promising first. */
import type { Learned } from './learn.ts'
import type { Mutant } from './mutants.ts'
import { Hung, Runner } from './process.ts'
import type { Known } from './runner.ts'
import type { Result } from './table.ts'

type Verdict = Pick<Result, 'outcome' | 'tried' | 'by' | 'why'>

/** At least so many are run, even if they take longer than a change may. */
const MIN_TESTS = 4
/** A test of which fewer than this fit into the time for one change is run after the shorter ones. */
const LONG_TESTS = 20
/** Changes with such numbers are in neighbouring lines of the same file. */
const NEAR = 12
/** `ms` was measured when the test last passed, so a busy machine has been counted already. */
const patienceMs = ({ ms }: Learned) => 8_000 + 8 * ms

/** `kernel/clock` of both `src/kernel/clock.ts` and `test/kernel/clock.test.ts`. */
const nameIn = (file: string) => file.replace(/^\w+\/|(\.test)?\.ts$/g, '')
const isNamedLike = (test: string, source: string) => nameIn(test) === nameIn(source)

/** How many folders, and the name, a test has in common with a source. */
function closeness(test: string, source: string): number {
  const [a, b] = [nameIn(test).split('/'), nameIn(source).split('/')]
  const different = a.findIndex((part, n) => part !== b[n])
  return different === -1 ? a.length : different
}

const nameOf = ({ file, name }: Known) => `${file}: ${name}`

export class Trials {
  readonly #tests: readonly Learned[]
  readonly #env: Record<string, string>
  readonly #runner: Runner
  /** How often a test was run for a file, and how many changes it found. */
  readonly #record = new Map<string, { runs: number; finds: number }>()
  readonly #atLoad: ReadonlySet<number>
  /** Processor time for one change. */
  readonly #budgetMs: number
  #isStarted = false
  /** How many tests reach a change. */
  readonly #reaching = new Map<number, number>()

  constructor(
    tests: readonly Learned[],
    { atLoad, budgetMs, env }: { atLoad: ReadonlySet<number>; budgetMs: number; env: Record<string, string> },
  ) {
    this.#tests = tests
    this.#atLoad = atLoad
    this.#budgetMs = budgetMs
    this.#env = env
    for (const id of tests.flatMap(({ seen }) => seen)) this.#reaching.set(id, (this.#reaching.get(id) ?? 0) + 1)
    this.#runner = new Runner([], env)
  }

  async attempt(mutant: Mutant): Promise<Verdict> {
    if (!this.#isStarted) await this.#start()
    const verdict = await this.#inThisProcess(mutant)
    // What the program remembers of an earlier test would hide the change.
    const isHidden = verdict.outcome === 'survived' || this.#atLoad.has(mutant.id)
    return verdict.outcome !== 'found' && isHidden ? this.#fromTheStart(mutant) : verdict
  }

  async #start() {
    await this.#runner.start()
    this.#isStarted = true
  }

  /** In turns: the test that promises most for its time, one whose name is like the file's, one that reaches what few others reach nearby. */
  #promising({ id, file }: Mutant, tests: readonly Learned[]): Learned[] {
    const promise = new Map<Learned, number>()
    const rarest = new Map<Learned, number>()
    for (const test of tests) {
      const { runs, finds } = this.#recordOf(file, test)
      promise.set(test, (1 + 2 * finds) / (5 + runs) / (test.cpu + 50))
      const nearby = test.seen.filter((other) => Math.abs(other - id) < NEAR)
      rarest.set(test, Math.min(...nearby.map((other) => this.#reaching.get(other) ?? 0)))
    }
    const of = (values: Map<Learned, number>, test: Learned) => values.get(test) ?? 0
    const quick = tests.toSorted((a, b) => of(promise, b) - of(promise, a))
    const special = tests.toSorted((a, b) => of(rarest, a) - of(rarest, b) || a.cpu - b.cpu)
    const near = tests.toSorted((a, b) => closeness(b.file, file) - closeness(a.file, file) || a.cpu - b.cpu)
    const inTurns = new Set(quick.flatMap((test, n) => [test, near[n] ?? test, special[n] ?? test]))
    const isLong = ({ cpu }: Learned) => cpu > this.#budgetMs / LONG_TESTS
    let ms = 0
    return [...inTurns]
      .toSorted((a, b) => Number(isLong(a)) - Number(isLong(b)))
      .filter((test, n) => {
        ms += test.cpu
        return n < MIN_TESTS || ms < this.#budgetMs
      })
  }

  #recordOf(file: string, test: Known) {
    const key = `${file} ${nameOf(test)}`
    const record = this.#record.get(key) ?? { runs: 0, finds: 0 }
    this.#record.set(key, record)
    return record
  }

  async #inThisProcess(mutant: Mutant): Promise<Verdict> {
    const tests = this.#promising(
      mutant,
      this.#tests.filter(({ seen }) => seen.includes(mutant.id)),
    )
    let isFresh = false
    for (const [n, test] of tests.entries()) {
      const record = this.#recordOf(mutant.file, test)
      record.runs++
      for (;;) {
        const why = await this.#fails(test, mutant.id)
        if (why === undefined) break
        // An earlier change may have left the process in disorder.
        if ((await this.#fails(test, 0)) === undefined) {
          record.finds++
          return { outcome: 'found', tried: n + 1, by: nameOf(test), why }
        }
        if (isFresh) break
        await this.#start()
        isFresh = true
      }
    }
    return { outcome: tests.length > 0 ? 'survived' : 'unreached', tried: tests.length }
  }

  /** What is made while a module is loaded, or at the first use, changes only if the change was there before. */
  async #fromTheStart(mutant: Mutant): Promise<Verdict> {
    const near = this.#tests.filter(({ seen }) => seen.some((id) => Math.abs(id - mutant.id) < NEAR))
    const promising = this.#promising(mutant, near.length > 0 ? near : this.#tests)
    const tests = [...new Set([...this.#tests.filter(({ file }) => isNamedLike(file, mutant.file)), ...promising])]
    const runner = new Runner([...new Set(tests.map(({ file }) => file))], this.#env)
    try {
      const { broken } = await runner.start(mutant.id)
      if (broken.length > 0) return { outcome: 'found', tried: 0, by: 'it cannot be loaded' }
      for (const [n, test] of tests.entries()) {
        const { ok, error = '' } = await runner.run(test, mutant.id, patienceMs(test))
        if (!ok) return { outcome: 'found', tried: n + 1, by: nameOf(test), why: error.slice(0, 200) }
      }
      return { outcome: 'survived', tried: tests.length, why: 'from the start' }
    } catch (error) {
      if (!(error instanceof Hung)) throw error
      return { outcome: 'found', tried: 0, by: 'it hangs' }
    } finally {
      await runner.stop()
    }
  }

  /** Why the test fails with this change, if it does. */
  async #fails(test: Learned, mutant: number): Promise<string | undefined> {
    try {
      const { ok, ms, error = '' } = await this.#runner.run(test, mutant, patienceMs(test))
      if (ok) test.ms = ms
      return ok ? undefined : error.slice(0, 200)
    } catch (error) {
      if (!(error instanceof Hung)) throw error
      await this.#start()
      return 'hung'
    }
  }

  end = () => this.#runner.stop()
}
