/** PostgreSQL behind a pooler that gives each transaction another session. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import pg from 'pg'
import { openDatabase } from '../../src/storage/open.ts'
import { sql } from '../../src/storage/sql.ts'
import { openBoard } from '../board.ts'
import { engines, freshDatabase } from '../setup/databases.ts'
import { freshRequestId } from '../setup/people.ts'
import { openPooler } from '../setup/pooler.ts'

async function openBehindPooler() {
  const database = await freshDatabase('postgres')
  const pooler = await openPooler(database.url)
  const close = async () => {
    await pooler[Symbol.asyncDispose]()
    await database.remove()
  }
  return { database, pooler, [Symbol.asyncDispose]: close }
}

describe('PostgreSQL behind a pooler in transaction mode', { skip: !engines.includes('postgres') }, () => {
  it('serves the board as without one: nothing depends on the session', async () => {
    await using open = await openBehindPooler()
    const board = await openBoard('postgres', { databaseUrl: open.pooler.url })
    const [ada, bob] = [await board.account('ada'), await board.account('bob')]
    const key = freshRequestId()

    const posted = await ada.posts({}, key)
    const all = await Promise.all([
      ada.posts({}, key),
      ...Array.from({ length: 8 }, (_, n) => ada.posts({ body: `Number ${n}.` })),
      bob.votes(posted.body.id, 1),
      ...Array.from({ length: 8 }, () => bob.reads(posted.body.id)),
    ])
    const seen = await bob.get('/v1/activity')
    await board.close()

    assert.deepEqual([...new Set(all.map(({ status }) => status))].sort(), [200, 201])
    assert.equal(all[0]?.body.id, posted.body.id)
    assert.equal(seen.body.items.length, 9)
    assert.deepEqual(open.pooler.namedStatements, [])
  })

  it('bounds each transaction, and leaves no setting behind in a session that others use', async () => {
    await using open = await openBehindPooler()
    const db = await openDatabase(open.pooler.url, undefined, { patience: { statementMs: 4_321 } })
    const setting = sql`SELECT current_setting('statement_timeout') AS statement,
                               current_setting('idle_in_transaction_session_timeout') AS idle`

    const inside = [await db.read('test', (tx) => tx.one(setting)), await db.write('test', (tx) => tx.one(setting))]
    await db.close()
    const other = new pg.Client({ connectionString: open.pooler.url })
    await other.connect()
    const outside = []
    for (let n = 0; n < open.pooler.sessions; n++)
      outside.push((await other.query(`SELECT current_setting('statement_timeout') AS statement`)).rows[0])
    await other.end()

    assert.deepEqual(inside, Array(2).fill({ statement: '4321ms', idle: '10s' }))
    assert.deepEqual(outside, Array(open.pooler.sessions).fill({ statement: '0' }))
  })

  it('is distinguished from a direct session, which keeps timeouts and statements', async () => {
    const database = await freshDatabase('postgres')
    const db = await openDatabase(database.url, undefined, { patience: { statementMs: 4_321 } })

    const inside = await db.read('test', async (tx) => ({
      ...(await tx.one<object>(sql`SELECT current_setting('statement_timeout') AS statement`)),
      ...(await tx.one<object>(sql`SELECT COUNT(*) > 0 AS prepared FROM pg_prepared_statements`)),
    }))
    await db.close()
    await database.remove()

    assert.deepEqual(inside, { statement: '4321ms', prepared: true })
  })
})
