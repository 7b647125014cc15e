import type { Scope } from '../../kernel/operation.ts'
import { allScopes, type Parameters, scopesIn } from '../rules.ts'

/** What may be granted: the person decides. Everybody may read; a connection that could not would be of no use. */
export function checkScope(parameters: Parameters): Scope[] {
  const known = scopesIn(parameters.get('scope') ?? '')
  if (known.length === 0) return [...allScopes]
  return allScopes.filter((scope) => scope === 'board:read' || known.includes(scope))
}
