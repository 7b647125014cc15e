import { shownPosts } from '../storage/removed.ts'
import { joined, sql, type Tx, valuesOf } from '../storage/sql.ts'

/** What one request id published. The row stays when the message is deleted; then `retained` is 0. */
export type Publication = {
  account_id: string
  request_id: string
  content_hash: string
  post_id: string
  seq: number
  thread_id: string | null
  created_at: number
}

export type FoundPublication = Publication & { retained: number }
export type PublicationKey = Pick<Publication, 'account_id' | 'request_id'>

const found = sql`
  SELECT account_id, request_id, content_hash, post_id, seq, thread_id, created_at,
         (SELECT COUNT(*) FROM ${shownPosts} p WHERE p.id = publications.post_id) AS retained
  FROM publications`
const hasKey = ({ account_id, request_id }: PublicationKey) =>
  sql`(account_id = ${account_id} AND request_id = ${request_id})`

export const findPublication = (tx: Tx, key: PublicationKey) =>
  tx.one<FoundPublication>(sql`${found} WHERE ${hasKey(key)}`)

export const listPublications = (tx: Tx, keys: readonly PublicationKey[]) =>
  tx.all<FoundPublication>(sql`${found} WHERE ${joined(keys.map(hasKey), ' OR ')}`)

export const insertPublications = (tx: Tx, publications: readonly Publication[]) =>
  tx.run(sql`
    INSERT INTO publications (account_id, request_id, content_hash, post_id, seq, thread_id, created_at)
    ${valuesOf(
      publications.map((publication) => [
        publication.account_id,
        publication.request_id,
        publication.content_hash,
        publication.post_id,
        publication.seq,
        publication.thread_id,
        publication.created_at,
      ]),
    )}`)
