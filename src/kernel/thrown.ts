/** What the system and the drivers note on an error: anything can be thrown, so each note is looked at before it is used. */
const noteOf = (thrown: unknown, name: string): unknown =>
  thrown instanceof Object ? Reflect.get(thrown, name) : undefined

const textNote = (thrown: unknown, name: string) => {
  const note = noteOf(thrown, name)
  return typeof note === 'string' ? note : undefined
}

/** Such as `EEXIST`, or an SQLSTATE of PostgreSQL. */
export const codeOf = (thrown: unknown) => textNote(thrown, 'code')

/** The result code of SQLite. */
export const sqliteCodeOf = (thrown: unknown) => {
  const note = noteOf(thrown, 'errcode')
  return typeof note === 'number' ? note : undefined
}

export const messageOf = (thrown: unknown) => textNote(thrown, 'message')
