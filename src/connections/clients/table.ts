import { isUuid } from '../../kernel/fields.ts'
import { tuning } from '../../settings/tuning.ts'
import { sql, type Tx } from '../../storage/sql.ts'

export type Client = { id: string; name: string; redirect_uris: readonly string[]; created_at: number }

export const insertClient = (tx: Tx, { id, name, redirect_uris, created_at }: Client) =>
  tx.run(sql`
    INSERT INTO oauth_clients (id, name, redirect_uris, created_at, used_at, expires_at)
    VALUES (${id}, ${name}, ${JSON.stringify(redirect_uris)}, ${created_at}, ${created_at},
            ${created_at + tuning.unusedClientMaxSeconds})`)

export async function findClient(tx: Tx, id: string | undefined, now: number): Promise<Client | undefined> {
  if (!isUuid(id)) return undefined
  const row = await tx.one<{ name: string; redirect_uris: string; created_at: number }>(sql`
    SELECT name, redirect_uris, created_at FROM oauth_clients WHERE id = ${id} AND expires_at > ${now}`)
  return row && { id, ...row, redirect_uris: JSON.parse(row.redirect_uris) }
}

/** Consents and token requests extend the registration; opening the form does not. */
export const noteClientUse = (tx: Tx, id: string, now: number) =>
  tx.run(sql`
    UPDATE oauth_clients SET used_at = ${now}, expires_at = ${now + tuning.idleClientMaxSeconds} WHERE id = ${id}`)

/** Only clients without grants and meetings, so that one write never has to delete very many rows. */
export const sweepClients = (tx: Tx, now: number, count: number) =>
  tx.run(sql`
    DELETE FROM oauth_clients WHERE id IN
      (SELECT id FROM oauth_clients c
       WHERE expires_at <= ${now} AND NOT EXISTS (SELECT 1 FROM oauth_grants g WHERE g.client_id = c.id)
         AND NOT EXISTS (SELECT 1 FROM oauth_meetings m WHERE m.client_id = c.id)
       ORDER BY expires_at LIMIT ${count})`)

const CLIENTS_REMOVED_PER_REGISTRATION = 4

/**
 * Removes the longest unused clients above the cap, a few at a time; `kept` is the one that was just registered.
 * Clients without a connection go first: anyone can register any number of those, which must not end the connections of
 * others.
 */
export async function removeClientsAbove(tx: Tx, max: number, kept: string): Promise<void> {
  if (max === 0) return
  const { clients } = (await tx.one<{ clients: number }>(sql`SELECT COUNT(*) AS clients FROM oauth_clients`))!
  const surplus = Math.min(clients - max, CLIENTS_REMOVED_PER_REGISTRATION)
  if (surplus <= 0) return
  const removed = await tx.run(sql`
    DELETE FROM oauth_clients WHERE id IN
      (SELECT id FROM oauth_clients c
       WHERE id <> ${kept} AND NOT EXISTS (SELECT 1 FROM oauth_grants g WHERE g.client_id = c.id)
       ORDER BY used_at LIMIT ${surplus})`)
  await tx.run(sql`
    DELETE FROM oauth_clients WHERE id IN
      (SELECT id FROM oauth_clients WHERE id <> ${kept} ORDER BY used_at LIMIT ${surplus - removed})`)
}
