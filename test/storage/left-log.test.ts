/** The log that a process of SQLite left behind when it was killed. */
import assert from 'node:assert/strict'
import { copyFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { setMark } from '../../src/storage/counters.ts'
import { openDatabase, sqlitePath } from '../../src/storage/open.ts'
import { openInPlace } from '../../src/storage/open-in-place.ts'
import { engines, freshDatabase } from '../setup/databases.ts'

describe('a log that was left behind', { skip: !engines.includes('sqlite') }, () => {
  it('is copied into the database file with the next write', async () => {
    const [first, second] = [await freshDatabase('sqlite', { hasTables: true }), await freshDatabase('sqlite')]
    const [path, left] = [sqlitePath(first.url), sqlitePath(second.url)]
    const killed = await openDatabase(first.url)
    await killed.write('write', (tx) => setMark(tx, 'ready', 7))
    for (const ending of ['', '-wal']) copyFileSync(path + ending, left + ending)
    await killed.close()
    /** Without its log. */
    const markInFile = () => {
      copyFileSync(left, `${left}-alone`)
      const file = openInPlace(`${left}-alone`)
      const row = file.prepare(`SELECT value FROM counters WHERE name = 'ready'`).get()
      file.close()
      return row?.value
    }
    assert.equal(markInFile(), undefined)

    const db = await openDatabase(second.url)
    await db.write('write', (tx) => setMark(tx, 'last_backup_at', 8))
    for (let n = 0; markInFile() !== 7; n++) {
      assert.ok(n < 12_000, 'it is copied')
      await pause(5)
    }
    await db.close()
    for (const database of [first, second]) await database.remove()
  })
})
