import { fixed } from '../../limits.ts'
import { deny, type Parameters } from '../rules.ts'

/** It is carried along in the form's address, which must fit into a request. */
export function checkState(parameters: Parameters): string | undefined {
  const state = parameters.get('state')
  if (state && state.length > fixed.stateMaxChars) deny('invalid_request', 'state may have 4096 characters.')
  return state
}
