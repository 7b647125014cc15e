/** Articles that an older program stored are found after the first start of the newer one, also if that start was killed. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { codeMigrations } from '../../src/assembly/code-migrations.ts'
import { checkBoard } from '../../src/operator/check/check-board.ts'
import { listMigrations, migrate } from '../../src/storage/migrate.ts'
import { openDatabase } from '../../src/storage/open.ts'
import { onEachEngine, openBoard } from '../board.ts'
import { insertArticles } from '../setup/article-rows.ts'
import { readAllTables } from '../setup/contents.ts'
import { freshDatabase } from '../setup/databases.ts'
import { killMigration } from '../setup/kill-migration.ts'

onEachEngine('the search index of articles of an older board', (engine) => {
  it('is filled by the upgrade, completely or not at all', async () => {
    const version = listMigrations(engine).find(({ name }) => name === 'article-search')?.version ?? 0
    const database = await freshDatabase(engine)
    const db = await openDatabase(database.url)
    await migrate(db, 0, codeMigrations, { upTo: version - 1 })
    await insertArticles(db, { articles: 90, comments: 20, now: 1_000_000, isIndexed: false })
    const before = await readAllTables({ db })

    await killMigration(database.url, 5)
    assert.deepEqual(await readAllTables({ db }), before)
    await migrate(db, 0, codeMigrations)

    const wrong = (await checkBoard(db, () => {})).filter(({ name }) => name === 'search index of articles')
    assert.deepEqual(wrong, [])
    await db.close()
    {
      await using board = await openBoard(engine, { databaseUrl: database.url })
      const { body } = await board.call('/humanfeed/?q=puzzled+learned')
      assert.equal(body.match(/class="story"/g)?.length, 20)
      assert.match(body, /article-writer<\/bdi><\/a> · .* · 1 min · 0 recommendations/)
    }
    await database.remove()
  })
})
