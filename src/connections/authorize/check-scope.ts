import type { Scope } from '../../kernel/operation.ts'
import { allScopes, type Parameters, scopesIn } from '../rules.ts'

/** The scopes that the person may grant. Reading is always among them: a connection is useless without it. */
export function checkScope(parameters: Parameters): Scope[] {
  const known = scopesIn(parameters.get('scope') ?? '')
  if (known.length === 0) return [...allScopes]
  return allScopes.filter((scope) => scope === 'board:read' || known.includes(scope))
}
