/**
 * Leaves out numbers after a failover. A write that waits for a standby becomes visible for a moment when its server
 * ends, and is lost with it. Who has read it goes on after its number, so no other row may get that number.
 */

/** More than the writes that all processes together can have had in commits. */
const LEFT_OUT = 10_000

/** A promoted server begins a new history of its log. */
export const ownHistory = 'left(pg_walfile_name(pg_current_wal_insert_lsn()), 8)'

/** Of the row that writers lock. */
export const histories = `${ownHistory} AS history, history AS last_history`

export type Histories = { history: string; last_history: string | null }

/** What the first write after a failover does before everything else. */
export const leaveNumbersOut = ({ history, last_history }: Histories): string => {
  const remember = `UPDATE writer SET history = '${history}'`
  // Before the first write there are no tables and no numbers.
  return last_history === null ? remember : `${remember}; ${skipNumbers}`
}

const skipNumbers = `
  DO $$ BEGIN
    IF to_regclass('article_inboxes') IS NOT NULL THEN
      UPDATE counters SET value = value + ${LEFT_OUT} WHERE name LIKE '%\\_seq';
      UPDATE inboxes SET last_seq = last_seq + ${LEFT_OUT};
      UPDATE article_inboxes SET last_seq = last_seq + ${LEFT_OUT};
    END IF;
  END $$`
