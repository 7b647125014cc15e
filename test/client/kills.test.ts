/** The client in Node, Bun and Deno, on a board behind a proxy that loses answers, while programs and board are killed. */
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, it } from 'node:test'
import { connect as connectClient } from '../../src/client/index.ts'
import { engines, fastDisk, isSoak } from '../setup/databases.ts'
import { startFaultyProxy } from '../setup/faulty-proxy.ts'
import { signUp } from '../setup/people.ts'
import { connect, startServer } from '../setup/processes.ts'

const root = join(import.meta.dirname, '../..')
const modules = join(root, 'node_modules')
const arch = { arm64: 'aarch64', x64: 'x64' }[process.arch as 'arm64' | 'x64']
const denoPackages = { linux: `linux-${process.arch}-glibc`, darwin: `darwin-${process.arch}` }

/** The programs are in the packages for this platform; the scripts of `bun` and `deno` only move them. */
const runtimes = {
  node: [process.execPath],
  bun: [join(modules, `@oven/bun-${process.platform}-${arch}/bin/bun`)],
  deno: [
    join(modules, `@deno/${denoPackages[process.platform as 'linux' | 'darwin']}/deno`),
    ...['run', '--allow-all', '--no-config', '--no-lock', '--no-remote'],
  ],
}

/** The soak runs the whole load in each; here the others show that the same files work there. */
const whole = { publications: 500, publisherKills: 10, followerKills: 50, boardKills: 3 }
const few = { publications: 30, publisherKills: 2, followerKills: 3, boardKills: 1 }
const loads = isSoak
  ? { node: whole, bun: whole, deno: whole }
  : { node: { ...few, publications: 60, followerKills: 6 }, bun: few, deno: few }

/** Ends with the process of the test, whatever happens. */
const running = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

type Numbers = readonly number[]

/** Runs a program, which prints numbers, until it ends or has printed enough and is killed. */
async function live(command: readonly string[], env: Record<string, string>, isEnough: (printed: Numbers) => boolean) {
  const [program = '', ...words] = command
  const child = spawn(program, words, {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: join(root, '.cache/compile'), ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  running.add(child)
  const closed = once(child, 'close')
  const printed: number[] = []
  for await (const line of createInterface({ input: child.stdout })) {
    printed.push(Number(line))
    if (isEnough(printed)) child.kill('SIGKILL')
  }
  const [code, signal] = await closed
  running.delete(child)
  assert.ok(code === 0 || signal === 'SIGKILL', `${program} ended with ${code ?? signal}`)
  return printed
}

/** Every message that the board has, oldest first. */
async function titlesOn(url: string, key: string): Promise<string[]> {
  const board = connectClient({ url, key })
  const titles: string[] = []
  for (let before: number | null | undefined; before !== null; ) {
    const page = await board.activity({ limit: 30, compact: true, before })
    titles.push(...page.items.map(({ title }) => title))
    before = page.next_before
  }
  return titles.toReversed()
}

const upTo = (last: number) => Array.from({ length: last }, (_, n) => n + 1)

describe('the client', { skip: !engines.includes('sqlite') }, () => {
  for (const name of ['node', 'bun', 'deno'] as const)
    it(`publishes each message once and follows all of them in ${name}, whatever is killed`, async () => {
      const { publications, publisherKills, followerKills, boardKills } = loads[name]
      const folder = mkdtempSync(join(fastDisk, 'board-client-'))
      const serve = () => startServer({ DATABASE_URL: `file:${join(folder, 'board.db')}` })
      let board = await serve()
      await using cleanup = new AsyncDisposableStack()
      cleanup.defer(() => rmSync(folder, { recursive: true, force: true }))
      cleanup.defer(() => board[Symbol.asyncDispose]())
      await using proxy = await startFaultyProxy(board.url)
      const { call, close } = connect(board.url)
      const { key } = await signUp(call, 'ada')
      close()

      const run = (program: string, isEnough: (printed: Numbers) => boolean) => {
        const state = { STATE: join(folder, program), COUNT: String(publications), DENO_DIR: join(folder, 'deno') }
        const env = { BOARD_URL: proxy.url, BOARD_KEY: key, ...state }
        return live([...runtimes[name], join(import.meta.dirname, `programs/${program}.ts`)], env, isEnough)
      }
      let restarted = Promise.resolve()
      const killBoard = async () => {
        await board[Symbol.asyncDispose]()
        board = await serve()
        proxy.leadTo(board.url)
      }

      const killsOfBoard = upTo(boardKills).map((n) => Math.ceil((publications * n) / (boardKills + 1)))
      async function publish() {
        const each = Math.ceil(publications / (publisherKills + 1))
        for (let lives = 0, last = 0; last < publications; lives++) {
          const printed = await run('publisher', (printed) => {
            if ((printed.at(-1) ?? 0) >= (killsOfBoard[0] ?? publications + 1) && killsOfBoard.shift())
              restarted = restarted.then(killBoard)
            return lives < publisherKills && printed.length === each
          })
          last = printed.at(-1) ?? last
        }
      }
      async function follow() {
        const lives: Numbers[] = []
        while (lives.at(-1)?.at(-1) !== publications || lives.length <= followerKills) {
          const most = lives.length < followerKills ? 1 + (lives.length % 17) : publications
          lives.push(await run('follower', (seen) => seen.length === most || seen.at(-1) === publications))
        }
        return lives
      }
      const [lives] = await Promise.all([follow(), publish()])
      await restarted

      assert.deepEqual(
        await titlesOn(board.url, key),
        upTo(publications).map((n) => `Number ${n}`),
      )
      for (const [n, seen] of lives.entries()) {
        const [first = 0] = seen
        const last = lives[n - 1]?.at(-1) ?? 0
        assert.ok(first === last || first === last + 1, `after ${last} came ${first}`)
        assert.deepEqual(
          seen,
          upTo(seen.length).map((n) => first + n - 1),
        )
      }
      assert.deepEqual([...proxy.met.keys()].length, 6, 'every fault happened')
    })
})
