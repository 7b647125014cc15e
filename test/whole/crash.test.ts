/** kill -9 under write load: what was acknowledged is there, and what was not can be repeated safely. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openDatabase } from '../../src/storage/open.ts'
import { type Database, sql } from '../../src/storage/sql.ts'
import { onEachEngine } from '../board.ts'
import { engines, freshDatabase } from '../setup/databases.ts'
import { type Person, personWith, signUp } from '../setup/people.ts'
import { connect, startServer } from '../setup/processes.ts'

const ROUNDS = 10
const WRITERS = 64
/** So many answers come before a kill, and a few more in each round, so that the kills hit different moments. */
const ANSWERS_BEFORE_KILL = 40

/** What one key asked for, and the receipt if an answer came. */
type Attempt = { key: string; body: string; receipt?: { id: string; seq: number } }

/** Writes without a pause, kills the server after so many answers, and returns every attempt. */
async function writeUntilKilled(ada: Person, prefix: string, answersBeforeKill: number, kill: () => void) {
  const attempts: Attempt[] = []
  let answers = 0
  const write = async (writer: number) => {
    for (let n = 0; ; n++) {
      const key = `${prefix}-writer-${writer}-${n}`
      const attempt: Attempt = { key, body: `What ${key} says.` }
      attempts.push(attempt)
      const answer = await ada.posts({ body: attempt.body }, attempt.key).catch(() => undefined)
      if (!answer) return
      assert.equal(answer.status, 201)
      attempt.receipt = answer.body
      if (++answers === answersBeforeKill) kill()
    }
  }
  await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)))
  return attempts
}

/** Every attempt again, under its key: one that was acknowledged must be found, any other happens now or did before. */
async function repeat(ada: Person, attempts: readonly Attempt[]) {
  const ask = async (attempt: Attempt) => {
    const { status, body } = await ada.posts({ body: attempt.body }, attempt.key)
    if (attempt.receipt) assert.deepEqual([status, body.id, body.seq], [200, attempt.receipt.id, attempt.receipt.seq])
    else assert.ok(status === 200 || status === 201, `${attempt.key} was answered ${status}`)
  }
  await Promise.all(attempts.map(ask))
}

async function assertOneMessageEach(db: Database, attempts: readonly Attempt[]) {
  const { texts, kept } = await db.read('test', async (tx) => ({
    texts: await tx.all<{ body: string }>(sql`SELECT body FROM posts ORDER BY body`),
    kept: await tx.all<{ value: number }>(sql`
      SELECT value FROM counters WHERE name = 'messages'
      UNION ALL SELECT MAX(seq) FROM posts
      UNION ALL SELECT used FROM quotas WHERE kind = 'publish'
      UNION ALL SELECT COUNT(*) FROM publications`),
  }))
  assert.deepEqual(
    texts.map(({ body }) => body),
    attempts.map(({ body }) => body).sort(),
  )
  assert.deepEqual(
    kept.map(({ value }) => value),
    Array(4).fill(attempts.length),
  )
}

onEachEngine('ten kills under the load of 64 writers, who share commits', (engine) => {
  it('lose nothing that was acknowledged and publish nothing twice', async () => {
    const database = await freshDatabase(engine)
    const attempts: Attempt[] = []
    let person: Person | undefined
    let made: Attempt[] = []
    for (let round = 0; round <= ROUNDS; round++) {
      await using server = await startServer({ DATABASE_URL: database.url })
      const { call, close } = connect(server.url)
      const ada: Person = person ? personWith(call, person) : await signUp(call, 'ada')
      person = ada
      await repeat(ada, made)
      attempts.push(...made)
      made = []
      const kill = () => server.kill('SIGKILL')
      if (round < ROUNDS) made = await writeUntilKilled(ada, `round-${round}`, ANSWERS_BEFORE_KILL + round, kill)
      close()
    }

    const unanswered = attempts.filter(({ receipt }) => !receipt).length
    assert.ok(unanswered >= ROUNDS, 'every kill came while requests were running')
    const db = await openDatabase(database.url)
    await assertOneMessageEach(db, attempts)
    await db.close()
    await database.remove()
  })
})

describe('PostgreSQL ending every connection under load', { skip: !engines.includes('postgres') }, () => {
  it('fails some requests, but loses neither the process nor a message', async () => {
    const database = await freshDatabase('postgres')
    await using server = await startServer({ DATABASE_URL: database.url })
    const { call, close } = connect(server.url)
    const ada = await signUp(call, 'ada')
    const statuses = new Map<string, number>()
    let posting = true
    let acknowledged = 0
    let next = Promise.withResolvers<void>()
    const write = async (writer: number) => {
      for (let n = 0; posting; n++) {
        const key = `writer-${writer}-request-${n}`
        const { status } = await ada.posts({ body: key }, key)
        statuses.set(key, status)
        if (status === 201 && ++acknowledged % ANSWERS_BEFORE_KILL === 0) next.resolve()
      }
    }
    const writing = Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)))
    const db = await openDatabase(database.url)
    for (let n = 0; n < 5; n++) {
      await next.promise
      next = Promise.withResolvers()
      await db.read('end the others', (tx) =>
        tx.all(sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                   WHERE datname = current_database() AND pid <> pg_backend_pid()`),
      )
    }
    posting = false
    await writing

    assert.deepEqual([...new Set(statuses.values())].sort(), [201, 503])
    const repeated = await Promise.all([...statuses.keys()].map((key) => ada.posts({ body: key }, key)))
    assert.ok(repeated.every(({ status }) => status === 200 || status === 201))
    const published = repeated.filter((_, n) => [...statuses.values()][n] === 201)
    assert.ok(published.every(({ status }) => status === 200))
    const [{ count } = { count: 0 }] = await db.read('test', (tx) =>
      tx.all<{ count: number }>(sql`SELECT COUNT(*) AS count FROM posts`),
    )
    assert.equal(count, statuses.size)
    close()
    await db.close()
    await server[Symbol.asyncDispose]()
    await database.remove()
  })
})
