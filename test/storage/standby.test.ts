/** PostgreSQL that confirms a commit only when a standby has it, and the standby is away. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import pg from 'pg'
import type { Failure } from '../../src/kernel/errors.ts'
import { openDatabase } from '../../src/storage/open.ts'
import { sql } from '../../src/storage/sql.ts'
import { engines } from '../setup/databases.ts'
import { startPostgres } from '../setup/postgres.ts'

describe('a commit that waits for a standby', { skip: !engines.includes('postgres') }, () => {
  it('is never reported as done, because a failover would lose it', async () => {
    await using cleanup = new AsyncDisposableStack()
    const cluster = await startPostgres()
    cleanup.defer(() => cluster.stop())
    const url = cluster.url('postgres')
    const db = await openDatabase(url, undefined, { patience: { silenceMs: 1_500 } })
    cleanup.defer(async () => void (await db.close()))
    await db.write('test', (tx) => tx.script('CREATE TABLE notes (text TEXT)'))
    const operator = new pg.Client({ connectionString: url })
    await operator.connect()
    cleanup.defer(() => operator.end())
    const requireStandby = async (name: string) => {
      await operator.query(`ALTER SYSTEM SET synchronous_standby_names = '${name}'`)
      await operator.query('SELECT pg_reload_conf()')
      const shown = async () =>
        (await operator.query('SHOW synchronous_standby_names')).rows[0].synchronous_standby_names
      while ((await shown()) !== name);
      await operator.query('CHECKPOINT') // the process that makes it is the one that puts the setting into force
    }

    await requireStandby('away')
    const failure = await db
      .write('test', (tx) => tx.run(sql`INSERT INTO notes (text) VALUES ('first')`))
      .then(
        () => undefined,
        (error: Failure) => error,
      )
    const seen = await db.read('test', (tx) => tx.all(sql`SELECT text FROM notes`))
    await requireStandby('')
    await db.write('test', (tx) => tx.run(sql`INSERT INTO notes (text) VALUES ('second')`))
    const later = await db.read('test', (tx) => tx.all(sql`SELECT text FROM notes`))

    assert.equal(failure?.code, 'UNAVAILABLE')
    assert.equal(failure.details?.outcome, 'unknown')
    assert.deepEqual(seen, [])
    assert.deepEqual(later, [{ text: 'first' }, { text: 'second' }])
  })
})
