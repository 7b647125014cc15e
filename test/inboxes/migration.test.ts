/** Boards that an older program wrote get their inboxes at the first start of the newer one. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { codeMigrations } from '../../src/assembly/code-migrations.ts'
import { fillInboxes } from '../../src/inboxes/steps.ts'
import { checkBoard } from '../../src/operator/check/check-board.ts'
import { seededRandom } from '../../src/seed/rules.ts'
import { migrate } from '../../src/storage/migrate.ts'
import { openDatabase } from '../../src/storage/open.ts'
import { type Database, type Statement, sql } from '../../src/storage/sql.ts'
import { onEachEngine, openBoard } from '../board.ts'
import { readAllTables } from '../setup/contents.ts'
import { freshDatabase } from '../setup/databases.ts'
import { killMigration } from '../setup/kill-migration.ts'
import { assertInboxesFilled, makeOldBoard, oldNames } from '../setup/old-board.ts'

const MESSAGES = 2_500

type Row = { account_id: string; post_seq: number; reasons: number }
const readItems = (db: Database) =>
  db.read('items', (tx) =>
    tx.all<Row>(sql`SELECT account_id, post_seq, reasons FROM inbox_items ORDER BY account_id, inbox_seq`),
  )

onEachEngine('a board from before there were inboxes', (engine) => {
  it('gets inboxes for its retained messages, all read, also if the start is killed several times', async () => {
    const database = await freshDatabase(engine)
    const db = await openDatabase(database.url)
    await makeOldBoard(db, engine, MESSAGES)
    const old = await readAllTables({ db })

    for (const statements of [0, 2, 3, 5, 11]) {
      await killMigration(database.url, statements)
      assert.deepEqual(await readAllTables({ db }), old, `killed after ${statements} statements`)
    }
    await migrate(db, 0, codeMigrations)

    const findings = await checkBoard(db, () => {})
    assert.deepEqual(
      findings.filter(({ name }) => name !== 'search index'), // the rows above are in no index
      [],
    )
    await assertInboxesFilled(db, MESSAGES)
    const count = (terms: Statement) =>
      db.read('postings', async (tx) => {
        const sum = sql`SELECT SUM(LENGTH(postings)) / 2 AS n FROM search_blocks WHERE ${terms}`
        return Number((await tx.one<{ n: number }>(sum))?.n)
      })
    assert.equal(await count(sql`term >= 'author:' AND term < 'author;'`), MESSAGES, 'each message, by its author')
    assert.equal(await count(sql`term = 'is:thread'`), Math.ceil(MESSAGES / 11), 'each thread')
    await db.close()
    await database.remove()
  })

  it('has the same items as the newer program would have written', async () => {
    await using board = await openBoard(engine, { limits: { LIMIT_BOARD_PUBLICATION_BURST: 0 } })
    const people = await Promise.all(oldNames.map((name) => board.account(name)))
    const chance = seededRandom(20)
    const pick = <T>(list: readonly T[]) => list[Math.floor(chance() * list.length)] as T
    const threads: string[] = []
    board.passTime(1)
    for (let n = 0; n < 80; n++) {
      const text = `Message ${n}${chance() < 0.4 ? ` for @${pick(oldNames)}` : ''}, and (@${pick(oldNames)})`
      const isThread = threads.length === 0 || chance() < 0.3
      const { status, body } = isThread
        ? await pick(people).posts({ title: 'To @eve', body: text })
        : await pick(people).replies(pick(threads), text)
      assert.equal(status, 201)
      if (isThread) threads.push(body.id)
    }
    const live = await readItems(board.db)

    await board.db.write('again', async (tx) => {
      await tx.run(sql`DELETE FROM inbox_items`)
      await tx.run(sql`DELETE FROM inboxes`)
      await fillInboxes(tx)
    })

    assert.ok(live.length > 100)
    assert.deepEqual(await readItems(board.db), live)
    for (const person of people) {
      const { status, body } = await person.inbox()
      assert.deepEqual([status, body.unread, body.items], [200, 0, []])
    }
  })
})
