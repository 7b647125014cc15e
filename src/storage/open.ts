import { defaultPatience, type Patience } from './deadline.ts'
import { explainOpening } from './explain.ts'
import type { Database, Observer, OpenOptions, Tx } from './sql.ts'

export type DatabaseOptions = { patience?: Partial<Patience>; reportCaught?: OpenOptions['reportCaught'] }

/** Each engine is loaded only when it is used: it costs memory and time at start. */
export async function openDatabase(
  url: string,
  observe: Observer = () => {},
  { patience = {}, reportCaught = () => {} }: DatabaseOptions = {},
): Promise<Database> {
  const options = { observe, patience: { ...defaultPatience, ...patience }, reportCaught }
  try {
    if (engineOf(url) === 'sqlite') return (await import('./sqlite.ts')).openSqlite(sqlitePath(url), options)
    return await (await import('./postgres.ts')).openPostgres(url, options)
  } catch (error) {
    throw explainOpening(error, url)
  }
}

export const engineOf = (url: string): Tx['engine'] => (url.startsWith('file:') ? 'sqlite' : 'postgres')

export const sqlitePath = (url: string) => url.slice('file:'.length)
