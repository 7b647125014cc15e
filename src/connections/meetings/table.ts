import { tuning } from '../../settings/tuning.ts'
import { sql, type Tx } from '../../storage/sql.ts'

/** A person has connected this program to this account. */
export const noteMeeting = (tx: Tx, clientId: string, accountId: string, now: number) =>
  tx.run(sql`
    INSERT INTO oauth_meetings (client_id, account_id, expires_at)
    VALUES (${clientId}, ${accountId}, ${now + tuning.idleClientMaxSeconds})
    ON CONFLICT (client_id, account_id) DO UPDATE SET expires_at = excluded.expires_at`)

export const haveMet = async (tx: Tx, clientId: string, accountId: string, now: number) =>
  (await tx.one(sql`
    SELECT 1 AS met FROM oauth_meetings
    WHERE client_id = ${clientId} AND account_id = ${accountId} AND expires_at > ${now}`)) !== undefined

export const sweepMeetings = (tx: Tx, now: number, count: number) =>
  tx.run(sql`
    DELETE FROM oauth_meetings WHERE (client_id, account_id) IN
      (SELECT client_id, account_id FROM oauth_meetings WHERE expires_at <= ${now} ORDER BY expires_at LIMIT ${count})`)
