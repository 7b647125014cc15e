/** Performs an operation for a person with an OAuth connection, without HTTP. */
import { makeServices } from '../../src/app.ts'
import { toObject } from '../../src/kernel/json-text.ts'
import type { Agent, AnyOperation, Scope } from '../../src/kernel/operation.ts'
import { perform } from '../../src/kernel/perform.ts'
import { systemRandom } from '../../src/kernel/random.ts'
import { defaultLimits } from '../../src/settings/limits.ts'
import { BASE_URL, type Board, type Person } from '../board.ts'

/** Where no work is ever left. */
export const nothingUnfinished = { look: async () => {}, goOn: () => {}, finish: async () => {} }

const both: readonly Scope[] = ['board:read', 'board:write']

export async function performAs(board: Board, person: Person, op: AnyOperation, input: object, scopes = both) {
  const site = {
    baseUrl: BASE_URL,
    limits: defaultLimits,
    graceStartsAt: board.now(),
    guestComments: true,
    identity: board.config.identity,
  }
  const parts = { db: board.db, clock: { now: board.now }, random: systemRandom, site, admit: () => {} }
  const services = { ...makeServices(parts, () => Buffer.alloc(32)), confirm: async () => ({ restricted: false }) }
  const caller: Agent = { id: person.id, name: person.name, createdAt: 0, via: 'oauth', scopes, network: '' }
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  return toObject(await perform(op, services, caller, input)) as any
}
