/**
 * Writes that wait at the same moment share one transaction: which share, which are undone, and when each is answered.
 */
import assert from 'node:assert/strict'
import fs from 'node:fs'
import { describe, it } from 'node:test'
import { codeMigrations } from '../../src/assembly/code-migrations.ts'
import { Failure } from '../../src/kernel/errors.ts'
import { migrate } from '../../src/storage/migrate.ts'
import { openDatabase } from '../../src/storage/open.ts'
import { deadlineIn } from '../../src/storage/pool.ts'
import { type Bounds, type InTransaction, type Mode, SharedCommits, taskOf } from '../../src/storage/shared-commit.ts'
import { type Database, type Group, sql, type Tx } from '../../src/storage/sql.ts'
import { WriteAheadLog } from '../../src/storage/write-ahead-log.ts'
import { onEachEngine } from '../board.ts'
import { engines, freshDatabase } from '../setup/databases.ts'
import { openSlowPeer } from '../setup/slow-peer.ts'

const LONG_MS = 60_000

/** An engine that only notes what happens to its transactions. */
function openNotes(given: Partial<Bounds> = {}) {
  const bounds = { maxMs: LONG_MS, maxWrites: 64, maxGroupedRows: 100, ...given }
  const notes: string[] = []
  const begun = Promise.withResolvers<void>()
  const inTransaction: InTransaction = async (_first, use) => {
    notes.push('begin')
    await begun.promise
    const result = await use({
      run: (work) => work(undefined as unknown as Tx),
      mark: async () => void notes.push('mark'),
      undo: async (reason) => {
        notes.push('undo')
        if (String(reason).includes('everything')) throw reason
      },
    }).catch((error) => {
      notes.push('rollback')
      throw error
    })
    notes.push('commit')
    return result
  }
  const commits = new SharedCommits(inTransaction, bounds)
  const write = (name: string, mode: Mode = {}, fails = '') => {
    const work = async () => {
      notes.push(name)
      if (fails) throw new Error(fails)
      return name
    }
    return commits.write({ work, mode, deadline: deadlineIn(LONG_MS) }).finally(() => notes.push(`${name} answered`))
  }
  /** Refuses those whose name says so, and fails as a whole with one that is broken. */
  const group: Group<string, string> = {
    rowsOf: (name) => (name.startsWith('large') ? 60 : 1),
    async run(_tx, names) {
      notes.push(names.join(' '))
      if (names.some((name) => name.startsWith('broken'))) throw new Error('broken')
      return names.map((name) => (name.startsWith('refused') ? new Failure('NAME_TAKEN') : name))
    },
  }
  const writeGrouped = (name: string, mode: Mode = {}) =>
    commits.write({ ...taskOf(group, name), mode, deadline: deadlineIn(LONG_MS) })
  return { notes, begin: begun.resolve, write, writeGrouped }
}

describe('the order of shared commits', () => {
  it('runs waiting writes in the transaction of the first, and answers all after the commit', async () => {
    const { notes, begin, write } = openNotes()
    const writes = [write('a'), write('b', {}, 'no'), write('c')]
    begin()
    const outcomes = await Promise.allSettled(writes)

    assert.deepEqual(
      outcomes.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled'],
    )
    const ran = ['begin', 'a', 'mark', 'b', 'undo', 'mark', 'c', 'commit']
    assert.deepEqual(notes.slice(0, ran.length), ran)
  })

  it('separates writes that do not wait for the disk or may run long', async () => {
    const { notes, begin, write } = openNotes()
    const staged = { isStaged: true }
    const modes = { a: {}, b: staged, c: staged, d: {}, e: { maxMs: 1 }, f: { maxMs: 1 }, g: {}, h: {} }
    const writes = Object.entries(modes).map(([name, mode]) => write(name, mode))
    begin()
    await Promise.all(writes)

    assert.deepEqual(
      notes
        .filter((note) => !/answered|mark|begin/.test(note))
        .join(' ')
        .split(' commit'),
      ['a', ' b c', ' d', ' e', ' f', ' g h', ''],
    )
  })

  it('ends a full transaction, and runs the next writes in another one', async () => {
    const { notes, begin, write } = openNotes({ maxWrites: 2 })
    const writes = ['a', 'b', 'c', 'd', 'e'].map((name) => write(name))
    begin()
    await Promise.all(writes)

    assert.equal(notes.filter((note) => note === 'commit').length, 3)
  })

  it('fails all of its writes when the transaction itself fails, and none that still waits', async () => {
    const { notes, begin, write } = openNotes({ maxWrites: 2 })
    const writes = [write('a'), write('b', {}, 'everything failed'), write('c')]
    begin()
    const outcomes = await Promise.allSettled(writes)

    assert.deepEqual(
      outcomes.map(({ status }) => status),
      ['rejected', 'rejected', 'fulfilled'],
    )
    assert.ok(notes.includes('rollback'))
  })
})

