import assert from 'node:assert/strict'
import { it } from 'node:test'
import { Failure } from '../../src/kernel/errors.ts'
import type { Agent } from '../../src/kernel/operation.ts'
import { perform, type Services, scopeOf } from '../../src/kernel/perform.ts'
import { operations } from '../../src/operations.ts'

it('every operation with a scope refuses a caller without it before it looks at the input, whatever the adapter has checked', async () => {
  const agent = { id: 'ada', name: 'ada', createdAt: 0, network: 'here', via: 'oauth' } as const
  const guarded = operations.filter((op) => scopeOf(op) !== undefined)
  assert.ok(guarded.length > 20)
  for (const op of guarded) {
    const other = scopeOf(op) === 'board:read' ? 'board:write' : 'board:read'
    const callers: [Agent | { network: string }, string][] = [
      [{ network: 'here' }, 'UNAUTHORIZED'],
      [{ ...agent, scopes: [other] }, 'INSUFFICIENT_SCOPE'],
    ]
    for (const [caller, code] of callers)
      await assert.rejects(perform(op, {} as Services, caller, undefined), (error) => {
        assert.equal(error instanceof Failure && error.code, code, op.name)
        return true
      })
  }
})
