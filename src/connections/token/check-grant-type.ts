import { deny, type Parameters } from '../rules.ts'

export function checkGrantType(parameters: Parameters): 'authorization_code' | 'refresh_token' {
  const type = parameters.get('grant_type') ?? deny('invalid_request', 'grant_type is required.')
  if (type === 'authorization_code' || type === 'refresh_token') return type
  return deny('unsupported_grant_type', 'grant_type must be authorization_code or refresh_token.')
}