describe('groups of writes', () => {
  it('are done by one call each, as far as they wait directly behind each other and share a transaction', async () => {
    const { notes, begin, write, writeGrouped } = openNotes()
    const staged = { isStaged: true }
    const writes = [writeGrouped('a'), writeGrouped('b'), write('c'), writeGrouped('d'), writeGrouped('e', staged)]
    begin()
    const outcomes = await Promise.all(writes)

    assert.deepEqual(outcomes, ['a', 'b', 'c', 'd', 'e'])
    assert.deepEqual(
      notes.filter((note) => !note.includes('answered')),
      ['begin', 'mark', 'a b', 'mark', 'c', 'mark', 'd', 'commit', 'begin', 'e', 'commit'],
    )
  })

  it('are bounded by the rows that they change, and by what a transaction takes', async () => {
    const { notes, begin, writeGrouped } = openNotes({ maxWrites: 5, maxGroupedRows: 61 })
    const names = ['large 1', 'small 1', 'large 2', 'small 2', 'small 3', 'small 4']
    const writes = names.map((name) => writeGrouped(name))
    begin()
    await Promise.all(writes)

    const calls = notes.filter((note) => /large|small/.test(note))
    assert.deepEqual(calls, ['large 1 small 1', 'large 2 small 2', 'small 3', 'small 4'])
  })

  it('refuse some and do the others; where one breaks the call, each is done alone', async () => {
    const { notes, begin, writeGrouped } = openNotes()
    const writes = ['a', 'refused', 'broken', 'b'].map((name) => writeGrouped(name))
    begin()
    const outcomes = await Promise.allSettled(writes)

    assert.deepEqual(
      outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : String(outcome.reason))),
      ['a', String(new Failure('NAME_TAKEN')), 'Error: broken', 'b'],
    )
    const alone = ['mark', 'a', 'mark', 'refused', 'undo', 'mark', 'broken', 'undo', 'mark', 'b']
    assert.deepEqual(notes, ['begin', 'mark', 'a refused broken b', 'undo', ...alone, 'commit'])
  })

  it('end without a commit where all are refused', async () => {
    const { notes, begin, writeGrouped } = openNotes()
    const writes = ['refused 1', 'refused 2'].map((name) => writeGrouped(name))
    begin()
    const outcomes = await Promise.allSettled(writes)

    assert.ok(outcomes.every((outcome) => outcome.status === 'rejected' && outcome.reason.code === 'NAME_TAKEN'))
    assert.deepEqual(notes, ['begin', 'mark', 'refused 1 refused 2', 'rollback'])
  })
})

const count = async (tx: Tx) => (await tx.one<{ n: number }>(sql`SELECT COUNT(*) AS n FROM settings`))?.n
const insert = (tx: Tx, name: string) => tx.run(sql`INSERT INTO settings (name, value) VALUES (${name}, '')`)

async function openEmpty(url: string): Promise<Database> {
  const db = await openDatabase(url)
  await migrate(db, 0, codeMigrations)
  return db
}

