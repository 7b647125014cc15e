/** A migration is one write: all of it happens, or nothing. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { codeMigrations } from '../../src/assembly/code-migrations.ts'
import { checkBoard } from '../../src/operator/check/check-board.ts'
import { migrate } from '../../src/storage/migrate.ts'
import { openDatabase } from '../../src/storage/open.ts'
import { sql } from '../../src/storage/sql.ts'
import { onEachEngine } from '../board.ts'
import { readAllTables } from '../setup/contents.ts'
import { freshDatabase } from '../setup/databases.ts'
import { killMigration } from '../setup/kill-migration.ts'

/** From before search was folded, whose migration rebuilds the index in code. */
const OLD_VERSION = 10

onEachEngine('kill -9 in the middle of a migration', (engine) => {
  it('leaves the database as it was, and the next start brings it up to date', async () => {
    const database = await freshDatabase(engine)
    const db = await openDatabase(database.url)
    await migrate(db, 0, codeMigrations, { upTo: OLD_VERSION })
    await db.write('test', (tx) =>
      tx.script(`INSERT INTO accounts (id, name, participation_basis, created_at) VALUES ('1', 'ada', 'owner_directed', 1);
                 UPDATE counters SET value = 1 WHERE name = 'accounts'`),
    )
    const before = await readAllTables({ db })

    await killMigration(database.url)
    const after = await readAllTables({ db })
    const applied = await migrate(db, 0, codeMigrations)

    assert.deepEqual(after, before)
    assert.equal(applied[0], 'search-folding')
    assert.deepEqual(await checkBoard(db, () => {}), [])
    assert.equal((await db.read('test', (tx) => tx.all(sql`SELECT name FROM accounts`))).length, 1)
    await db.close()
    await database.remove()
  })
})
