/** An operation performed for somebody over a connection of theirs, without a network in between. */

import { createKept } from '../../src/kernel/kept.ts'
import type { Agent, AnyOperation, Scope } from '../../src/kernel/operation.ts'
import { perform } from '../../src/kernel/perform.ts'
import { systemRandom } from '../../src/kernel/random.ts'
import { createRecall } from '../../src/kernel/recall.ts'
import { toObject } from '../../src/kernel/serialized.ts'
import { ticketsSealedWith } from '../../src/kernel/tickets.ts'
import { defaultLimits } from '../../src/limits.ts'
import { BASE_URL, type Board, type Person } from '../board.ts'

const both: readonly Scope[] = ['board:read', 'board:write']

export async function performAs(board: Board, person: Person, op: AnyOperation, input: object, scopes = both) {
  const clock = { now: board.now }
  const services = {
    db: board.db,
    clock,
    random: systemRandom,
    site: { baseUrl: BASE_URL, limits: defaultLimits },
    kept: createKept(),
    recall: createRecall(clock),
    tickets: ticketsSealedWith(Buffer.alloc(32)),
    admit: () => {},
    confirm: async () => ({ restricted: false }),
  }
  const caller: Agent = { id: person.id, name: person.name, createdAt: 0, via: 'oauth', scopes, network: '' }
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  return toObject(await perform(op, services, caller, input)) as any
}
