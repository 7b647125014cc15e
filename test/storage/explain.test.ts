/** What an operator reads about a database that cannot be opened, and what counts as storage that takes no writes. */
import assert from 'node:assert/strict'
import { copyFileSync, mkdtempSync, readdirSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, it } from 'node:test'
import { Failure } from '../../src/kernel/errors.ts'
import { setMark } from '../../src/storage/counters.ts'
import { explainOpening } from '../../src/storage/explain.ts'
import { openDatabase, sqlitePath } from '../../src/storage/open.ts'
import { defaultPatience } from '../../src/storage/pool.ts'
import { sql, type Tx } from '../../src/storage/sql.ts'
import { judge } from '../../src/storage/sqlite-errors.ts'
import { openReadOnlySqlite } from '../../src/storage/sqlite-read-only.ts'
import { LostConnection, UnusableDatabase } from '../../src/storage/unusable.ts'
import { readDisk, saysUnwritable } from '../../src/storage/unwritable.ts'
import { engines, freshDatabase } from '../setup/databases.ts'

const errorWith = (notes: object, message = 'the reason') => Object.assign(new Error(message), notes)
const wrappings = [
  (error: Error) => error,
  (error: Error) => new Failure('UNAVAILABLE', undefined, { cause: error }),
  (error: Error) => new LostConnection(error),
  (error: Error) => new Failure('UNAVAILABLE', undefined, { cause: new LostConnection(error) }),
]
/** SQLite adds what exactly happened in the bits above the first eight. */
const sqlite = (errcode: number) => errorWith({ code: 'ERR_SQLITE_ERROR', errcode })

describe('an error while a database is opened', () => {
  const file = 'file:/data/board.db'
  const server = 'postgres://ada:secret@db.test:5433/board'

  it('is explained by what to do, whatever it is wrapped in', () => {
    const cases: [url: string, error: Error, says: RegExp][] = [
      [file, sqlite(3), /may not be opened by this user/],
      [file, sqlite(8 | (4 << 8)), /is read-only; let this user write/],
      [file, sqlite(10 | (3 << 8)), /cannot be read or written; check the disk/],
      [file, sqlite(11), /is damaged; restore it from a backup/],
      [file, sqlite(13), /the disk is full; make room/],
      [file, sqlite(14), /cannot be opened; check the path/],
      [file, sqlite(26), /is not a SQLite database/],
      [file, errorWith({ code: 'EACCES' }), /may not be opened by this user/],
      [file, errorWith({ code: 'EROFS' }), /is on a read-only disk/],
      [file, errorWith({ code: 'ENOTDIR' }), /is not in a folder/],
      [file, errorWith({ code: 'ENOSPC' }), /cannot be created, because the disk is full/],
      [server, errorWith({ code: '28P01' }), /refused the user or password/],
      [server, errorWith({ code: '3D000' }), /has no database of this name/],
      [server, errorWith({ code: '42501' }), /does not let this user create tables/],
      [server, errorWith({ code: '08006' }), /takes no connection at this moment \(the reason\); try again/],
      [server, errorWith({ code: '53300' }), /takes no connection at this moment/],
      [server, errorWith({ code: '57P03' }), /takes no connection at this moment/],
      [server, errorWith({ code: '25006' }), /can only be read \(the reason\)/],
      [server, errorWith({ code: 'ECONNREFUSED' }), /cannot be reached \(ECONNREFUSED\)/],
      [server, errorWith({}, 'Connection terminated unexpectedly'), /cannot be reached \(Connection terminated/],
      [server, errorWith({}, 'timeout expired'), /cannot be reached \(timeout expired\)/],
    ]
    for (const [url, error, says] of cases)
      for (const wrapped of wrappings) {
        const explained = explainOpening(wrapped(error), url)
        assert.ok(explained instanceof UnusableDatabase)
        assert.match(explained.message, says)
        const place = url === file ? 'DATABASE_URL: /data/board.db ' : 'DATABASE_URL: PostgreSQL at db.test:5433 '
        assert.ok(explained.message.startsWith(place) && !explained.message.includes('secret'), explained.message)
        assert.equal(explained.cause, error)
      }
  })

  it('is left as it is where nothing better is known', () => {
    for (const [url, error] of [
      [file, sqlite(1)],
      [server, new UnusableDatabase('Explained already: timeout expired.')],
      [file, new Failure('UNAVAILABLE')],
      [server, errorWith({ code: '42601' })],
      [server, 'a text'],
    ] as const)
      assert.equal(explainOpening(error, url), error)
    assert.match(String(explainOpening(errorWith({ code: '57P03' }), 'postgres:///board')), /at the given address/)
  })
})

describe('a file', { skip: !engines.includes('sqlite') }, () => {
  it('is opened only if it is empty, without tables, or of a board', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'board-opening-'))
    const made = (name: string, ...statements: string[]) => {
      const path = join(folder, name)
      const db = new DatabaseSync(path)
      for (const statement of statements) db.exec(statement)
      db.close()
      return path
    }
    writeFileSync(join(folder, 'empty'), '')
    writeFileSync(join(folder, 'letter'), 'This is a letter to a friend. '.repeat(50))
    const board = 'CREATE TABLE migrations (a); CREATE TABLE counters (a); CREATE TABLE accounts (a)'
    const cases: [path: string, says?: RegExp][] = [
      [join(folder, 'new', 'board.db')],
      [join(folder, 'empty')],
      [made('cleared', 'CREATE TABLE a (b)', 'DROP TABLE a')],
      [made('board', board, 'CREATE TABLE other (a)')],
      [made('foreign', 'CREATE TABLE migrations (a); CREATE TABLE counters (a)'), /is the database of another program/],
      [folder, /is a folder; name a file in it/],
      [join(folder, 'letter'), /is not a SQLite database/],
      [join(folder, 'letter', 'board.db'), /is not in a folder/],
    ]
    for (const [path, says] of cases) {
      const opened = await openDatabase(`file:${path}`).then(
        async (db) => {
          await db.close()
          return 'opened'
        },
        (error) => String(error),
      )
      assert.match(opened, says ?? /^opened$/, path)
    }
    rmSync(folder, { recursive: true })
  })
})

