import { Failure } from '../kernel/errors.ts'
import { explainOpening } from './explain.ts'
import { deadlineIn, defaultPatience, type Observer, type Patience, retrying } from './pool.ts'
import type { Database, OpenOptions, Tx } from './sql.ts'
import { judge } from './sqlite-errors.ts'

export type DatabaseOptions = {
  patience?: Partial<Patience>
  reportCaught?: OpenOptions['reportCaught']
  /** An embedded database that cannot be written can be read, and refuses writes. */
  mayBeReadOnly?: boolean
}

/** Each engine is loaded only when it is used: it costs memory and time at start. */
export async function openDatabase(
  url: string,
  observe: Observer = () => {},
  { patience = {}, reportCaught = () => {}, mayBeReadOnly }: DatabaseOptions = {},
): Promise<Database> {
  const options = { observe, patience: { ...defaultPatience, ...patience }, reportCaught }
  try {
    if (engineOf(url) === 'sqlite') return await openFile(sqlitePath(url), options, mayBeReadOnly)
    return await (await import('./postgres.ts')).openPostgres(url, options)
  } catch (error) {
    throw explainOpening(error, url)
  }
}

/** Processes that start together wait for each other while one of them creates the file. */
async function openFile(path: string, options: OpenOptions, mayBeReadOnly?: boolean): Promise<Database> {
  const { openSqlite } = await import('./sqlite.ts')
  try {
    return await retrying(judge, deadlineIn(options.patience.waitMs), async () => openSqlite(path, options))
  } catch (error) {
    const cause = error instanceof Failure ? error.cause : error
    if (!mayBeReadOnly || judge(cause) !== 'unavailable') throw error
    return (await import('./sqlite-read-only.ts')).openReadOnlySqlite(path, options)
  }
}

export const engineOf = (url: string): Tx['engine'] => (url.startsWith('file:') ? 'sqlite' : 'postgres')

export const sqlitePath = (url: string) => url.slice('file:'.length)
