import { blockOf, postingOf } from '../src/search/rules.ts'
import { addPostings, messageIndex } from '../src/search/table.ts'
import { openDatabase } from '../src/storage/open.ts'
import { sql } from '../src/storage/sql.ts'

export const RARE = 'hapaxlegomenon'

/** Makes `evenword` and `oddword` occur in every other message each, and a rare word in one old message, by the index alone. */
export async function insertDisjointWords(databaseUrl: string): Promise<void> {
  const db = await openDatabase(databaseUrl)
  const { newest } = (await db.read('look', (tx) =>
    tx.one<{ newest: number }>(sql`SELECT MAX(seq) AS newest FROM posts`),
  )) as { newest: number }
  const seqs = Array.from({ length: newest }, (_, n) => n + 1)
  for (const [block, members] of Map.groupBy(seqs, blockOf)) {
    const postings = (keep: (seq: number) => boolean) => members.filter(keep).map(postingOf).join('')
    await db.write('insert words', (tx) =>
      addPostings(tx, messageIndex, block, [
        ['evenword', postings((seq) => seq % 2 === 0)],
        ['oddword', postings((seq) => seq % 2 === 1)],
      ]),
    )
  }
  await db.write('insert words', (tx) => addPostings(tx, messageIndex, blockOf(1), [[RARE, postingOf(1)]]))
  await db.close()
}
