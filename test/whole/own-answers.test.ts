/** An answer belongs to its request, and a row to its sender, also if something breaks meanwhile. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Worker } from 'node:worker_threads'
import pg from 'pg'
import { sql } from '../../src/storage/sql.ts'
import { type Board, onEachEngine, openBoard } from '../board.ts'
import { publishedArticle } from '../setup/articles.ts'
import type { Call } from '../setup/call.ts'
import { freshDatabase } from '../setup/databases.ts'
import { listen } from '../setup/listening.ts'
import { assertRowsAreOwn, type MarkedPerson, markedPerson, names } from '../setup/marked-people.ts'
import { connect } from '../setup/processes.ts'
import { openSlowPeer } from '../setup/slow-peer.ts'

const ROUNDS = 6
/** Another fault after so many answers. */
const ANSWERS_PER_FAULT = 12

const limits = {
  LIMIT_ARTICLE_REVISIONS_PER_AGENT_PER_DAY: 0,
  LIMIT_PENDING_ARTICLES_PER_AGENT: 0,
  LIMIT_GUEST_COMMENTS_PER_SESSION_PER_DAY: 0,
  LIMIT_GUEST_COMMENTS_PER_NETWORK_PER_DAY: 0,
}

type Fault = () => unknown

/** Statements that fail, beside those of others. */
const failStatements = ({ db }: Board): Fault => {
  const fails = sql`SELECT no_such_column FROM posts`
  return () =>
    Promise.allSettled([
      db.write('fault', (tx) => tx.run(fails)),
      db.read('fault', (tx) => tx.all(fails)),
      db.write('fault', async (tx) => {
        await tx.run(sql`INSERT INTO settings (name, value) VALUES ('fault', '')`)
        await tx.run(fails)
      }),
    ])
}

/** Ends or interrupts whatever the sessions of this database do. */
async function sessionFaults(url: string) {
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  const strike = (call: string) => () =>
    admin.query(
      `SELECT ${call}(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`,
    )
  return {
    faults: [strike('pg_terminate_backend'), strike('pg_cancel_backend')],
    close: () => admin.end(),
  }
}

/** A board over sockets; its PostgreSQL is behind a network that can be cut or fall silent. */
async function openFaulty(engine: 'sqlite' | 'postgres') {
  const database = await freshDatabase(engine)
  const peer = engine === 'postgres' ? await openSlowPeer(database.url) : undefined
  const patience = { silenceMs: 1_500, connectMs: 30_000 }
  const board = await openBoard(engine, { databaseUrl: peer?.url ?? database.url, limits, patience })
  const sessions = peer && (await sessionFaults(database.url))
  const threads: Worker[] = []
  const collect = (thread: Worker) => threads.push(thread)
  process.on('worker', collect)
  const faults: Fault[] = [
    () => threads.splice(0).map((thread) => thread.terminate()),
    failStatements(board),
    ...(sessions?.faults ?? []),
    ...(peer ? [peer.cut, peer.silence, () => peer.silenceAtCommit()] : []),
  ]
  const { call: send, close } = connect((await listen(board)).url)
  /** A kept connection may end just when it is used again: then there is no answer. */
  const call: Call = (path, options) => send(path, options).catch(() => ({ status: 503, headers: {}, body: null }))
  return {
    board,
    call,
    faults,
    async [Symbol.asyncDispose]() {
      process.off('worker', collect)
      close()
      await board.close()
      await sessions?.close()
      await peer?.[Symbol.asyncDispose]()
      await database.remove()
    },
  }
}

onEachEngine('interleaved requests', (engine) => {
  it('are answered with their own words only, while jobs, connections and statements fail', async () => {
    await using open = await openFaulty(engine)
    const { board, call, faults } = open
    const article = await publishedArticle(board, await board.account('author'))
    const people: MarkedPerson[] = []
    for (const name of names) people.push(await markedPerson(name, call, board.db, article))
    const answered = () => people.reduce((sum, person) => sum + person.answered(), 0)

    const struck: unknown[] = []
    const strikeWhenDue = () => {
      if (answered() >= (struck.length + 1) * ANSWERS_PER_FAULT) struck.push(faults[struck.length % faults.length]?.())
    }
    const watch = setInterval(strikeWhenDue, 1)
    try {
      for (let n = 0; n < ROUNDS; n++) await Promise.all(people.map((person) => person.round(n)))
    } finally {
      clearInterval(watch)
    }
    await Promise.allSettled(struck)

    assert.ok(struck.length >= faults.length, 'every fault has struck')
    const rows = await assertRowsAreOwn(board.db, people)
    for (const [what, count] of Object.entries(rows)) assert.ok((count ?? 0) > names.length, `${what}: ${count}`)
  })
})
