import { deny, type Parameters } from '../rules.ts'

/** RFC 6749, 3.2: parameters must not be included more than once. */
export function checkRepeats({ repeated }: Parameters) {
  if (repeated.size > 0) deny('invalid_request', 'A parameter was sent more than once.')
}
