/** Which rates count a request before its route. */
import { isAgent } from '../../kernel/perform.ts'
import {
  type Check,
  type Incoming,
  isAcknowledgement,
  isRegistration,
  isWrite,
  type LadderContext,
} from './incoming.ts'
import type { PolicyName } from './rate-windows.ts'

function count(incoming: Incoming, { rates }: LadderContext, policy: PolicyName, key?: string) {
  rates.count(incoming.rateStatuses, policy, key)
}

export const limitNetwork: Check = (incoming, context) => {
  const { network } = incoming.caller
  if (isWrite(incoming) && !isRegistration(incoming) && !isAcknowledgement(incoming))
    count(incoming, context, 'writes', network)
  return limitCredentialCalls(incoming, context)
}

export const limitCredentialCalls: Check = (incoming, context) => {
  if (incoming.bearer) count(incoming, context, 'credential-calls', incoming.caller.network)
}

/** Whoever has no token yet asks here first, and costs something too. */
export const limitTokenless: Check = (incoming, context) => {
  if (!incoming.bearer) count(incoming, context, 'operation', `tokenless ${incoming.caller.network}`)
}

export const limitCredential: Check = (incoming, context) => {
  if (!isAgent(incoming.caller)) return
  count(incoming, context, 'credential', incoming.caller.id)
  count(incoming, context, 'api-calls')
}

export const limitPublicReads: Check = (incoming, context) => {
  if (!isWrite(incoming)) count(incoming, context, 'public-reads', incoming.caller.network)
}

/** Methods that no public route has are still counted, as what they would be. */
export const limitOtherMethods: Check = (incoming, context) =>
  isWrite(incoming) ? count(incoming, context, 'writes', incoming.caller.network) : limitPublicReads(incoming, context)
