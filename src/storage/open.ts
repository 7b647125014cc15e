import { defaultPatience, type Patience } from './deadline.ts'
import type { Database, Observer } from './sql.ts'

/** Each engine is loaded only when it is used: it costs memory and time at start. */
export async function openDatabase(
  url: string,
  observe: Observer = () => {},
  patience: Partial<Patience> = {},
): Promise<Database> {
  const options = { observe, patience: { ...defaultPatience, ...patience } }
  if (url.startsWith('file:')) return (await import('./sqlite.ts')).openSqlite(sqlitePath(url), options)
  return (await import('./postgres.ts')).openPostgres(url, options)
}

export const sqlitePath = (url: string) => url.slice('file:'.length)
