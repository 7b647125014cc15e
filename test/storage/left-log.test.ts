/** SQLite's log is copied into the database file: at the end of a board, and after one that was killed. */
import assert from 'node:assert/strict'
import { copyFileSync, existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { describe, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { setMark } from '../../src/storage/counters.ts'
import { openDatabase, sqlitePath } from '../../src/storage/open.ts'
import { openInPlace } from '../../src/storage/open-in-place.ts'
import { engines, freshDatabase } from '../setup/databases.ts'

const question = `SELECT value FROM counters WHERE name = 'ready'`

/** What a copy of the file without its log holds. */
function markIn(path: string) {
  copyFileSync(path, `${path}-alone`)
  const file = openInPlace(`${path}-alone`)
  const row = file.prepare(question).get()
  file.close()
  return row?.value
}

describe('the log of a database file', { skip: !engines.includes('sqlite') }, () => {
  it('that a killed process left behind is copied with the next write', async () => {
    const [first, second] = [await freshDatabase('sqlite', { hasTables: true }), await freshDatabase('sqlite')]
    const [path, left] = [sqlitePath(first.url), sqlitePath(second.url)]
    const killed = await openDatabase(first.url)
    await killed.write('write', (tx) => setMark(tx, 'ready', 7))
    for (const ending of ['', '-wal']) copyFileSync(path + ending, left + ending)
    await killed.close()
    assert.equal(markIn(left), undefined)

    const db = await openDatabase(second.url)
    await db.write('write', (tx) => setMark(tx, 'last_backup_at', 8))
    for (let n = 0; markIn(left) !== 7; n++) {
      assert.ok(n < 12_000, 'it is copied')
      await pause(5)
    }
    await db.close()
    for (const database of [first, second]) await database.remove()
  })

  it('is read beside the board that has just begun it, and is gone when the board is closed', async () => {
    const database = await freshDatabase('sqlite', { hasTables: true })
    const path = sqlitePath(database.url)
    const db = await openDatabase(database.url)
    const beside = openInPlace(path)
    await db.write('write', (tx) => setMark(tx, 'ready', 7))

    assert.equal(beside.prepare(question).get()?.value, 7)
    beside.close()
    await db.close()
    assert.deepEqual(
      ['', '-wal', '-shm'].filter((ending) => existsSync(path + ending)),
      [''],
    )
    await database.remove()
  })

  it('is copied when the board is closed, although another process has the file open', async () => {
    const database = await freshDatabase('sqlite', { hasTables: true })
    const path = sqlitePath(database.url)
    const db = await openDatabase(database.url)
    const other = new DatabaseSync(path)
    assert.equal(other.prepare(question).get(), undefined)
    await db.write('write', (tx) => setMark(tx, 'ready', 7))

    assert.deepEqual(await db.close(), [])

    assert.equal(markIn(path), 7)
    other.close()
    await database.remove()
  })
})
