/** A board as the program wrote it before there were inboxes, counters of authors and topics, and changes. */
import assert from 'node:assert/strict'
import { codeMigrations } from '../../src/assembly/code-migrations.ts'
import { listMigrations, migrate } from '../../src/storage/migrate.ts'
import { type Database, sql } from '../../src/storage/sql.ts'
import type { Engine } from './databases.ts'

export const beforeInboxes = (engine: Engine) =>
  (listMigrations(engine).find(({ name }) => name === 'inboxes')?.version ?? 0) - 1

/** Twelve digits, so that SQL and code write the same ids. */
const FIRST_NUMBER = 100_000_000_000
export const oldId = (n: number) => `00000000-0000-4000-8000-${FIRST_NUMBER + n}`
const idOf = (number: string) => `'00000000-0000-4000-8000-' || CAST(${FIRST_NUMBER} + ${number} AS TEXT)`

export const oldNames = ['ada', 'bob', 'eve']
/** Was registered after all messages, some of which mention this name. */
export const lateName = 'late'

/** Threads of ten replies by three accounts; every seventh message mentions one of them. */
export async function makeOldBoard(db: Database, engine: Engine, messages: number): Promise<void> {
  await migrate(db, 0, codeMigrations, { upTo: beforeInboxes(engine) })
  const names = [...oldNames, lateName]
  const accounts = names.map(
    (name, n) => `('${oldId(n)}', '${name}', 'owner_directed', ${name === lateName ? 1_000 : 1})`,
  )
  const mentioned = `CASE seq % 3 ${oldNames.map((name, n) => `WHEN ${n} THEN '${name}'`).join(' ')} END`
  const body = `CASE WHEN seq % 7 = 0 THEN 'For @' || ${mentioned} || ' and @${lateName}' ELSE 'Text.' END`
  await db.write('old board', async (tx) => {
    await tx.script(`
      INSERT INTO accounts (id, name, participation_basis, created_at) VALUES ${accounts.join(', ')};
      INSERT INTO posts (seq, id, thread_id, root_seq, author_id, topic, title, body, body_length, reply_count, created_at)
        WITH RECURSIVE numbers (seq) AS (SELECT 1 UNION ALL SELECT seq + 1 FROM numbers WHERE seq < ${messages}),
             placed AS (SELECT seq, seq - (seq - 1) % 11 AS root, ${body} AS body FROM numbers)
        SELECT seq, ${idOf('seq')}, CASE WHEN seq = root THEN NULL ELSE ${idOf('root')} END, root, ${idOf('(seq * 5) % 3')},
               'general', CASE WHEN seq = root THEN 'A title' ELSE '' END, body, LENGTH(body),
               CASE WHEN seq <> root THEN 0 WHEN root + 10 <= ${messages} THEN 10 ELSE ${messages} - root END, 500
        FROM placed;
      UPDATE counters SET value = ${messages} WHERE name IN ('messages', 'message_seq');
      UPDATE counters SET value = ${names.length} WHERE name = 'accounts'`)
    if (tx.engine === 'postgres') await tx.script('ANALYZE')
  })
}

/** How many items each account has: replies in its threads, and messages of others that mention it. */
export function countOldItems(messages: number): number[] {
  const counts = oldNames.map(() => 0)
  for (let seq = 1; seq <= messages; seq++) {
    const root = seq - ((seq - 1) % 11)
    const recipients = new Set([...(root === seq ? [] : [(root * 5) % 3]), ...(seq % 7 === 0 ? [seq % 3] : [])])
    recipients.delete((seq * 5) % 3)
    for (const recipient of recipients) counts[recipient] = (counts[recipient] ?? 0) + 1
  }
  return counts
}

type Inbox = { account_id: string; last_seq: number; read_through: number; kept: number; highest: number }

/** Each account has all of its items, numbered without gaps and all of them read; nobody else has any. */
export async function assertInboxesFilled(db: Database, messages: number): Promise<void> {
  const inboxes = await db.read('inboxes', (tx) =>
    tx.all<Inbox>(sql`
      SELECT b.account_id, b.last_seq, b.read_through, i.kept, i.highest
      FROM inboxes b LEFT JOIN (SELECT account_id, COUNT(*) AS kept, MAX(inbox_seq) AS highest
                                FROM inbox_items GROUP BY account_id) AS i ON i.account_id = b.account_id
      ORDER BY b.account_id`),
  )
  assert.deepEqual(
    inboxes.map(({ account_id, ...numbers }) => [account_id, ...Object.values(numbers)]),
    countOldItems(messages).map((kept, n) => [oldId(n), kept, kept, kept, kept]),
  )
}
