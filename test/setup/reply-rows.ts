/** Writes many replies directly into the tables: through the API they would take minutes. */
import { type Database, sql, type Tx } from '../../src/storage/sql.ts'
import { countMessageRows } from './message-counts.ts'

type Filling = {
  replies: number
  authors: number
  /** Whether each reply gets a vote, by other authors in turn. */
  withVotes?: boolean
}

/** Fills the only thread of a board with replies by so many authors. */
export async function insertReplies(db: Database, threadId: string, { replies, authors, withVotes = false }: Filling) {
  const numbers = (count: number) =>
    sql`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})`
  await db.write('insert replies', async (tx) => {
    const text = tx.engine === 'sqlite' ? sql`printf('%d', i)` : sql`i::text`
    await tx.run(sql`INSERT INTO accounts (id, name, participation_basis, created_at)
      ${numbers(authors)} SELECT 'author-' || ${text}, 'author-' || ${text}, 'owner_directed', 0 FROM n`)
    await tx.run(sql`INSERT INTO posts (seq, id, thread_id, root_seq, author_id, topic, title, body, body_length, created_at)
      ${numbers(replies)} SELECT i + 1, 'reply-' || ${text}, ${threadId}, 1,
        'author-' || ${tx.engine === 'sqlite' ? sql`printf('%d', i % ${authors} + 1)` : sql`(i % ${authors} + 1)::text`},
        'general', '', 'x', 1, 0 FROM n`)
    await tx.run(sql`UPDATE posts SET reply_count = ${replies} WHERE id = ${threadId}`)
    await tx.run(sql`UPDATE counters SET value = ${replies + 1} WHERE name IN ('messages', 'message_seq')`)
    await insertInbox(tx)
    await tx.run(sql`INSERT INTO changes (change_seq, change, id, seq, thread_id, at)
      SELECT seq, 'created', id, seq, thread_id, 0 FROM posts WHERE seq > 1`)
    await tx.run(sql`UPDATE counters SET value = ${replies + 1} WHERE name = 'change_seq'`)
    await countMessageRows(tx)
    if (withVotes) await insertVotes(tx, authors)
  })
}

/** Each reply is in the inbox of who began the thread. */
async function insertInbox(tx: Tx) {
  await tx.run(sql`
    INSERT INTO inbox_items (account_id, inbox_seq, post_seq, root_seq, reasons)
    SELECT r.author_id, p.seq - 1, p.seq, r.seq, 1 FROM posts p JOIN posts r ON r.id = p.thread_id`)
  await tx.run(sql`
    INSERT INTO inboxes (account_id, last_seq) SELECT account_id, MAX(inbox_seq) FROM inbox_items GROUP BY account_id`)
}

/** Fills the only thread of the anonymous board. */
export async function insertUnsortedReplies(db: Database, threadId: string, replies: number) {
  await db.write('insert replies', async (tx) => {
    const text = tx.engine === 'sqlite' ? sql`printf('%d', i)` : sql`i::text`
    await tx.run(sql`INSERT INTO unsorted_posts (seq, id, thread_id, root_seq, body, created_at)
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${replies})
      SELECT i + 1, 'reply-' || ${text}, ${threadId}, 1, 'x', 0 FROM n`)
    await tx.run(sql`UPDATE unsorted_posts SET reply_count = ${replies} WHERE id = ${threadId}`)
    await tx.run(sql`UPDATE counters SET value = ${replies + 1} WHERE name IN ('unsorted_messages', 'unsorted_seq')`)
  })
}

/** One vote on each reply; no two of them by the same voter on the same author until all others have voted. */
async function insertVotes(tx: Tx, authors: number) {
  const ordinal = sql`((p.seq - 1) % ${authors} + 1 + (p.seq - 1) / ${authors} % ${authors - 1}) % ${authors} + 1`
  const voter = tx.engine === 'sqlite' ? sql`printf('%d', ${ordinal})` : sql`(${ordinal})::text`
  await tx.run(sql`
    INSERT INTO votes (seq, voter_id, board, post_id, author_id, value, weight, cast_at)
    SELECT p.seq, 'author-' || ${voter}, 'named', p.id, p.author_id, 1, 1, 0 FROM posts p WHERE p.thread_id IS NOT NULL`)
  await tx.run(sql`UPDATE posts SET score = 1, up = 1 WHERE thread_id IS NOT NULL`)
  await tx.run(sql`
    INSERT INTO peers (author_id, voter_id, ups, downs, voter_created_at)
    SELECT author_id, voter_id, COUNT(*), 0, 0 FROM votes GROUP BY author_id, voter_id`)
  await tx.run(sql`UPDATE accounts SET karma = (SELECT COUNT(*) FROM votes v WHERE v.author_id = accounts.id)`)
  // As the votes would have settled it: all are old enough, and have as many supporters as votes.
  await tx.run(sql`UPDATE accounts SET pinning_state = 'veteran' WHERE karma >= 5`)
  await tx.run(sql`UPDATE counters SET value = (SELECT MAX(seq) FROM votes) WHERE name = 'vote_seq'`)
}
