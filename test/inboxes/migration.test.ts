/** Boards that an older program wrote get their inboxes at the first start of the newer one. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { codeMigrations } from '../../src/assembly/code-migrations.ts'
import { fillInboxes } from '../../src/inboxes/steps.ts'
import { checkBoard } from '../../src/operator/check/check-board.ts'
import { seededRandom } from '../../src/seed/rules.ts'
import { listMigrations, migrate } from '../../src/storage/migrate.ts'
import { openDatabase } from '../../src/storage/open.ts'
import { type Database, sql } from '../../src/storage/sql.ts'
import { onEachEngine, openBoard } from '../board.ts'
import { readAllTables } from '../setup/contents.ts'
import { type Engine, freshDatabase } from '../setup/databases.ts'

const before = (engine: Engine) => (listMigrations(engine).find(({ name }) => name === 'inboxes')?.version ?? 0) - 1
const program = fileURLToPath(new URL('../setup/stuck-migration.ts', import.meta.url))
const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const NAMES = ['ada', 'bob', 'eve']
const LATE = 'late'
const MESSAGES = 2_500

/** Three accounts, one that came after all messages, and threads of ten replies, some of which mention somebody. */
const insertMessages = (db: Database) =>
  db.write('old board', async (tx) => {
    for (const [n, name] of [...NAMES, LATE].entries())
      await tx.run(sql`
        INSERT INTO accounts (id, name, participation_basis, created_at)
        VALUES (${id(n)}, ${name}, 'owner_directed', ${name === LATE ? 1_000 : 1})`)
    for (let seq = 1; seq <= MESSAGES; seq++) {
      const root = seq - ((seq - 1) % 11)
      const isRoot = root === seq
      const body = seq % 7 === 0 ? `For @${NAMES[seq % 3]} and @${LATE}` : 'Text.'
      await tx.run(sql`
        INSERT INTO posts (seq, id, thread_id, root_seq, author_id, topic, title, body, body_length, created_at)
        VALUES (${seq}, ${id(seq)}, ${isRoot ? null : id(root)}, ${root}, ${id((seq * 5) % 3)}, 'general',
                ${isRoot ? 'A title' : ''}, ${body}, ${body.length}, 500)`)
      if (!isRoot) await tx.run(sql`UPDATE posts SET reply_count = reply_count + 1 WHERE id = ${id(root)}`)
    }
    await tx.run(sql`UPDATE counters SET value = ${MESSAGES} WHERE name IN ('messages', 'message_seq')`)
    await tx.run(sql`UPDATE counters SET value = ${NAMES.length + 1} WHERE name = 'accounts'`)
  })

async function killAfter(statements: number, databaseUrl: string) {
  const child = spawn(process.execPath, [program], {
    env: { ...process.env, DATABASE_URL: databaseUrl, STATEMENTS: String(statements) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  const [line] = await Promise.race([once(child.stdout, 'data'), ended])
  child.kill('SIGKILL')
  await ended
  assert.match(String(line), /in the middle/)
}

type Row = { account_id: string; post_seq: number; reasons: number }
const readItems = (db: Database) =>
  db.read('items', (tx) =>
    tx.all<Row>(sql`SELECT account_id, post_seq, reasons FROM inbox_items ORDER BY account_id, inbox_seq`),
  )

onEachEngine('a board from before there were inboxes', (engine) => {
  it('gets those of its retained messages, all read, however often it is killed on the way', async () => {
    const database = await freshDatabase(engine)
    const db = await openDatabase(database.url)
    await migrate(db, 0, codeMigrations, { upTo: before(engine) })
    await insertMessages(db)
    const old = await readAllTables({ db })

    for (const statements of [0, 2, 3, 5, 11]) {
      await killAfter(statements, database.url)
      assert.deepEqual(await readAllTables({ db }), old, `killed after ${statements} statements`)
    }
    await migrate(db, 0, codeMigrations)

    const findings = await checkBoard(db, () => {})
    assert.deepEqual(
      findings.filter(({ name }) => name !== 'search index'), // the rows above are in no index
      [],
    )
    const inboxes = await db.read('inboxes', (tx) =>
      tx.all<{ account_id: string; last_seq: number; read_through: number; kept: number; highest: number }>(sql`
        SELECT b.account_id, b.last_seq, b.read_through,
               (SELECT COUNT(*) FROM inbox_items i WHERE i.account_id = b.account_id) AS kept,
               (SELECT MAX(i.inbox_seq) FROM inbox_items i WHERE i.account_id = b.account_id) AS highest
        FROM inboxes b ORDER BY b.account_id`),
    )
    assert.deepEqual(
      inboxes.map(({ account_id }) => account_id),
      NAMES.map((_name, n) => id(n)),
      'nothing is for an account that came later',
    )
    for (const { last_seq, read_through, kept, highest } of inboxes)
      assert.deepEqual([last_seq, read_through, highest], [kept, kept, kept])
    const [authors] = await db.read('authors', (tx) =>
      tx.all<{ postings: number }>(sql`
        SELECT SUM(LENGTH(postings)) / 2 AS postings FROM search_blocks WHERE term >= 'author:' AND term < 'author;'`),
    )
    assert.equal(Number(authors?.postings), MESSAGES, 'each message is found by its author')
    await db.close()
    await database.remove()
  })

  it('has in them what the newer program would have put there', async () => {
    await using board = await openBoard(engine, { limits: { LIMIT_BOARD_PUBLICATION_BURST: 0 } })
    const people = await Promise.all(NAMES.map((name) => board.account(name)))
    const chance = seededRandom(20)
    const pick = <T>(list: readonly T[]) => list[Math.floor(chance() * list.length)] as T
    const threads: string[] = []
    board.passTime(1)
    for (let n = 0; n < 80; n++) {
      const text = `Message ${n}${chance() < 0.4 ? ` for @${pick(NAMES)}` : ''}, and (@${pick(NAMES)})`
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
