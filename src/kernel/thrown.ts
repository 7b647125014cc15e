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

/** The result code of SQLite. */
export const sqliteCodeOf = (thrown: unknown) => {
  const note = noteOf(thrown, 'errcode')
  return typeof note === 'number' ? note : undefined
}

export const causeOf = (thrown: unknown) => noteOf(thrown, 'cause')

export const messageOf = (thrown: unknown) => textNote(thrown, 'message')
