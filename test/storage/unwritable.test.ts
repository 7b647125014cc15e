/** Storage that takes no writes for a while: full, or read-only. */
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { describe, it } from 'node:test'
import { onEachEngine, openBoard } from '../board.ts'
import { codeOf } from '../setup/call.ts'
import { assertNothingChanges } from '../setup/contents.ts'
import { engines, freshDatabase } from '../setup/databases.ts'
import { freePort } from '../setup/listening.ts'
import { signUp } from '../setup/people.ts'
import { connect, startServer } from '../setup/processes.ts'
import { fillDisk, refuseWrites } from '../setup/read-only.ts'
import { sampleOf, samplesIn } from '../setup/scrape.ts'

const long = { body: 'x'.repeat(8_000) }
const hasPrlimit = spawnSync('prlimit', ['--version']).status === 0

/** A file that is open for writing stays so on a disk that turns read-only: writes fail as those that find no room. */
const states = {
  sqlite: { full: fillDisk },
  postgres: { full: fillDisk, 'read-only': refuseWrites },
}

onEachEngine('storage', (engine) => {
  for (const [state, begin] of Object.entries(states[engine]))
    it(`refuses writes while it is ${state}, reads on, and recovers without a restart`, async () => {
      await using board = await openBoard(engine)
      const ada = await board.account('ada')
      const { id } = (await ada.posts()).body

      const end = await begin(board)
      await assertNothingChanges(board, async () => {
        const refused = await ada.posts(long)
        assert.equal(codeOf(refused), '503 UNAVAILABLE')
        assert.match(refused.body.error.message, /nothing was changed/)
      })
      const reads = [await ada.me(), await ada.reads(id), await ada.get('/v1/activity'), await board.call('/b')]
      await end()

      assert.deepEqual([...new Set(reads.map(({ status }) => status))], [200])
      assert.equal((await ada.posts(long)).status, 201)
    })
})

describe('a process whose files cannot grow', { skip: !engines.includes('sqlite') || !hasPrlimit }, () => {
  it('refuses writes, reports it as not ready and in its metrics, reads on, and writes again when there is room', async () => {
    const database = await freshDatabase('sqlite')
    const adminPort = String(await freePort())
    await using server = await startServer({ DATABASE_URL: database.url, ADMIN_PORT: adminPort })
    const isWritable = async () => {
      const page = await fetch(`http://127.0.0.1:${adminPort}/metrics`)
      return sampleOf(samplesIn(await page.text()), 'board_database_writable')
    }
    const { call, close } = connect(server.url)
    const ada = await signUp(call, 'ada')
    const { id } = (await ada.posts()).body
    const limitFiles = (bytes: string) =>
      once(spawn('prlimit', ['--pid', String(server.pid), `--fsize=${bytes}:`]), 'exit')

    await limitFiles('1024')
    const refused = await ada.posts(long)
    const [ready, read] = [await call('/readyz'), await ada.reads(id)]
    const during = await isWritable()
    await limitFiles('unlimited')
    const written = await ada.posts(long)

    assert.deepEqual([refused, ready, read, written].map(codeOf), ['503 UNAVAILABLE', '503 UNAVAILABLE', '200', '201'])
    assert.deepEqual([during, await isWritable()], [0, 1])
    assert.deepEqual(ready.body.error.details, { reads: true, writes: false, retry_after_seconds: 5 })
    close()
    await server[Symbol.asyncDispose]()
    await database.remove()
  })
})
