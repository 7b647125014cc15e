/** Objects as tables of names: the types that `Object.keys` and `Object.fromEntries` lose. */

/** For a literal: a value of this type could have more names than its type tells. */
export const namesOf = <T extends object>(table: T) => Object.keys(table) as Extract<keyof T, string>[]

/** For entries that cover every name of the type. */
export const recordOf = <Name extends string, Value>(entries: readonly (readonly [Name, Value])[]) =>
  Object.fromEntries(entries) as Record<Name, Value>
