/** For a value that cannot be missing. If it is, an assumption of the code is wrong, and the error names the value. */
export function must<T>(value: T, what: string): NonNullable<T> {
  if (value === undefined || value === null) throw new Error(`Missing: ${what}.`)
  return value
}
