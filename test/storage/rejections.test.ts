/** A failure in the storage is reported to the caller of that work, affects no other work, and ends no process. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { makeServices } from '../../src/app.ts'
import { Failure } from '../../src/kernel/errors.ts'
import type { Agent } from '../../src/kernel/operation.ts'
import { perform } from '../../src/kernel/perform.ts'
import { systemRandom } from '../../src/kernel/random.ts'
import { together } from '../../src/kernel/together.ts'
import { WorkerThread } from '../../src/kernel/worker-thread.ts'
import { readConfig } from '../../src/settings/config.ts'
import { defaultLimits } from '../../src/settings/limits.ts'
import { openDatabase } from '../../src/storage/open.ts'
import { deadlineIn, Pool } from '../../src/storage/pool.ts'
import { type InTransaction, SharedCommits, type SharedTransaction } from '../../src/storage/shared-commit.ts'
import { type Database, sql, type Tx } from '../../src/storage/sql.ts'
import { Connection as SqliteConnection } from '../../src/storage/sqlite-connection.ts'
import { vote } from '../../src/votes/vote.ts'
import { BASE_URL, onEachEngine, openBoard } from '../board.ts'
import { codeOf, UNKNOWN_ID } from '../setup/call.ts'
import { type Engine, engines, freshDatabase } from '../setup/databases.ts'
import { listen } from '../setup/listening.ts'
import { personWith } from '../setup/people.ts'
import { connect } from '../setup/processes.ts'
import { openSlowPeer } from '../setup/slow-peer.ts'
import { watchUnhandled } from '../setup/unhandled.ts'

/** Begins when it is called: another file of the process may take longer than a minute. */
const patient = () => deadlineIn(60_000)
const broken = () => Promise.reject(new Error('broken on purpose'))

/** What became of each, in order. */
const outcomes = async (begun: readonly Promise<unknown>[]) =>
  (await Promise.allSettled(begun)).map((outcome) =>
    outcome.status === 'fulfilled' ? outcome.value : (outcome.reason as Error).message,
  )

describe('PostgreSQL that swallows everything', { skip: !engines.includes('postgres') }, () => {
  it('refuses requests that use it, ends nothing else, and is used again when it answers', async () => {
    await using _ = watchUnhandled()
    await using stack = new AsyncDisposableStack()
    const database = await freshDatabase('postgres')
    stack.defer(() => database.remove())
    await using peer = await openSlowPeer(database.url)
    const patience = { waitMs: 60_000, silenceMs: 5_000, connectMs: 5_000 }
    await using board = await openBoard('postgres', { databaseUrl: peer.url, patience })
    const { url } = await listen(board)
    using client = connect(url)
    const ada = personWith(client.call, await board.account('ada'))
    const written = await Promise.all(Array.from({ length: 20 }, () => ada.posts()))
    assert.deepEqual(new Set(written.map(codeOf)), new Set(['201']))
    assert.equal((await ada.me()).status, 200) // from now on the same request is one that has come before

    peer.swallowEverything()
    const refused = await Promise.all([
      ...Array.from({ length: 8 }, () => ada.posts()),
      ada.me(),
      ada.get('/v1/activity'),
      client.call('/readyz'),
    ])
    assert.deepEqual(new Set(refused.map(codeOf)), new Set(['503 UNAVAILABLE']))
    for (const { body } of refused) assert.equal(body.error.details?.outcome, undefined, 'no COMMIT was sent')

    peer.acceptAgain()
    const [read, write] = [await ada.me(), await ada.posts()]
    assert.deepEqual([read.status, write.status], [200, 201])
  })
})

describe('a pool', () => {
  it('refuses the one waiter whose connection could not be made, and serves the others', async () => {
    await using _ = watchUnhandled()
    let made = 0
    const pool = new Pool<number>({ max: 1, make: () => (++made <= 2 ? broken() : made) })

    const answers = await outcomes([1, 2, 3, 4].map(() => pool.use(patient(), async (item) => item)))

    assert.deepEqual(answers, ['broken on purpose', 'broken on purpose', 3, 3])
  })

  it('does not refuse waiters that came after the beginning of the failed attempt', async () => {
    await using _ = watchUnhandled()
    const attempts: PromiseWithResolvers<string>[] = []
    const make = () => {
      const attempt = Promise.withResolvers<string>()
      attempts.push(attempt)
      return attempt.promise
    }
    const pool = new Pool<string>({ max: 2, make })
    const use = () => pool.use(patient(), async (item) => item)
    const early = outcomes([use(), use(), use()])
    attempts[0]?.reject(new Error('broken on purpose'))
    attempts[1]?.reject(new Error('broken on purpose'))
    await nextTurn()
    attempts[2]?.reject(new Error('broken on purpose')) // the third of them is told
    await nextTurn()
    const late = outcomes([use(), use()])
    attempts[3]?.reject(new Error('broken on purpose')) // it was begun for the third, too
    await nextTurn()
    for (const [n, attempt] of attempts.entries()) attempt.resolve(`item ${n}`)

    assert.deepEqual(await early, ['broken on purpose', 'broken on purpose', 'broken on purpose'])
    assert.deepEqual(
      (await late).map((answer) => String(answer).slice(0, 4)),
      ['item', 'item'],
    )
  })

  it('refuses waiters when it is closed, and lets users finish', async () => {
    await using _ = watchUnhandled()
    const pool = new Pool<string>({ max: 1, make: () => 'item' })
    const held = Promise.withResolvers<void>()
    const begun = [
      pool.use(patient(), () => held.promise.then(() => 'done')),
      pool.use(patient(), async (item) => item),
    ]
    await nextTurn()

    const closed = pool.close(patient())
    held.resolve()

    const { message } = new Failure('UNAVAILABLE')
    assert.deepEqual(await outcomes(begun), ['done', message])
    assert.deepEqual(await closed, ['item'])
  })
})

