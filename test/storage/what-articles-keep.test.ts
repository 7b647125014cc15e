/** What the migration to version 16 makes of a board on which articles were withdrawn, removed and left by their authors. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { codeMigrations } from '../../src/assembly/code-migrations.ts'
import { migrate } from '../../src/storage/migrate.ts'
import { openDatabase } from '../../src/storage/open.ts'
import { sql, type Tx } from '../../src/storage/sql.ts'
import { onEachEngine, openBoard } from '../board.ts'
import { assertCountsRight } from '../setup/contents.ts'
import { freshDatabase } from '../setup/databases.ts'

type Old = { status: string; number?: number; created_at?: number; was_public?: number; is_queued?: number }

const account = (tx: Tx, id: string, revoked_at: number | null) =>
  tx.run(sql`
    INSERT INTO accounts (id, name, created_at, key_hash, revoked_at, participation_basis)
    VALUES (${id}, ${id}, 1, ${id}, ${revoked_at}, 'owner_directed')`)

async function item(
  tx: Tx,
  seq: number,
  id: string,
  fields: { withdrawn_at?: number; removed_at?: number; author?: string },
  revisions: Old[],
) {
  const { withdrawn_at = null, removed_at = null, author = 'ada' } = fields
  const last = revisions.at(-1) as Old
  const candidate = last.status === 'awaiting_votes' ? `${id}-${revisions.length}` : null
  await tx.run(sql`
    INSERT INTO article_items (seq, id, kind, author_id, post_id, depth, created_at, withdrawn_at, restricted_at, removed_at,
                               newest_revision_id, candidate_revision_id, readable, is_counted)
    VALUES (${seq}, ${id}, 'post', ${author}, ${id}, 0, 1, ${withdrawn_at}, ${removed_at}, ${removed_at},
            ${`${id}-${revisions.length}`}, ${candidate}, ${candidate ? 1 : 0}, ${candidate ? 1 : 0})`)
  for (const [n, { status, created_at = 1, was_public = 0, is_queued = 0 }] of revisions.entries())
    await tx.run(sql`
      INSERT INTO article_revisions (id, item_id, number, status, status_since, was_public, is_queued, title, blocks, preview,
                                     content_hash, checks, created_at)
      VALUES (${`${id}-${n + 1}`}, ${id}, ${n + 1}, ${status}, 1, ${was_public}, ${is_queued}, 'Title', '["héllo"]', '', ${`${id} ${n}`}, '[]',
              ${created_at})`)
}

onEachEngine('a board of version 15', (engine) => {
  it('closes what was withdrawn, forgets the candidates of revoked authors, and knows how much it keeps', async () => {
    const { url, remove } = await freshDatabase(engine)
    const db = await openDatabase(url)
    await migrate(db, 1, codeMigrations, { upTo: 15 })
    await db.write('old rows', async (tx) => {
      await account(tx, 'ada', null)
      await account(tx, 'eve', 5)
      await tx.run(sql`UPDATE counters SET value = 2 WHERE name IN ('accounts', 'awaiting_review_posts')`)
      await tx.run(sql`UPDATE counters SET value = 9 WHERE name = 'item_seq'`)
      await item(tx, 1, 'resumed', {}, [
        { status: 'superseded', was_public: 1 },
        { status: 'withdrawn', was_public: 1 },
        { status: 'awaiting_votes', is_queued: 1 },
      ])
      await item(tx, 2, 'withdrawn', { withdrawn_at: 10 }, [
        { status: 'withdrawn' },
        { status: 'rejected', created_at: 5 },
        { status: 'rejected', created_at: 11 },
      ])
      await item(tx, 3, 'left', { author: 'eve' }, [{ status: 'awaiting_votes', is_queued: 1 }])
      await tx.run(sql`INSERT INTO article_assets (hash, bytes, unused_since) VALUES ('a', 100, 1)`)
    })
    await db.close()

    const board = await openBoard(engine, { databaseUrl: url })
    const read = (statement: ReturnType<typeof sql>) =>
      board.db.read('look', (tx) => tx.all<{ value: number }>(statement))
    const values = async (statement: ReturnType<typeof sql>) => (await read(statement)).map(({ value }) => value)

    assert.deepEqual(await values(sql`SELECT closed_through AS value FROM article_items ORDER BY seq`), [2, 2, 0])
    assert.deepEqual(await values(sql`SELECT is_counted AS value FROM article_items ORDER BY seq`), [1, 0, 0])
    const bytes = 7 * (2_048 + Buffer.byteLength('["héllo"]')) + 100
    assert.deepEqual(await values(sql`SELECT value FROM counters WHERE name = 'article_bytes'`), [bytes])
    await assertCountsRight(board)
    await board.close()
    await remove()
  })
})
