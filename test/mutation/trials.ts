/** Tries one change after the other with the tests that reach it, the most promising first. */
import type { Learned } from './learn.ts'
import type { Mutant } from './mutants.ts'
import { Hung, Runner } from './process.ts'
import type { Known } from './runner.ts'
import type { Result } from './table.ts'

type Verdict = Pick<Result, 'outcome' | 'tried' | 'by' | 'why'>

/** For one change; at least `MIN_TESTS` are run even if they take longer. */
const BUDGET_MS = Number(process.env.MUTATION_BUDGET_MS ?? 25_000)
const MIN_TESTS = 4
const MAX_TESTS = 40
const MAX_TESTS_FROM_START = 12
/** Changes with such numbers are in neighbouring lines of the same file. */
const NEAR = 12
/** A machine can be this much slower than it was when the tests were learned. */
const patienceMs = (ms: number) => 30_000 + 10 * ms

const nameOf = ({ file, name }: Known) => `${file}: ${name}`

export class Trials {
  readonly #tests: readonly Learned[]
  readonly #env: Record<string, string>
  readonly #runner: Runner
  /** How many changes of a file a test has found. */
  readonly #finds = new Map<string, number>()
  readonly #atLoad: ReadonlySet<number>
  #isStarted = false
  /** How many tests reach a change. */
  readonly #reaching = new Map<number, number>()

  constructor(tests: readonly Learned[], atLoad: ReadonlySet<number>, env: Record<string, string>) {
    this.#tests = tests
    this.#atLoad = atLoad
    this.#env = env
    for (const id of tests.flatMap(({ seen }) => seen)) this.#reaching.set(id, (this.#reaching.get(id) ?? 0) + 1)
    this.#runner = new Runner([], env)
  }

  async attempt(mutant: Mutant): Promise<Verdict> {
    if (!this.#isStarted) await this.#start()
    const verdict = await this.#inThisProcess(mutant)
    return verdict.outcome !== 'found' && this.#atLoad.has(mutant.id) ? this.#fromTheStart(mutant) : verdict
  }

  async #start() {
    await this.#runner.start()
    this.#isStarted = true
  }

  /** In turns: a test that found most or is fastest, and one that reaches what few others reach nearby. */
  #promising({ id, file }: Mutant, tests: readonly Learned[]): Learned[] {
    const finds = (test: Learned) => this.#finds.get(`${file} ${nameOf(test)}`) ?? 0
    const rarest = new Map(
      tests.map((test) => [
        test,
        Math.min(
          ...test.seen.filter((other) => Math.abs(other - id) < NEAR).map((other) => this.#reaching.get(other) ?? 0),
        ),
      ]),
    )
    const fast = tests.toSorted((a, b) => finds(b) - finds(a) || a.ms - b.ms)
    const special = tests.toSorted((a, b) => (rarest.get(a) ?? 0) - (rarest.get(b) ?? 0) || a.ms - b.ms)
    const inTurns = new Set(fast.flatMap((test, n) => [test, special[n] ?? test]))
    let ms = 0
    return [...inTurns].slice(0, MAX_TESTS).filter((test, n) => {
      ms += test.ms
      return n < MIN_TESTS || ms < BUDGET_MS
    })
  }

  async #inThisProcess(mutant: Mutant): Promise<Verdict> {
    const tests = this.#promising(
      mutant,
      this.#tests.filter(({ seen }) => seen.includes(mutant.id)),
    )
    let isFresh = false
    for (const [n, test] of tests.entries()) {
      const found = { outcome: 'found' as const, tried: n + 1, by: nameOf(test) }
      for (;;) {
        const why = await this.#fails(test, mutant.id)
        if (why === undefined) break
        this.#count(mutant, test)
        // An earlier change may have left the process in disorder.
        if (why === 'hung' || isFresh || (await this.#fails(test, 0)) === undefined) return { ...found, why }
        await this.#start()
        isFresh = true
      }
    }
    return { outcome: tests.length > 0 ? 'survived' : 'unreached', tried: tests.length }
  }

  /** What is made while a module is loaded changes only if the change was there before. */
  async #fromTheStart(mutant: Mutant): Promise<Verdict> {
    const near = this.#tests.filter(({ seen }) => seen.some((id) => Math.abs(id - mutant.id) < NEAR))
    const tests = this.#promising(mutant, near.length > 0 ? near : this.#tests).slice(0, MAX_TESTS_FROM_START)
    const runner = new Runner([...new Set(tests.map(({ file }) => file))], this.#env)
    try {
      const { broken } = await runner.start(mutant.id)
      if (broken.length > 0) return { outcome: 'found', tried: 0, by: 'it cannot be loaded' }
      for (const [n, test] of tests.entries()) {
        const { ok, error = '' } = await runner.run(test, mutant.id, patienceMs(test.ms))
        if (ok) continue
        this.#count(mutant, test)
        return { outcome: 'found', tried: n + 1, by: nameOf(test), why: error.slice(0, 200) }
      }
      return { outcome: 'survived', tried: tests.length, why: 'at load' }
    } catch (error) {
      if (!(error instanceof Hung)) throw error
      return { outcome: 'found', tried: 0, by: 'it hangs' }
    } finally {
      await runner.stop()
    }
  }

  #count(mutant: Mutant, test: Learned) {
    const key = `${mutant.file} ${nameOf(test)}`
    this.#finds.set(key, (this.#finds.get(key) ?? 0) + 1)
  }

  /** Why the test fails with this change, if it does. */
  async #fails(test: Learned, mutant: number): Promise<string | undefined> {
    try {
      const { ok, error = '' } = await this.#runner.run(test, mutant, patienceMs(test.ms))
      return ok ? undefined : error.slice(0, 200)
    } catch (error) {
      if (!(error instanceof Hung)) throw error
      await this.#start()
      return 'hung'
    }
  }

  end = () => this.#runner.stop()
}
