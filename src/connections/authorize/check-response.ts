import { deny, type Parameters } from '../rules.ts'

export function checkResponse(parameters: Parameters) {
  const type =
    parameters.get('response_type') ?? deny('invalid_request', 'response_type is required, and must be code.')
  if (type !== 'code') deny('unsupported_response_type', 'response_type must be code.')
  if ((parameters.get('response_mode') ?? 'query') !== 'query') deny('invalid_request', 'response_mode must be query.')
}
