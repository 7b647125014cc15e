/** A start that finds nothing to migrate, like almost every start. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { codeMigrations } from '../../src/assembly/code-migrations.ts'
import { migrate } from '../../src/storage/migrate.ts'
import { openDatabase } from '../../src/storage/open.ts'
import { onEachEngine } from '../board.ts'
import { freshDatabase } from '../setup/databases.ts'

onEachEngine('a database that is up to date', (engine) => {
  it('is only read at a start', async () => {
    const database = await freshDatabase(engine)
    const transactions: string[] = []
    const db = await openDatabase(database.url, (name, kind) => void transactions.push(`${kind} ${name}`))
    await migrate(db, 0, codeMigrations)
    const first = transactions.splice(0)
    const applied = await migrate(db, 0, codeMigrations)
    await db.close()

    assert.ok(first.includes('write migrate'))
    assert.deepEqual(applied, [])
    assert.deepEqual(transactions, ['read version'])
  })

  it('still stops a program whose step in code belongs to no migration', async () => {
    const database = await freshDatabase(engine)
    const db = await openDatabase(database.url)
    await migrate(db, 0, codeMigrations)
    const refused = migrate(db, 0, { ...codeMigrations, renamed: async () => {} })
    await assert.rejects(refused, /No migration is called renamed/)
    await db.close()
  })
})
