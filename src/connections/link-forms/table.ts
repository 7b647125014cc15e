import { sql, type Tx } from '../../storage/sql.ts'

export type LinkedAccount = { id: string; name: string }

/** The account of this name that this form created. */
export const findFormAccount = (tx: Tx, formId: string, name: string) =>
  tx.one<LinkedAccount>(sql`
    SELECT a.id, a.name FROM oauth_links l JOIN accounts a ON a.id = l.account_id AND a.revoked_at IS NULL
    WHERE l.form_id = ${formId} AND a.name = ${name}`)

/** The newest account that this form created. */
export const findNewestFormAccount = (tx: Tx, formId: string) =>
  tx.one<LinkedAccount>(sql`
    SELECT a.id, a.name FROM oauth_links l JOIN accounts a ON a.id = l.account_id AND a.revoked_at IS NULL
    WHERE l.form_id = ${formId} ORDER BY a.created_at DESC LIMIT 1`)

export const insertFormAccount = (tx: Tx, formId: string, accountId: string, expiresAt: number) =>
  tx.run(sql`INSERT INTO oauth_links (form_id, account_id, expires_at) VALUES (${formId}, ${accountId}, ${expiresAt})`)

export const sweepLinkForms = (tx: Tx, now: number, count: number) =>
  tx.run(sql`
    DELETE FROM oauth_links WHERE (form_id, account_id) IN
      (SELECT form_id, account_id FROM oauth_links WHERE expires_at <= ${now} ORDER BY expires_at LIMIT ${count})`)
