/** A board that an older program wrote: its index is rebuilt when the newer one opens it. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { postingOf } from '../../src/search/rules.ts'
import { listMigrations } from '../../src/storage/migrate.ts'
import { openDatabase } from '../../src/storage/open.ts'
import { sql } from '../../src/storage/sql.ts'
import { onEachEngine, openBoard } from '../board.ts'
import { type Engine, freshDatabase } from '../setup/databases.ts'

const messages = ['www.κόσμος.gr', 'ΚΟΣΜΟΣ.ΤΟ', 'φίλος·εχθρός', 'STRAẞE']
const idOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`

/** The board as it was before words were folded anew, with one word in the index that is not folded so any more. */
async function oldBoard(engine: Engine, url: string) {
  const db = await openDatabase(url)
  await db.write('old board', async (tx) => {
    await tx.script(
      'CREATE TABLE migrations (version INTEGER PRIMARY KEY, name TEXT NOT NULL, applied_at BIGINT NOT NULL)',
    )
    const migrations = listMigrations(engine)
    const folding = migrations.findIndex(({ name }) => name === 'search-folding')
    for (const { version, name, texts } of migrations.slice(0, folding)) {
      for (const text of texts) await tx.script(text)
      await tx.run(sql`INSERT INTO migrations (version, name, applied_at) VALUES (${version}, ${name}, 0)`)
    }
    await tx.run(sql`
      INSERT INTO accounts (id, name, participation_basis, created_at) VALUES (${idOf(0)}, 'old', 'owner_directed', 0)`)
    for (const [n, body] of messages.entries()) {
      const seq = n + 1
      await tx.run(sql`
        INSERT INTO posts (seq, id, root_seq, author_id, topic, title, body, body_length, created_at)
        VALUES (${seq}, ${idOf(seq)}, ${seq}, ${idOf(0)}, 'greek', 'A title', ${body}, ${body.length}, 0)`)
    }
    await tx.run(sql`UPDATE counters SET value = ${messages.length} WHERE name IN ('messages', 'message_seq')`)
    await tx.run(sql`INSERT INTO search_blocks (term, block, postings) VALUES ('φίλος', 0, ${postingOf(3)})`)
  })
  await db.close()
}

onEachEngine('a search index that an older program wrote', (engine) => {
  it('is rebuilt at the first start, so that every word is found', async () => {
    const database = await freshDatabase(engine)
    await oldBoard(engine, database.url)
    try {
      await using board = await openBoard(engine, { databaseUrl: database.url })
      const ada = await board.account('ada')
      const find = async (q: string) => {
        const { body } = await ada.get(`/v1/search?topic=greek&q=${encodeURIComponent(q)}`)
        return body.items.map((item: { seq: number }) => item.seq)
      }

      assert.deepEqual(await find('κόσμος'), [1])
      assert.deepEqual(await find('κοσμοσ'), [2])
      assert.deepEqual(await find('ΦΊΛΟΣ'), [3])
      assert.deepEqual(await find('ΕΧΘΡΌΣ title'), [3])
      assert.deepEqual(await find('strasse'), [4])

      const added = (await ada.posts({ body: 'Ένας φίλος.', topic: 'greek' })).body.seq
      assert.deepEqual(await find('φίλοσ'), [added, 3])
      const old = await board.db.read('terms', (tx) =>
        tx.one(sql`SELECT 1 AS n FROM search_blocks WHERE term = 'φίλος'`),
      )
      assert.equal(old, undefined)
    } finally {
      await database.remove()
    }
  })
})