describe('writes that share a commit', () => {
  it('fail together with their transaction, and the next are served', async () => {
    await using _ = watchUnhandled()
    const transaction: SharedTransaction = { run: (work) => work({} as Tx), mark: async () => {}, undo: broken }
    const transactions: InTransaction[] = [
      () => {
        throw new Error('not even begun')
      },
      broken,
      (_first, use) => use(transaction).then(broken),
      (_first, use) => use(transaction),
    ]
    const commits = new SharedCommits((first, use) => (transactions.shift() as InTransaction)(first, use), {
      maxMs: 60_000,
      maxWrites: 10,
      maxGroupedRows: 10,
    })
    const write = (answer: string) => commits.write({ work: async () => answer, deadline: patient(), mode: {} })

    assert.deepEqual(await outcomes([write('a')]), ['not even begun'])
    assert.deepEqual(await outcomes([write('b')]), ['broken on purpose'])
    assert.deepEqual(await outcomes([write('c'), write('d')]), ['broken on purpose', 'broken on purpose'])
    assert.deepEqual(await outcomes([write('e'), write('f')]), ['e', 'f'])
  })
})

const count = async (tx: Tx) => (await tx.one<{ n: number }>(sql`SELECT count(*) AS n FROM notes`))?.n
const add = (db: Database) => db.write('add', (tx) => tx.run(sql`INSERT INTO notes (text) VALUES ('note')`))

async function openNotes(engine: Engine) {
  const database = await freshDatabase(engine)
  const db = await openDatabase(database.url)
  await db.write('create', (tx) => tx.script('CREATE TABLE notes (text TEXT)'))
  return { db, database }
}

describe('SQLite', { skip: !engines.includes('sqlite') }, () => {
  it('that cannot begin a snapshot refuses the reads of that moment only', async (t) => {
    await using _ = watchUnhandled()
    const { db, database } = await openNotes('sqlite')
    const begin = t.mock.method(SqliteConnection.prototype, 'version', () => {
      throw new Error('broken on purpose')
    })
    const refused = await outcomes([db.read('count', count), db.read('count', count)])
    begin.mock.restore()

    assert.deepEqual(refused, ['broken on purpose', 'broken on purpose'])
    assert.deepEqual(await outcomes(Array.from({ length: 5 }, () => db.read('count', count))), [0, 0, 0, 0, 0])
    assert.equal(await add(db), 1)
    assert.deepEqual(await db.close(), [])
    await database.remove()
  })

  it('that cannot end a snapshot uses another connection for the next read', async (t) => {
    await using _ = watchUnhandled()
    const { db, database } = await openNotes('sqlite')
    const end = t.mock.method(SqliteConnection.prototype, 'endRead', () => {
      throw new Error('broken on purpose')
    })
    for (let n = 0; n < 6; n++) {
      assert.equal(await db.read('count', count), 0)
      await nextTurn()
    }
    end.mock.restore()

    assert.equal(await add(db), 1)
    assert.equal(await db.read('count', count), 1)
    assert.deepEqual(await db.close(), [])
    await database.remove()
  })

  it('that cannot keep a snapshot for the time of a commit refuses this write, and holds nothing', async (t) => {
    await using _ = watchUnhandled()
    const { db, database } = await openNotes('sqlite')
    const { beginRead } = SqliteConnection.prototype
    let begun = 0
    const begin = t.mock.method(SqliteConnection.prototype, 'beginRead', function (this: SqliteConnection) {
      if (++begun === 2) throw new Error('broken on purpose')
      beginRead.call(this)
    })
    const refused = await outcomes([add(db)])
    begin.mock.restore()

    assert.deepEqual(refused, ['broken on purpose'])
    assert.equal(await add(db), 1)
    assert.equal(await db.read('count', count), 1)
    assert.deepEqual(await db.close(), []) // a snapshot that is still open would keep the log from being folded
    await database.remove()
  })

  it('continues to write if its log cannot be copied', async (t) => {
    await using _ = watchUnhandled()
    const { db, database } = await openNotes('sqlite')
    const copy = t.mock.method(WorkerThread.prototype, 'run', broken)
    for (let n = 1; n <= 210; n++) await add(db)

    assert.equal(copy.mock.callCount(), 2, 'after each hundred commits, and not again at once')
    assert.equal(await db.read('count', count), 210)
    assert.deepEqual(await db.close(), [])
    await database.remove()
  })
})

