/** A writer's lock that another session holds. */
import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { describe, it } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import pg from 'pg'
import type { Failure } from '../../src/kernel/errors.ts'
import { openDatabase, sqlitePath } from '../../src/storage/open.ts'
import { sql } from '../../src/storage/sql.ts'
import { onEachEngine, openBoard } from '../board.ts'
import { codeOf } from '../setup/call.ts'
import { asAdmin, engines, freshDatabase } from '../setup/databases.ts'
import { holdLock } from '../setup/locks.ts'
import { openSlowPeer } from '../setup/slow-peer.ts'

onEachEngine('a lock that is held elsewhere', (engine) => {
  it('refuses every write after its own wait, and readiness says so until it is free', async () => {
    await using board = await openBoard(engine, { patience: { waitMs: 400 } })
    const ada = await board.account('ada')
    assert.equal((await board.call('/readyz')).status, 200)
    const { release } = await holdLock(board.databaseUrl)
    board.passTime(1)

    const writes = await Promise.all(Array.from({ length: 6 }, () => ada.posts()))
    const read = await ada.me()
    const ready = await board.call('/readyz')
    await release()
    board.passTime(1)

    assert.deepEqual([...new Set(writes.map(codeOf))], ['503 UNAVAILABLE'])
    assert.equal(read.status, 200)
    assert.equal(codeOf(ready), '503 UNAVAILABLE')
    assert.deepEqual(ready.body.error.details, { reads: true, writes: false, retry_after_seconds: 5 })
    assert.match(ready.body.error.message, /can be read, but not written/)
    assert.equal((await board.call('/readyz')).status, 200)
    assert.equal((await ada.posts()).status, 201)
  })
})

describe('writes that wait for the lock of PostgreSQL', { skip: !engines.includes('postgres') }, () => {
  it('count their wait from their arrival: those behind the first never start a wait of their own', async () => {
    const database = await freshDatabase('postgres')
    await using peer = await openSlowPeer(database.url)
    const db = await openDatabase(peer.url, undefined, { patience: { waitMs: 400 } })
    const { release } = await holdLock(database.url)

    const outcomes = await Promise.allSettled(
      Array.from({ length: 6 }, () => db.write('test', (tx) => tx.run(sql`SELECT 1`))),
    )
    const asked = peer.count('UPDATE writer')
    await release()

    for (const outcome of outcomes)
      assert.ok(outcome.status === 'rejected' && (outcome.reason as Failure).code === 'UNAVAILABLE')
    assert.equal(asked, 1)
    await db.close()
    await database.remove()
  })

  it('are made again when the server ends one because of a deadlock with another session', async (t) => {
    const database = await freshDatabase('postgres')
    const detectsAfter = (ms: number) =>
      asAdmin(database.url, `ALTER DATABASE ${new URL(database.url).pathname.slice(1)} SET deadlock_timeout = ${ms}`)
    await detectsAfter(60_000)
    const patient = new pg.Client({ connectionString: database.url }) // the session that notices a deadlock is ended
    await patient.connect()
    t.after(() => patient.end())
    await detectsAfter(20)
    const db = await openDatabase(database.url)
    await db.write('create', (tx) => tx.script('CREATE TABLE notes (n BIGINT); INSERT INTO notes VALUES (1)'))

    await patient.query('BEGIN; UPDATE notes SET n = n * 10')
    const waiting = Promise.withResolvers<unknown>()
    let times = 0
    const write = db.write('write', async (tx) => {
      if (++times === 1) waiting.resolve(patient.query('UPDATE writer SET id = id; COMMIT'))
      await tx.run(sql`UPDATE notes SET n = n + 1`)
    })
    await waiting.promise
    await write

    const row = await db.read('test', (tx) => tx.one<{ n: number }>(sql`SELECT n FROM notes`))
    assert.deepEqual([times, row?.n], [2, 11])
    await db.close()
    await patient.end()
    await database.remove()
  })
})

describe('a new file that another process is creating', { skip: !engines.includes('sqlite') }, () => {
  it('is opened when the other process has finished, and the event loop goes on meanwhile', async () => {
    const database = await freshDatabase('sqlite')
    const other = new DatabaseSync(sqlitePath(database.url))
    other.exec('BEGIN EXCLUSIVE; CREATE TABLE migrations (id INTEGER)')

    const opening = openDatabase(database.url)
    await turn()
    other.exec('ROLLBACK')
    other.close()

    const db = await opening
    await db.write('test', (tx) => tx.run(sql`CREATE TABLE opened (id INTEGER)`))
    await db.close()
    await database.remove()
  })
})
