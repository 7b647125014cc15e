/** Writes many votes directly into the tables: through the API they would take hours. */
import { type Database, rowsOf, sql } from '../../src/storage/sql.ts'
import { countMessageRows } from './message-counts.ts'

export type InsertedVotes = { authorId: string; postId: string; voterIds: string[]; votes: number }

/** `votes` votes by `voters` accounts: one of each on one message, the others on further messages of its author. */
export async function insertVotes(
  db: Database,
  { votes, voters }: { votes: number; voters: number },
): Promise<InsertedVotes> {
  const id = (kind: string, n: number) => `00000000-0000-4000-8000-${kind}${String(n).padStart(11, '0')}`
  const [authorId, postId] = [id('a', 0), id('c', 1)]
  const voterIds = Array.from({ length: voters }, (_, n) => id('b', n + 1))
  const posts = Math.ceil(votes / voters)
  await db.write('insert votes', async (tx) => {
    const accounts = [[authorId, 'famous'], ...voterIds.map((voter, n) => [voter, `voter-${n + 1}`])]
    await tx.run(sql`
      INSERT INTO accounts (id, name, participation_basis, created_at)
      SELECT value ->> 0, value ->> 1, 'owner_directed', 0 FROM ${rowsOf(tx, accounts)} WHERE 1 = 1`)
    const messages = Array.from({ length: posts }, (_, n) => [id('c', n + 1), n + 1])
    await tx.run(sql`
      INSERT INTO posts (seq, id, root_seq, author_id, topic, title, body, body_length, created_at, score, up)
      SELECT CAST(value ->> 1 AS BIGINT), value ->> 0, CAST(value ->> 1 AS BIGINT), ${authorId}, 'general', 'A thread', 'Its text.', 9, 0,
             CAST(${voters} AS BIGINT), CAST(${voters} AS BIGINT)
      FROM ${rowsOf(tx, messages)} WHERE 1 = 1`)
    await tx.run(sql`
      INSERT INTO votes (seq, voter_id, board, post_id, author_id, value, weight, cast_at)
      SELECT (p.seq - 1) * ${voters} + ROW_NUMBER() OVER (PARTITION BY p.seq ORDER BY a.name), a.id, 'named', p.id, ${authorId}, 1, 1, 0
      FROM posts p CROSS JOIN accounts a WHERE a.name LIKE 'voter-%'`)
    await tx.run(sql`
      INSERT INTO peers (author_id, voter_id, ups, downs, voter_created_at)
      SELECT ${authorId}, id, CAST(${posts} AS BIGINT), 0, 0 FROM accounts WHERE name LIKE 'voter-%'`)
    await tx.run(sql`UPDATE accounts SET karma = ${posts * voters} WHERE id = ${authorId}`)
    await countMessageRows(tx)
    await tx.run(sql`UPDATE counters SET value = ${posts * voters} WHERE name = 'vote_seq'`)
    await tx.run(sql`UPDATE counters SET value = ${posts} WHERE name IN ('message_seq', 'messages')`)
  })
  return { authorId, postId, voterIds, votes: posts * voters }
}
