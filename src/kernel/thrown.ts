/**
 * Codes that the system and the drivers set on an error. A thrown value can have any type, so each code is checked
 * before use.
 */
const noteOf = (thrown: unknown, name: string): unknown =>
  thrown instanceof Object ? Reflect.get(thrown, name) : undefined

const textNote = (thrown: unknown, name: string) => {
  const note = noteOf(thrown, name)
  return typeof note === 'string' ? note : undefined
}

/** A code such as `EEXIST`, or an SQLSTATE of PostgreSQL. */
export const codeOf = (thrown: unknown) => textNote(thrown, 'code')

/** The primary result code of SQLite, without what only says more about it; 0 if there is none. */
export const sqliteCodeOf = (thrown: unknown): number => {
  const note = noteOf(thrown, 'errcode')
  return typeof note === 'number' ? note & 0xff : 0
}

export const causeOf = (thrown: unknown) => noteOf(thrown, 'cause')

export const messageOf = (thrown: unknown) => textNote(thrown, 'message')
