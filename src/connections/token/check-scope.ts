import type { Grant } from '../grants/table.ts'
import { deny, type Parameters, scopesIn, scopeText } from '../rules.ts'

/**
 * A refresh may ask for fewer scopes than were granted, never for more (RFC 6749, 6). Reading is always kept, and
 * unknown scopes are ignored.
 */
export function checkScope(parameters: Parameters, { scope: granted }: Grant): string {
  const asked = scopesIn(parameters.get('scope') ?? '')
  if (asked.length === 0) return granted
  const mayHave = scopesIn(granted)
  if (!asked.every((scope) => mayHave.includes(scope))) deny('invalid_scope', 'scope may not exceed what was granted.')
  return scopeText(mayHave.filter((scope) => scope === 'board:read' || asked.includes(scope)))
}
