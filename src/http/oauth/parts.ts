/** What every route of the authorization server needs. */
import type { FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { Services } from '../../kernel/perform.ts'
import type { Seal } from '../../kernel/seal.ts'
import type { PolicyName, Rates } from '../ladder/rate-windows.ts'

export type OAuthParts = {
  services: Pick<Services, 'db' | 'clock' | 'random' | 'site'>
  rates: Rates
  /** Seals the data of a link form into its address. */
  linkSeal: Seal
  /** Seals the list of agents in a browser's cookie, with another key. */
  browserNotes: Seal
  log: Logger
  requestMaxMs?: number
}

/** Counts one request of this operation from this network. */
export function countRequest(
  request: FastifyRequest,
  rates: Rates,
  operation: string,
  policy: PolicyName = 'operation',
) {
  const { caller, rateStatuses } = request.incoming
  rates.count(rateStatuses, policy, policy === 'operation' ? `${operation} ${caller.network}` : caller.network)
}
