/** What each request key of an account did: articles, comments, revisions and appeals share one space. */
import { sql, type Tx } from '../../storage/sql.ts'

export type ArticleRequest = { account_id: string; request_key: string; request_hash: string; revision_id: string }

export const findRequest = (tx: Tx, accountId: string, key: string) =>
  tx.one<ArticleRequest>(sql`
    SELECT account_id, request_key, request_hash, revision_id FROM article_requests
    WHERE account_id = ${accountId} AND request_key = ${key}`)

export const insertRequest = (tx: Tx, request: ArticleRequest) =>
  tx.run(sql`
    INSERT INTO article_requests (account_id, request_key, request_hash, revision_id)
    VALUES (${request.account_id}, ${request.request_key}, ${request.request_hash}, ${request.revision_id})`)