describe('PostgreSQL', { skip: !engines.includes('postgres') }, () => {
  const endSession = (tx: Tx) => tx.one(sql`SELECT pg_terminate_backend(pg_backend_pid())`)
  const { message } = new Failure('UNAVAILABLE')

  it('that ends the session of a read costs this read, whatever it had begun, and nobody else', async () => {
    await using _ = watchUnhandled()
    const { db, database } = await openNotes('postgres')
    const read = (name: string) => db.read(name, (tx) => together(count(tx), endSession(tx), count(tx)))
    const beside = db.read('count', count)

    assert.deepEqual(await outcomes([read('first'), beside, read('second')]), [message, 0, message])
    assert.deepEqual(await outcomes(Array.from({ length: 6 }, () => db.read('count', count))), [0, 0, 0, 0, 0, 0])
    await db.close()
    await database.remove()
  })

  it('that ends the session of a write costs those that shared it, and the next are stored', async () => {
    await using _ = watchUnhandled()
    const { db, database } = await openNotes('postgres')
    const ending = () => db.write('end', endSession)

    const shared = await outcomes([add(db), ending(), add(db)])
    const later = await outcomes([add(db), add(db), db.read('count', count).then(() => 'read')])

    assert.equal(shared[1], message)
    const stored = shared.filter((outcome) => outcome === 1).length
    assert.deepEqual(later, [1, 1, 'read'])
    assert.equal(await db.read('count', count), stored + 2)
    await db.close()
    await database.remove()
  })
})

onEachEngine('a write of an account', (engine) => {
  it('that throws before it waits for anything leaves nothing behind that could fail later', async () => {
    await using _ = watchUnhandled()
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    const throws = {
      ...vote,
      run() {
        throw new Error('thrown at once')
      },
    }
    const site = {
      baseUrl: BASE_URL,
      limits: defaultLimits,
      graceStartsAt: 0,
      guestComments: true,
      identity: readConfig({}).identity,
    }
    const parts = { db: board.db, clock: { now: board.now }, random: systemRandom, site, admit() {} }
    const services = { ...makeServices(parts, () => Buffer.alloc(32)), confirm: broken }
    const caller: Agent = {
      id: ada.id,
      name: 'ada',
      createdAt: 0,
      via: 'api_key',
      scopes: ['board:write'],
      network: '',
    }

    const ballot = { board: 'named', post_id: UNKNOWN_ID, value: 1 }
    await assert.rejects(perform(throws, services, caller, ballot), { message: 'broken on purpose' })
    assert.equal((await ada.posts()).status, 201)
  })
})

onEachEngine('a database that is closed', (engine) => {
  it('refuses waiters, and waits a limited time for reads and writes', async () => {
    await using _ = watchUnhandled()
    const { db, database } = await openNotes(engine)
    const released = Promise.withResolvers<void>()
    const slowly = async (tx: Tx) => {
      const before = await count(tx)
      await released.promise
      return [before, await count(tx)]
    }
    const begun = [db.read('slow', slowly), db.read('slow', slowly), db.write('slow', slowly), add(db), add(db)]
    const ended = outcomes(begun)
    await nextTurn()

    await db.close().catch(() => {})
    released.resolve()

    assert.equal((await ended).filter((outcome) => typeof outcome === 'string').length, 5)
    assert.equal(
      (await outcomes([db.read('late', count), add(db)])).filter((late) => typeof late === 'string').length,
      2,
    )
    await database.remove()
  })

  it('refuses the writes that wait at once, and finishes the one that runs', async () => {
    const { db, database } = await openNotes(engine)
    const [begun, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const running = db.write('slow', async (tx) => {
      begun.resolve()
      await released.promise
      return count(tx)
    })
    await begun.promise
    const waiting = assert.rejects(add(db), { code: 'UNAVAILABLE' })
    const closing = db.close()

    const first = await Promise.race([waiting.then(() => 'refused'), closing.then(() => 'closed')])
    released.resolve()

    assert.equal(first, 'refused')
    assert.equal(await running, 0)
    await closing
    await database.remove()
  })
})
