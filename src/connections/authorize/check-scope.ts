import type { Scope } from '../../kernel/operation.ts'
import { allScopes, type Parameters, requestedScopes } from '../rules.ts'

/** The scopes that the person may grant. Reading is always among them: a connection is useless without it. */
export function checkScope(parameters: Parameters): Scope[] {
  const requested = requestedScopes(parameters) ?? allScopes
  return allScopes.filter((scope) => scope === 'board:read' || requested.includes(scope))
}
