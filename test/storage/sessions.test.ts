/** The sessions that a board has at PostgreSQL, and the row that its writers lock. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import pg from 'pg'
import { openDatabase } from '../../src/storage/open.ts'
import { sql, type Tx } from '../../src/storage/sql.ts'
import { engines, freshDatabase } from '../setup/databases.ts'
import { openSlowPeer } from '../setup/slow-peer.ts'

/** A new database, and a session of the operator's, who looks at it from outside. */
async function openWatched() {
  const database = await freshDatabase('postgres')
  const operator = new pg.Client({ connectionString: database.url })
  await operator.connect()
  const count = async (query: string) => Number((await operator.query(`SELECT COUNT(*) AS n FROM ${query}`)).rows[0].n)
  return {
    url: database.url,
    operator,
    count,
    /** Of the board, in this database. */
    sessions: () => count("pg_stat_activity WHERE datname = current_database() AND application_name = 'posting-board'"),
    async [Symbol.asyncDispose]() {
      await operator.end()
      await database.remove()
    },
  }
}

const write = (tx: Tx) => tx.run(sql`CREATE TABLE IF NOT EXISTS notes (text TEXT)`)

describe('the sessions of a board', { skip: !engines.includes('postgres') }, () => {
  it('have ended when it is closed, and no timer of theirs keeps the process', async () => {
    await using watched = await openWatched()
    const timers = () => process.getActiveResourcesInfo().filter((resource) => resource === 'Timeout').length
    const before = timers()
    const db = await openDatabase(watched.url)
    await db.write('write', write)
    await Promise.all([1, 2, 3].map(() => db.read('read', (tx) => tx.one(sql`SELECT 1 AS n`))))
    assert.ok((await watched.sessions()) > 1)

    await db.close()

    assert.equal(await watched.sessions(), 0)
    assert.ok(timers() <= before)
  })

  it('are given up when it is closed, if the server has fallen silent', { timeout: 60_000 }, async () => {
    await using watched = await openWatched()
    await using peer = await openSlowPeer(watched.url)
    const db = await openDatabase(peer.url)
    await db.write('write', write)

    peer.swallowEverything()
    await db.close()

    await assert.rejects(db.write('late', write), { code: 'UNAVAILABLE' })
  })

  it('have ended after a COMMIT was lost, with the one that asked what became of it', async () => {
    await using watched = await openWatched()
    await using peer = await openSlowPeer(watched.url)
    const db = await openDatabase(peer.url, undefined, { patience: { silenceMs: 1_500, connectMs: 30_000 } })
    await db.write('create', write)

    peer.silenceAtCommit()
    await db.write('write', (tx) => tx.run(sql`INSERT INTO notes (text) VALUES ('kept')`))
    await db.close()

    assert.equal(await watched.count('notes'), 1)
    assert.equal(await watched.sessions(), 1, 'the lost one: the server has not heard of its end')
  })
})

describe('the row that writers lock', { skip: !engines.includes('postgres') }, () => {
  for (const [state, insert] of [
    ['complete', 'INSERT INTO writer (id) VALUES (1)'],
    ['still empty', ''],
  ] as const)
    it(`is one, although another process has just made its table: ${state}`, async () => {
      await using watched = await openWatched()
      const { operator } = watched
      const db = await openDatabase(watched.url)
      await operator.query('BEGIN')
      await operator.query(`CREATE TABLE writer (id INTEGER PRIMARY KEY CHECK (id = 1)); ${insert}`)

      const writing = db.write('write', write)
      while ((await watched.count('pg_locks WHERE NOT granted')) === 0);
      await operator.query('COMMIT')
      await writing
      await db.close()

      assert.equal(await watched.count('writer'), 1)
    })

  it('is left alone by a process that finds it', async () => {
    await using watched = await openWatched()
    await using peer = await openSlowPeer(watched.url)
    const changes = () => peer.count('ALTER TABLE writer')
    const changed: number[] = []
    for (let n = 0; n < 2; n++) {
      const db = await openDatabase(peer.url)
      await db.write('write', write)
      await db.close()
      changed.push(changes())
    }
    assert.deepEqual(changed, [1, 1])
  })

  it('is not found by a user who may not make it: the error says so', async () => {
    await using watched = await openWatched()
    const { operator } = watched
    const role = `reader_${process.pid}`
    await operator.query(`CREATE ROLE ${role} LOGIN`)
    const url = new URL(watched.url)
    url.username = role
    const db = await openDatabase(url.href)

    await assert.rejects(db.write('write', write), /permission denied for schema public/)

    await db.close()
    await operator.query(`DROP ROLE ${role}`)
  })
})
