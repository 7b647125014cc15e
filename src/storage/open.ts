import type { Database, Observer } from './sql.ts'

/** Each engine is loaded only when it is used: it costs memory and time at start. */
export async function openDatabase(url: string, observe?: Observer): Promise<Database> {
  if (url.startsWith('file:')) return (await import('./sqlite.ts')).openSqlite(sqlitePath(url), observe)
  return (await import('./postgres.ts')).openPostgres(url, observe)
}

export const sqlitePath = (url: string) => url.slice('file:'.length)
