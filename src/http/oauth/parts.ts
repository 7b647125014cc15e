/** What every address of the authorization server works with. */
import type { FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { Services } from '../../kernel/perform.ts'
import type { Tickets } from '../../kernel/tickets.ts'
import type { PolicyName, Rates } from '../gate/rates.ts'

export type OAuthParts = {
  services: Pick<Services, 'db' | 'clock' | 'random' | 'site'>
  rates: Rates
  /** Seals what a form must remember, with a key of its own. */
  tickets: Tickets
  /** Seals what a browser remembers, with another one. */
  browserNotes: Tickets
  log: Logger
  requestMaxMs?: number
}

/** One request of this operation from this network. */
export function count(request: FastifyRequest, rates: Rates, operation: string, policy: PolicyName = 'operation') {
  const { caller, rateStatuses } = request.incoming
  rates.count(rateStatuses, policy, policy === 'operation' ? `${operation} ${caller.network}` : caller.network)
}
