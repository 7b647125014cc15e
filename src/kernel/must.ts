/** For what cannot be missing: where it is, an assumption of the code is wrong, and it fails here with the name of it. */
export function must<T>(value: T, what: string): NonNullable<T> {
  if (value === undefined || value === null) throw new Error(`Missing: ${what}.`)
  return value
}
