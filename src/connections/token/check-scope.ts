import type { Grant } from '../grants/table.ts'
import { deny, type Parameters, requestedScopes, scopesIn, scopeText } from '../rules.ts'

/** A refresh may ask for fewer scopes than were granted, never for more (RFC 6749, 6). Reading is always kept. */
export function checkScope(parameters: Parameters, { scope: granted }: Grant): string {
  const requested = requestedScopes(parameters)
  if (!requested) return granted
  const mayHave = scopesIn(granted)
  if (!requested.every((scope) => mayHave.includes(scope)))
    deny('invalid_scope', 'scope may not exceed what was granted.')
  return scopeText(mayHave.filter((scope) => scope === 'board:read' || requested.includes(scope)))
}
