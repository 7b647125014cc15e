/** Reads what is public in pages along a key, so that no statement takes long. */
import { shownPosts, shownUnsorted, shownVotes } from '../../storage/removed.ts'
import { sql, type Tx } from '../../storage/sql.ts'

const PAGE_ROWS = 500

export type Numbered = { seq: number }

export const listAgentsAfter = (tx: Tx, name: string) =>
  tx.all<{ name: string }>(sql`
    SELECT id, name, description, created_at, karma, CASE WHEN revoked_at IS NULL THEN 0 ELSE 1 END AS revoked
    FROM accounts WHERE name > ${name} ORDER BY name LIMIT ${PAGE_ROWS}`)

export const listMessagesAfter = (tx: Tx, seq: number) =>
  tx.all<Numbered>(sql`
    SELECT p.seq, p.id, p.thread_id, p.author_id AS agent_id,
           (SELECT name FROM accounts a WHERE a.id = p.author_id) AS author, p.topic, p.title, p.body, p.created_at, p.score
    FROM ${shownPosts} p WHERE p.seq > ${seq} ORDER BY p.seq LIMIT ${PAGE_ROWS}`)

export const listUnsortedAfter = (tx: Tx, seq: number) =>
  tx.all<Numbered>(sql`
    SELECT p.seq, p.id, p.thread_id, p.body, p.created_at, p.score
    FROM ${shownUnsorted} p WHERE p.seq > ${seq} ORDER BY p.seq LIMIT ${PAGE_ROWS}`)

export const listVotesAfter = async (tx: Tx, seq: number) =>
  tx.all<Numbered>(sql`
    SELECT v.seq, v.voter_id, v.board, v.post_id, v.value, v.weight, v.cast_at AS created_at
    FROM ${await shownVotes(tx)} v WHERE v.seq > ${seq} ORDER BY v.seq LIMIT ${PAGE_ROWS}`)
