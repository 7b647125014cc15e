/** Starts runners, ends those that hang, and starts them again. */
import { type ChildProcess, fork } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Known, Order, Outcome, Report } from './runner.ts'

export const root = join(import.meta.dirname, '../..')
export const copies = join(root, '.cache/mutation/copies')
const LOADING_MS = 300_000

export class Hung extends Error {}

export class Runner {
  readonly #files: readonly string[]
  readonly #env: Record<string, string>
  #home = ''
  #child: ChildProcess | undefined

  constructor(files: readonly string[], env: Record<string, string>) {
    this.#files = files
    this.#env = env
  }

  async start(mutant = 0) {
    await this.stop()
    this.#home = mkdtempSync(join(tmpdir(), 'board-mutation-'))
    chmodSync(this.#home, 0o755) // PostgreSQL runs as another user
    const child = fork(join(import.meta.dirname, 'runner.ts'), {
      cwd: root,
      detached: true, // so that its own children end with it
      stdio: ['ignore', 'ignore', process.env.MUTATION_LOUD ? 'inherit' : 'ignore', 'ipc'],
      env: {
        ...process.env,
        ...this.#env,
        TMPDIR: this.#home,
        NODE_OPTIONS: `--import ${join(import.meta.dirname, 'switch.ts')}`,
        MUTATION_RUNNER: '1',
        MUTANT: String(mutant),
        MUTATION_COPIES: copies,
        MUTATION_SEEN: join(this.#home, 'seen'),
        NODE_COMPILE_CACHE: join(root, '.cache/compile'),
      },
    })
    this.#child = child
    const report = await this.#ask({ load: this.#files }, LOADING_MS)
    if (!('tests' in report)) throw new Error('The runner answered something else.')
    return report
  }

  async run(test: Known, mutant: number, maxMs: number): Promise<Outcome> {
    const report = await this.#ask({ test: { file: test.file, name: test.name }, mutant }, maxMs)
    if ('tests' in report) throw new Error('The runner answered something else.')
    return report
  }

  #ask(order: Order, maxMs: number): Promise<Report> {
    const child = this.#child
    if (!child) throw new Error('The runner was not started.')
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Hung('no answer')), maxMs)
      const ended = () => reject(new Hung('ended'))
      child.once('exit', ended)
      child.once('message', (report) => {
        clearTimeout(timer)
        child.off('exit', ended)
        resolve(report as Report)
      })
      child.send(order)
    })
  }

  async stop() {
    const child = this.#child
    this.#child = undefined
    if (!child?.pid) return
    const ended =
      child.exitCode === null && child.signalCode === null && new Promise((resolve) => child.once('exit', resolve))
    try {
      process.kill(-child.pid, 'SIGKILL')
    } catch {
      // It has ended.
    }
    await ended
    rmSync(this.#home, { recursive: true, force: true, maxRetries: 5 })
  }
}
