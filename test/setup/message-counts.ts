/** Updates the counts of accounts and topics after rows were written directly. */
import { sql, type Tx } from '../../src/storage/sql.ts'

export async function countMessageRows(tx: Tx) {
  await tx.run(sql`UPDATE accounts SET message_count = (SELECT COUNT(*) FROM posts p WHERE p.author_id = accounts.id)`)
  await tx.run(sql`DELETE FROM topics`)
  await tx.run(sql`
    INSERT INTO topics (topic, message_count, thread_count, newest_seq, newest_at)
    SELECT t.topic, t.messages, t.threads, t.newest, (SELECT n.created_at FROM posts n WHERE n.seq = t.newest)
    FROM (SELECT topic, COUNT(*) AS messages, SUM(CASE WHEN thread_id IS NULL THEN 1 ELSE 0 END) AS threads,
                 MAX(seq) AS newest FROM posts GROUP BY topic) AS t`)
}