onEachEngine('forty writes at the same moment', (engine) => {
  it('see what the earlier ones changed, and nothing of those that failed', async () => {
    const database = await freshDatabase(engine)
    const db = await openEmpty(database.url)

    const outcomes = await Promise.allSettled(
      Array.from({ length: 40 }, (_, n) =>
        db.write('test', async (tx) => {
          const before = await count(tx)
          await insert(tx, `name ${n}`)
          if (n % 3 === 0) throw new Failure('NAME_TAKEN')
          if (n % 7 === 0) await insert(tx, `name ${n}`) // a statement that fails
          return before
        }),
      ),
    )

    const seen = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
    assert.deepEqual(
      seen,
      Array.from({ length: 22 }, (_, n) => n),
    )
    assert.equal(await db.read('test', count), 22)
    await db.close()
    await database.remove()
  })
})

onEachEngine('a write that does not wait for a statement that fails', (engine) => {
  it('costs no other write what it has stored', async () => {
    const database = await freshDatabase(engine)
    const db = await openEmpty(database.url)
    const write = (name: string, forgets = false) =>
      db.write('test', async (tx) => {
        await insert(tx, name)
        if (forgets) void insert(tx, name).catch(() => {})
        return name
      })

    const names = ['a', 'b', 'c forgets', 'd', 'e']
    const outcomes = await Promise.allSettled(names.map((name) => write(name, name.endsWith('forgets'))))
    const granted = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
    const stored = await db.read('test', (tx) => tx.all<{ name: string }>(sql`SELECT name FROM settings ORDER BY name`))

    assert.deepEqual(
      stored.map(({ name }) => name),
      granted,
    )
    for (const name of ['a', 'b', 'd', 'e']) assert.ok(granted.includes(name), name)
    await db.close()
    await database.remove()
  })
})

onEachEngine('a group of writes', (engine) => {
  it('with one whose statement fails does all the others, in their order', async () => {
    const database = await freshDatabase(engine)
    const db = await openEmpty(database.url)
    const group: Group<string, number> = {
      rowsOf: () => 1,
      async run(tx, names) {
        const before = (await count(tx)) as number
        for (const name of names) await insert(tx, name)
        return names.map((_, n) => before + n)
      },
    }

    const names = Array.from({ length: 10 }, (_, n) => (n === 7 ? 'name 2' : `name ${n}`))
    const outcomes = await Promise.allSettled(names.map((name) => db.writeGrouped('test', group, name)))

    assert.deepEqual(
      outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : 'failed')),
      [0, 1, 2, 3, 4, 5, 6, 'failed', 7, 8],
    )
    assert.equal(await db.read('test', count), 9)
    await db.close()
    await database.remove()
  })
})

