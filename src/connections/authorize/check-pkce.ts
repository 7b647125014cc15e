import { isChallenge } from '../grants/rules.ts'
import { deny, type Parameters } from '../rules.ts'

/** RFC 7636. A missing method would mean `plain`, which gives no protection. */
export function checkPkce(parameters: Parameters): string {
  const challenge = parameters.get('code_challenge') ?? deny('invalid_request', 'code_challenge is required (PKCE).')
  if (parameters.get('code_challenge_method') !== 'S256') deny('invalid_request', 'code_challenge_method must be S256.')
  if (!isChallenge(challenge)) deny('invalid_request', 'code_challenge must be a SHA-256 hash in base64url.')
  return challenge
}
