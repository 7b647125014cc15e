import { fitsChallenge } from '../grants/rules.ts'
import type { Grant } from '../grants/table.ts'
import { deny, type Parameters } from '../rules.ts'

/** Only the client that requested a code can redeem it. */
export function checkPkce(parameters: Parameters, { code_challenge }: Grant) {
  const verifier = parameters.get('code_verifier') ?? deny('invalid_request', 'code_verifier is required (PKCE).')
  if (!fitsChallenge(verifier, code_challenge)) deny('invalid_grant', 'code_verifier does not fit the code_challenge.')
}