describe('a commit of SQLite that is on its way to the disk', { skip: !engines.includes('sqlite') }, () => {
  it('is neither acknowledged nor visible to reads, while commits of other processes are visible', async (t) => {
    const database = await freshDatabase('sqlite')
    const [db, other] = [await openEmpty(database.url), await openDatabase(database.url)]
    const sync = fs.fdatasync
    const syncing = Promise.withResolvers<() => void>()
    t.mock.method(
      fs,
      'fdatasync',
      (file: number, done: fs.NoParamCallback) => syncing.resolve(() => sync(file, done)),
      {
        times: 1,
      },
    )
    const version = await db.version()
    let isAcknowledged = false
    const writing = db
      .write('test', (tx) => insert(tx, 'mine'))
      .then(() => {
        isAcknowledged = true
      })
    const finishSync = await syncing.promise

    const meanwhile = [await db.read('test', count), await db.version(), isAcknowledged]
    await other.write('test', (tx) => insert(tx, 'theirs'))
    const afterOther = [await db.read('test', count), (await db.version()) === version]
    finishSync()
    await writing

    assert.deepEqual(meanwhile, [0, version, false])
    assert.deepEqual(afterOther, [2, false])
    assert.equal(await db.read('test', count), 2)
    await Promise.all([db.close(), other.close()])
    await database.remove()
  })

  it('has an unknown outcome if the disk fails, and the next write first makes it durable', async (t) => {
    const database = await freshDatabase('sqlite')
    const db = await openEmpty(database.url)
    const fail = (_file: number, done: fs.NoParamCallback) => done(new Error('EIO'))
    t.mock.method(fs, 'fdatasync', fail as typeof fs.fdatasync, { times: 1 })

    const failed = await Promise.allSettled([db.write('test', (tx) => insert(tx, 'a'))])
    const log = `${database.url.slice('file:'.length)}-wal`
    const sizeBefore = fs.statSync(log).size
    const next = await db.write('test', count)

    const { reason } = failed[0] as { reason: Failure }
    assert.deepEqual([reason.code, reason.details?.outcome], ['UNAVAILABLE', 'unknown'])
    assert.equal(next, 1)
    assert.ok(sizeBefore > 0 && fs.statSync(log).size === 0, 'the log was copied into the database file')
    await db.close()
    await database.remove()
  })

  it('has an unknown outcome if the disk fails, and no write begins while it cannot be made durable', async (t) => {
    const database = await freshDatabase('sqlite')
    const [db, other] = [await openEmpty(database.url), await openDatabase(database.url)]
    const fail = (_file: number, done: fs.NoParamCallback) => done(new Error('EIO'))
    const [reading, done] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const longRead = other.read('long', async (tx) => {
      await count(tx)
      reading.resolve()
      await done.promise
    })
    await reading.promise
    t.mock.method(fs, 'fdatasync', fail as typeof fs.fdatasync, { times: 1 })

    await assert.rejects(db.write('test', (tx) => insert(tx, 'a')))
    await assert.rejects(
      db.write('test', (tx) => insert(tx, 'b')),
      { code: 'UNAVAILABLE' },
    )
    done.resolve()
    await longRead
    await other.close()
    await db.write('test', (tx) => insert(tx, 'c'))

    assert.equal(await db.read('test', count), 2)
    await db.close()
    await database.remove()
  })
})

describe('the write-ahead log of SQLite', { skip: !engines.includes('sqlite') }, () => {
  it('is copied into the database file and begun anew while writes and reads go on', async () => {
    const database = await freshDatabase('sqlite')
    const db = await openEmpty(database.url)
    const path = database.url.slice('file:'.length)
    /** SQLite counts in the header of the log how often it was begun anew. */
    const timesBegun = () => fs.readFileSync(`${path}-wal`).readUInt32BE(12)
    const before = timesBegun()

    let written = 0
    for (; timesBegun() === before; written++) {
      await Promise.all([db.write('test', (tx) => insert(tx, `name ${written}`)), db.read('test', count)])
    }

    assert.equal(await db.read('test', count), written)
    assert.deepEqual(await db.close(), [])
    const copy = await openDatabase(database.url)
    assert.equal(await copy.read('test', count), written)
    await copy.close()
    await database.remove()
  })

  it('is not open any more when the database has been closed', { skip: !fs.existsSync('/proc/self/fd') }, async () => {
    const database = await freshDatabase('sqlite')
    const path = database.url.slice('file:'.length)
    const openFiles = () =>
      fs
        .readdirSync('/proc/self/fd')
        .map((name) => `/proc/self/fd/${name}`)
        .filter((link) => fs.lstatSync(link, { throwIfNoEntry: false })) // that of this list is closed again
        .map((link) => fs.readlinkSync(link))
        .filter((file) => file.startsWith(path))
    const db = await openEmpty(database.url)
    await db.write('test', (tx) => insert(tx, 'a'))
    assert.ok(openFiles().includes(`${path}-wal`))

    await db.close()

    assert.deepEqual(openFiles(), [])
    await database.remove()
  })

  it('is begun anew with the first write of a process that finds the log of a killed one', async (t) => {
    const [killed, next] = [await freshDatabase('sqlite'), await freshDatabase('sqlite')]
    const checkpoint = t.mock.method(WriteAheadLog.prototype, 'checkpoint')
    const first = await openEmpty(killed.url)
    for (let n = 0; n < 5; n++) await first.write('test', (tx) => insert(tx, `name ${n}`))
    const [from, to] = [killed, next].map(({ url }) => url.slice('file:'.length)) as [string, string]
    for (const end of ['', '-wal']) fs.copyFileSync(from + end, to + end) // as after kill -9
    assert.equal(checkpoint.mock.callCount(), 0)

    const db = await openDatabase(next.url)
    await db.write('test', (tx) => insert(tx, 'name 5'))
    assert.equal(checkpoint.mock.callCount(), 1)
    await checkpoint.mock.calls[0]?.result
    for (let n = 6; n < 10; n++) await db.write('test', (tx) => insert(tx, `name ${n}`))
    assert.equal(checkpoint.mock.callCount(), 1)
    assert.equal(await db.read('test', count), 10)
    await db.close()
    await first.close()
    await killed.remove()
    await next.remove()
  })
})