describe('a file that is only read', { skip: !engines.includes('sqlite') }, () => {
  it('shows every commit, with or without the log beside it, and nothing is made or changed', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'board-in-place-'))
    const path = join(folder, 'board.db')
    const db = await openDatabase(`file:${path}`)
    await db.write('create', (tx) =>
      tx.script('CREATE TABLE migrations (a); CREATE TABLE counters (a); CREATE TABLE accounts (a)'),
    )
    const add = () => db.write('add', (tx) => tx.run(sql`INSERT INTO accounts (a) VALUES (1)`))
    const copyOf = (name: string, ...endings: string[]) => {
      const copy = join(mkdtempSync(join(folder, 'copy-')), name)
      for (const ending of ['', ...endings]) copyFileSync(path + ending, copy + ending)
      return copy
    }
    await add()
    const withLog = copyOf('log', '-wal')
    const withIndex = copyOf('index', '-wal', '-shm')
    const cases: [path: string, rows: number][] = [
      [withLog, 1],
      [withIndex, 1],
      [path, 2], // in use
    ]
    await add()
    const rowsIn = async (file: string) => {
      const options = { observe() {}, patience: defaultPatience, reportCaught: assert.fail }
      const reading = openReadOnlySqlite(file, options)
      const rows = await reading.read('rows', async (tx) => (await tx.all(sql`SELECT a FROM accounts`)).length)
      await assert.rejects(
        reading.write('write', async () => {}),
        /is read-only/,
      )
      await reading.close()
      return rows
    }
    for (const [file, rows] of cases) assert.equal(await rowsIn(file), rows, file)
    assert.deepEqual(readdirSync(dirname(withLog)).sort(), ['log', 'log-wal'])
    await db.close()
    const alone = copyOf('alone')
    const emptyLog = copyOf('empty')
    writeFileSync(`${emptyLog}-wal`, '')
    for (const file of [alone, emptyLog]) assert.equal(await rowsIn(file), 2, file)
    assert.deepEqual(readdirSync(dirname(alone)), ['alone'])
    rmSync(folder, { recursive: true })
  })
})

describe('a file that is read while another process begins to write', { skip: !engines.includes('sqlite') }, () => {
  it('shows what was committed after it was opened', async () => {
    const database = await freshDatabase('sqlite', { hasTables: true })
    const path = sqlitePath(database.url)
    const db = await openDatabase(database.url)
    const readMark = (tx: Tx) => tx.one<{ value: number }>(sql`SELECT value FROM counters WHERE name = 'ready'`)
    await db.read('begin', readMark)
    assert.equal(statSync(`${path}-wal`).size, 0)
    const reading = openReadOnlySqlite(path, { observe() {}, patience: defaultPatience, reportCaught: assert.fail })
    assert.equal(await reading.read('before', readMark), undefined)

    await db.write('write', (tx) => setMark(tx, 'ready', 7))

    assert.equal((await reading.read('after', readMark))?.value, 7)
    await reading.close()
    await db.close()
    await database.remove()
  })
})

describe('storage that takes no writes', () => {
  it('is known by the error of a write, and no lock or lost server counts', () => {
    const unwritable = [
      ...[3, 8, 10 | (2 << 8), 13, 14 | (1 << 8)].map(sqlite),
      ...['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', '25006', '53100', '58030'].map((code) => errorWith({ code })),
    ]
    const other = [
      ...[1, 5, 6, 7, 9, 11, 15, 19].map(sqlite),
      ...['40001', '57P01', '53300', '08006', 'ECONNRESET'].map((code) => errorWith({ code })),
      new Failure('UNAVAILABLE'),
      new Error('no code'),
    ]
    for (const [errors, expected] of [
      [unwritable, true],
      [other, false],
    ] as const)
      for (const error of errors)
        for (const wrapped of wrappings.slice(0, 2))
          assert.equal(saysUnwritable(wrapped(error)), expected, JSON.stringify(error))
  })

  it('is not a lock, for which a write waits, or a fault of the statement', () => {
    for (const code of [5, 6, 5 | (1 << 8), 6 | (1 << 8)]) assert.equal(judge(sqlite(code)), 'retry', String(code))
    for (const code of [1, 4, 7, 9, 11, 12, 15, 19]) assert.equal(judge(sqlite(code)), 'fault', String(code))
    for (const code of [3, 8, 10 | (3 << 8), 13, 14]) assert.equal(judge(sqlite(code)), 'unavailable', String(code))
    assert.equal(judge(new Error('no code')), 'fault')
  })

  it('is looked at where the file is', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'board-disk-'))
    const path = join(folder, 'board.db')
    writeFileSync(path, '')
    const { bavail, bsize } = statfsSync(folder)
    const { freeBytes, isReadOnly } = await readDisk(path)
    assert.ok(freeBytes > (bavail * bsize) / 2 && freeBytes < bavail * bsize * 2, 'others use the disk, too')
    assert.equal(isReadOnly, false)
    assert.equal((await readDisk(join(folder, 'missing'))).isReadOnly, true)
    rmSync(folder, { recursive: true })
  })
})
