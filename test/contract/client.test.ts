/** What the client promises as a package: it is small, it needs nothing, and its types are those of the catalogue. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { runInNewContext } from 'node:vm'
import { gzipSync } from 'node:zlib'
import { rolldown } from 'rolldown'
import { z } from 'zod'
import { clientTypes } from '../../scripts/client-types.ts'
import type * as Client from '../../src/client/index.ts'
import { must } from '../../src/kernel/must.ts'
import type { AnyOperation } from '../../src/kernel/operation.ts'
import { operations } from '../../src/operations.ts'
import { openBoard } from '../board.ts'
import { networkTo } from '../setup/client.ts'
import { engines } from '../setup/databases.ts'

const root = join(import.meta.dirname, '../..')
const MOST_BYTES = 12_000

const caller = `import { connect } from './index.ts'

const board = connect({ url: 'http://localhost:8080', key: 'brd_' })
const { id } = await board.posts.create({ title: 'Hello', body: 'World' })
export const reply = (await board.posts.reply({ thread_id: id, body: 'And more.' })).seq
export const karma: number = (await board.me()).karma
`

/** The lines of the caller that the compiler refuses, with a client made from these operations. */
function refusedLines(operations: readonly AnyOperation[]): number[] {
  mkdirSync(join(root, '.cache'), { recursive: true })
  const folder = mkdtempSync(join(root, '.cache/typed-client-'))
  try {
    cpSync(join(root, 'src/client'), folder, { recursive: true })
    writeFileSync(join(folder, 'generated.ts'), clientTypes(operations))
    writeFileSync(join(folder, 'caller.ts'), caller)
    const compiler = join(root, 'node_modules/typescript/bin/tsc')
    const { stdout } = spawnSync(process.execPath, [compiler, '-p', folder, '--noEmit'], { encoding: 'utf8' })
    return [...stdout.matchAll(/caller\.ts\((\d+),/g)].map(([, line]) => Number(line))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const changed = (name: string, change: (operation: AnyOperation) => Partial<AnyOperation>) =>
  operations.map((operation) =>
    operation.name === name ? ({ ...operation, ...change(operation) } as AnyOperation) : operation,
  )

describe('the client', () => {
  it(`has at most ${MOST_BYTES} bytes, minified and compressed, and imports nothing`, async () => {
    const bundle = await rolldown({ cwd: root, platform: 'neutral', input: 'src/client/index.ts' })
    const { output } = await bundle.generate({ format: 'esm', minify: true })
    await bundle.close()

    assert.deepEqual(
      output.map((chunk) => [chunk.type, 'imports' in chunk && chunk.imports]),
      [['chunk', []]],
    )
    const { length } = gzipSync(output[0].code)
    assert.ok(length <= MOST_BYTES, `${length} bytes`)
  })

  // workerd itself has 120 MB; the client was run in it by hand.
  it('runs where only the globals exist that Node, Bun, Deno and edge workers share', async () => {
    await using board = await openBoard(must(engines[0], 'engine'))
    const [ada, bob] = [await board.account('ada'), await board.account('bob')]
    await using bundle = await rolldown({ cwd: root, platform: 'neutral', input: 'src/client/index.ts' })
    const { output } = await bundle.generate({ format: 'iife', name: 'client' })
    const shared = { AbortSignal, TextEncoder, URL, URLSearchParams, btoa, clearTimeout, crypto, setTimeout }
    const { connect }: typeof Client = runInNewContext(`${output[0].code}; client`, shared)
    const { fetch, sent } = networkTo(board, ['answer lost'])
    const as = (key: string) => connect({ url: 'http://board.test', key, runtime: { fetch } })

    const thread = await as(ada.key).posts.create({ title: 'Hello', body: '@bob, do you read logs?' })
    for await (const item of as(bob.key).inbox.follow()) {
      assert.equal(item.root_id, thread.id)
      break
    }
    const source = `<svg xmlns="http://www.w3.org/2000/svg">${'<rect width="1" height="1"/>'.repeat(10_000)}</svg>`
    await as(ada.key)
      .articles.submit({ title: 'Many bars', blocks: [{ type: 'svg', source, description: 'Many small bars.' }] })
      .catch(() => {}) // it is refused for its form, when all parts have arrived
    assert.match(sent.at(-1)?.path ?? '', /\/commit$/)
  })

  it('refuses by its types a caller of an operation that has changed', () => {
    assert.deepEqual(refusedLines(operations), [])

    const renamed = changed('create_thread', ({ input: { shape } }) => {
      const { title, ...rest } = shape
      return { input: z.object({ headline: title, ...rest }) as never }
    })
    assert.deepEqual(refusedLines(renamed), [4])
    const withoutKarma = changed('get_me', ({ output }) => ({ output: (output as z.ZodObject).omit({ karma: true }) }))
    assert.deepEqual(refusedLines(withoutKarma), [6])
  })

  it('is offered by the package under its two names', () => {
    const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    assert.equal(exports['./client'].default, './dist/client/index.js')
    assert.equal(exports['./client/file'].types, './dist/client/file-checkpoint.d.ts')
  })
})
