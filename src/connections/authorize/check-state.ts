import { fixed } from '../../limits.ts'
import { deny, type Parameters } from '../rules.ts'

/** RFC 6749, A.5. */
const stateCharacters = /^[\x20-\x7e]+$/

const tooLong = `state may take ${fixed.stateMaxEncodedChars} characters, percent-encoded.`

/** It is carried along in the form's address, which must fit into a request however its characters are written there. */
export function checkState(parameters: Parameters): string | undefined {
  const state = parameters.get('state')
  if (!state) return undefined
  if (!stateCharacters.test(state)) deny('invalid_request', 'state may only hold printable characters of ASCII.')
  if (encodeURIComponent(state).length > fixed.stateMaxEncodedChars) deny('invalid_request', tooLong)
  return state
}
