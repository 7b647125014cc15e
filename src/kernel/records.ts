/** `Object.keys` and `Object.fromEntries` with exact types of names. */

/** Only for literals: other values of the type could have more names than the type. */
export const namesOf = <T extends object>(table: T) => Object.keys(table) as Extract<keyof T, string>[]

/** For entries that cover every name of the type. */
export const recordOf = <Name extends string, Value>(entries: readonly (readonly [Name, Value])[]) =>
  Object.fromEntries(entries) as Record<Name, Value>
