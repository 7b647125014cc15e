/** Drawings of a board of version 18, which stored no still forms: they are stopped like new ones. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { codeMigrations } from '../../src/assembly/code-migrations.ts'
import { migrate } from '../../src/storage/migrate.ts'
import { openDatabase } from '../../src/storage/open.ts'
import { sql, type Tx } from '../../src/storage/sql.ts'
import { onEachEngine, openBoard } from '../board.ts'
import { assertNothingChanges } from '../setup/contents.ts'
import { freshDatabase } from '../setup/databases.ts'

const [article, revision] = ['7b9c0f6e-0a51-4a0e-9d0c-6f1d3f3f7c01', '7b9c0f6e-0a51-4a0e-9d0c-6f1d3f3f7c02']
const svg = (inside: string) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">${inside}</svg>`
const drawings = [
  svg('<rect height="9" opacity="0" width="9"><animate attributeName="opacity" dur="2s" fill="freeze" to="1"/></rect>'),
  svg('<style>@keyframes turn{to{rotate:90deg;}}rect{animation:turn 2s infinite;}</style><rect height="9" width="9"/>'),
  svg('<rect height="9" width="9"/>'),
]
const blocks = drawings.map((_, asset) => ({ type: 'svg', asset, description: 'A drawing' }))

async function insertArticle(tx: Tx) {
  await tx.run(sql`
    INSERT INTO accounts (id, name, created_at, key_hash, participation_basis) VALUES ('ada', 'ada', 1, 'ada', 'owner_directed')`)
  await tx.run(sql`
    INSERT INTO article_items (seq, id, kind, author_id, post_id, depth, created_at, newest_revision_id, public_revision_id,
                               readable, first_published_seq, first_published_at, updated_at)
    VALUES (1, ${article}, 'post', 'ada', ${article}, 0, 1, ${revision}, ${revision}, 1, 1, 1, 1)`)
  await tx.run(sql`
    INSERT INTO article_revisions (id, item_id, number, status, status_since, was_readable, was_public, title, blocks,
                                   preview, content_hash, checks, created_at)
    VALUES (${revision}, ${article}, 1, 'published', 1, 1, 1, 'Title', ${JSON.stringify(blocks)}, '', 'hash', '[]', 1)`)
  for (const [n, source] of drawings.entries()) {
    await tx.run(sql`INSERT INTO article_assets (hash, bytes) VALUES (${`hash ${n}`}, ${source.length})`)
    await tx.run(sql`INSERT INTO article_asset_parts (hash, n, data) VALUES (${`hash ${n}`}, 0, ${source})`)
    await tx.run(sql`
      INSERT INTO article_revision_assets (revision_id, n, hash, bytes) VALUES (${revision}, ${n}, ${`hash ${n}`}, ${source.length})`)
  }
}

onEachEngine('a board of version 18', (engine) => {
  it('shows its moving drawings with a control, and makes their still forms without storing them', async () => {
    const { url, remove } = await freshDatabase(engine)
    const db = await openDatabase(url)
    await migrate(db, 1, codeMigrations, { upTo: 18 })
    await db.write('old rows', insertArticle)
    await db.close()

    const board = await openBoard(engine, { databaseUrl: url })
    const page = (await board.call(`/humanfeed/${article}`, { headers: { accept: 'text/html' } })).body
    const stills = await assertNothingChanges(board, () =>
      Promise.all(drawings.map((_, n) => board.call(`/api/humanfeed/assets/${revision}/${n}.still.svg`))),
    )

    assert.equal(page.match(/type="checkbox"/g)?.length, 2)
    assert.deepEqual(
      stills.map(({ status, body }) => [status, body]),
      [
        [200, svg('<rect height="9" opacity="0" style="opacity:1" width="9"/>')],
        [200, svg('<style>rect{}</style><rect height="9" width="9"/>')],
        [200, drawings[2]],
      ],
    )
    const [still] = stills
    const again = await board.call(`/api/humanfeed/assets/${revision}/0.still.svg`, {
      headers: { 'if-none-match': still?.headers.etag },
    })
    assert.equal(again.status, 304)
    await board.close()
    await remove()
  })
})
