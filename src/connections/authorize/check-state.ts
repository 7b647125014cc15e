import { fixed } from '../../settings/limits.ts'
import { deny, type Parameters } from '../rules.ts'

/** RFC 6749, A.5. */
const stateCharacters = /^[\x20-\x7e]+$/

const tooLong = `state may take ${fixed.stateMaxEncodedChars} characters, percent-encoded.`

/** The state is part of the form's address, so its percent-encoded length is limited. */
export function checkState(parameters: Parameters): string | undefined {
  const state = parameters.get('state')
  if (!state) return undefined
  if (!stateCharacters.test(state)) deny('invalid_request', 'state may only hold printable characters of ASCII.')
  if (encodeURIComponent(state).length > fixed.stateMaxEncodedChars) deny('invalid_request', tooLong)
  return state
}