describe('a shared COMMIT of PostgreSQL without an answer', { skip: !engines.includes('postgres') }, () => {
  for (const isDelivered of [true, false])
    it(`has one outcome for all of its writes: ${isDelivered ? 'committed' : 'nothing was changed'}`, async () => {
      const database = await freshDatabase('postgres')
      await (await openEmpty(database.url)).close()
      await using peer = await openSlowPeer(database.url)
      const db = await openDatabase(peer.url, undefined, { patience: { silenceMs: 1_500, connectMs: 30_000 } })

      peer.silenceAtCommit({ isDelivered })
      const writes = Array.from({ length: 5 }, (_, n) => db.write('test', (tx) => insert(tx, `name ${n}`)))
      const outcomes = await Promise.allSettled(writes)
      const refused = outcomes.filter((outcome) => outcome.status === 'rejected')

      assert.equal(await db.read('test', count), 5 - refused.length)
      assert.equal(refused.length === 0, isDelivered)
      for (const { reason } of refused)
        assert.deepEqual([reason.code, reason.details.outcome], ['UNAVAILABLE', undefined])
      await db.close()
      await database.remove()
    })
})

describe('a session of PostgreSQL that ends under a write', { skip: !engines.includes('postgres') }, () => {
  const endOwnSession = (tx: Tx) => tx.one(sql`SELECT pg_terminate_backend(pg_backend_pid())`).catch(() => {})
  const ends: Record<string, (tx: Tx) => Promise<unknown>> = {
    'is refused': async (tx) => {
      await endOwnSession(tx)
      throw new Failure('NAME_TAKEN')
    },
    'has a fault': async (tx) => {
      await endOwnSession(tx)
      throw new TypeError('A fault of one write.')
    },
    'does not wait for its last statement': async (tx) => void endOwnSession(tx),
  }

  for (const [what, end] of Object.entries(ends))
    it(`refuses only this write, although the write ${what}`, async () => {
      const database = await freshDatabase('postgres')
      const db = await openEmpty(database.url)

      const attempt = async (n: number) => {
        const [first, last] = [`before ${n}`, `behind ${n}`]
        const writes = [(tx: Tx) => insert(tx, first), end, (tx: Tx) => insert(tx, last)]
        const [before, , behind] = await Promise.allSettled(writes.map((work) => db.write('test', work)))
        const names = await db.read('test', (tx) => tx.all<{ name: string }>(sql`SELECT name FROM settings`))
        for (const [name, outcome] of Object.entries({ [first]: before, [last]: behind })) {
          assert.equal(
            outcome?.status === 'fulfilled',
            names.some((row) => row.name === name),
          )
          if (outcome?.status === 'rejected') assert.equal(outcome.reason.code, 'UNAVAILABLE', String(outcome.reason))
        }
        return before?.status === 'rejected'
      }
      let hasShared = false // on a busy machine the first may be committed before the second is begun
      for (let n = 0; !hasShared; n++) hasShared = await attempt(n)
      await db.close()
      await database.remove()
    })
})
