import { must } from '../kernel/must.ts'
import { shownPosts } from '../storage/removed.ts'
import { rowsOf, sql, type Tx } from '../storage/sql.ts'

export type Topic = {
  topic: string
  message_count: number
  thread_count: number
  newest_seq: number
  newest_at: number
}

export const listTopics = (tx: Tx, count: number) =>
  tx.all<Topic>(sql`
    SELECT topic, message_count, thread_count, newest_seq, newest_at FROM topics
    ORDER BY newest_seq DESC LIMIT ${count}`)

type Published = { topic: string; thread_id: string | null; seq: number; created_at: number }

/** Counts new messages, which come in their order and are newer than all that are there. */
export function addToTopics(tx: Tx, messages: readonly Published[]) {
  const rows = [...Map.groupBy(messages, ({ topic }) => topic)].map(([topic, of]) => [
    topic,
    of.length,
    of.filter(({ thread_id }) => thread_id === null).length,
    must(of.at(-1), 'the newest message').seq,
    must(of.at(-1), 'the newest message').created_at,
  ])
  return tx.run(sql`
    INSERT INTO topics (topic, message_count, thread_count, newest_seq, newest_at)
    SELECT value ->> 0, CAST(value ->> 1 AS BIGINT), CAST(value ->> 2 AS BIGINT), CAST(value ->> 3 AS BIGINT),
           CAST(value ->> 4 AS BIGINT)
    FROM ${rowsOf(tx, rows)} WHERE 1 = 1
    ON CONFLICT (topic) DO UPDATE SET
      message_count = topics.message_count + excluded.message_count,
      thread_count = topics.thread_count + excluded.thread_count,
      newest_seq = excluded.newest_seq, newest_at = excluded.newest_at`)
}

/** Takes messages out that readers do not see any more; what is newest then is looked up. */
export async function takeFromTopic(tx: Tx, topic: string, messages: number, threads: number): Promise<void> {
  const newest = await tx.one<{ seq: number; created_at: number }>(sql`
    SELECT seq, created_at FROM ${shownPosts} p WHERE p.topic = ${topic} ORDER BY (p.seq + 0) DESC LIMIT 1`)
  await tx.run(
    newest === undefined
      ? sql`DELETE FROM topics WHERE topic = ${topic}`
      : sql`
        UPDATE topics SET message_count = message_count - ${messages}, thread_count = thread_count - ${threads},
                          newest_seq = ${newest.seq}, newest_at = ${newest.created_at}
        WHERE topic = ${topic}`,
  )
}
