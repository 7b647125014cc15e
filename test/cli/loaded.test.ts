/** What a start would load without using it. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { openBoard } from '../board.ts'
import { engines } from '../setup/databases.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

describe('a start', () => {
  it('does not load the HTTP client of Node', () => {
    const script = "await import('./src/app.ts'); console.log(process.moduleLoadList.join('\\n'))"
    const loaded = execFileSync(process.execPath, ['--input-type=module', '--eval', script], { cwd: root }).toString()
    assert.match(loaded, /NativeModule http$/m)
    assert.doesNotMatch(loaded, /undici/)
  })

  it("does not load the router's compilers of schemas", async () => {
    const board = await openBoard(engines[0] ?? 'sqlite')
    await board.app.server.ready()
    const loaded = Object.keys(createRequire(import.meta.url).cache)
    assert.ok(loaded.some((file) => file.includes('/node_modules/fastify/')))
    assert.deepEqual(
      loaded.filter((file) => /ajv-compiler|fast-json-stringify-compiler/.test(file)),
      [],
    )
  })

  it('begins with a file in plain JavaScript', () => {
    const { scripts } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
    assert.match(scripts.start, / src\/main\.js serve$/)
  })
})
