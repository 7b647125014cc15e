/** Why a database cannot be opened, in one line for the operator that names the variable and the file or server. */
import { Failure } from '../kernel/errors.ts'
import { causeOf, codeOf, messageOf, sqliteCodeOf } from '../kernel/thrown.ts'
import { LostConnection, NotReadyDatabase, UnreachableDatabase, UnusableDatabase } from './unusable.ts'

/** SQLite's primary result codes. */
const fileProblems: Readonly<Record<number, string>> = {
  3: 'may not be opened by this user; check who may read and write it',
  8: 'is read-only; let this user write to it and to its folder',
  10: 'cannot be read or written; check the disk',
  11: 'is damaged; restore it from a backup',
  13: 'cannot grow, because the disk is full; make room',
  14: 'cannot be opened; check the path, and who may read and write it and its folder',
  26: 'is not a SQLite database; name another file',
}

const systemProblems: Readonly<Record<string, string>> = {
  EACCES: 'may not be opened by this user; check who may read and write it and its folder',
  EPERM: 'may not be opened by this user; check who may read and write it and its folder',
  EROFS: 'is on a read-only disk',
  ENOTDIR: 'is not in a folder; check the path',
  EEXIST: 'is not in a folder; check the path',
  ENOSPC: 'cannot be created, because the disk is full',
}

function explainFile(path: string, cause: unknown): UnusableDatabase | undefined {
  const problem = fileProblems[sqliteCodeOf(cause)] ?? systemProblems[codeOf(cause) ?? '']
  return problem ? new UnusableDatabase(`DATABASE_URL: ${path} ${problem}.`) : undefined
}

const serverProblems: Readonly<Record<string, string>> = {
  '28P01': 'refused the user or password',
  '28000': 'refused the user',
  '3D000': 'has no database of this name; create it first',
  '42P07': 'has tables of another program; name an empty database',
  '42501': 'does not let this user create tables; grant it CREATE on the schema',
}

const READ_ONLY = '25006'
/** Classes of SQLSTATE: a pooler has lost its server, no connection is left, the server starts or stops. */
const passingClasses = ['08', '53', '57']

/** Without the user and password. */
function explainServer(url: string, cause: unknown): UnusableDatabase | undefined {
  const [code = '', message = ''] = [codeOf(cause), messageOf(cause)]
  const parsed = URL.parse(url)
  const server = `DATABASE_URL: PostgreSQL at ${parsed?.host || 'the given address'}`
  if (serverProblems[code]) return new UnusableDatabase(`${server} ${serverProblems[code]}.`)
  if (passingClasses.includes(code.slice(0, 2)))
    return new NotReadyDatabase(`${server} takes no connection at this moment (${message}); try again.`)
  if (code === READ_ONLY)
    return new NotReadyDatabase(
      `${server} can only be read (${message}): it is a standby, or set to be read-only. Name the leader, or try again when it is one.`,
    )
  if (/^E[A-Z_]+$/.test(code) || /timeout|terminated/.test(message))
    return new UnreachableDatabase(
      `${server} cannot be reached (${code || message}); check the address, and that it is running.`,
    )
  return undefined
}

/** The driver's own error, inside of the one that callers get. */
function rootOf(error: unknown): unknown {
  const isOurs = error instanceof Failure || error instanceof LostConnection
  return isOurs ? rootOf(causeOf(error)) : error
}

/** The error itself if nothing better is known about it. */
export function explainOpening(error: unknown, url: string): unknown {
  const cause = rootOf(error)
  if (error instanceof UnusableDatabase) return error
  const explained = url.startsWith('file:') ? explainFile(url.slice('file:'.length), cause) : explainServer(url, cause)
  return explained ? Object.assign(explained, { cause }) : error
}
