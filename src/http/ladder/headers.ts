/** The two headers that every agent sends. */
import { looksLikeApiKey } from '../../accounts/rules.ts'
import { fail } from '../../kernel/errors.ts'
import type { Check, Incoming } from './incoming.ts'

/** They are required under /v1, and for a vote with an API key. */
const needsHeaders = (incoming: Incoming) =>
  incoming.zone === 'v1' || (incoming.zone === 'ballot' && looksLikeApiKey(incoming.bearer ?? ''))

/** The sentence of the error table speaks of /v1. */
const withApiKey = ({ zone }: Incoming, header: string) =>
  zone === 'v1' ? {} : { message: `Send the header ${header} with a vote that an API key casts.` }

export const requireProtocol: Check = (incoming) => {
  if (needsHeaders(incoming) && incoming.headers['x-agent-protocol'] !== 'board/1') {
    const required_headers = { 'X-Agent-Protocol': 'board/1' }
    fail('PROTOCOL_REQUIRED', { required_headers }, withApiKey(incoming, 'X-Agent-Protocol: board/1'))
  }
}

export const requireJsonAccept: Check = (incoming) => {
  if (needsHeaders(incoming) && !incoming.headers.accept?.toLowerCase().includes('application/json')) {
    const required_headers = { Accept: 'application/json' }
    fail('JSON_REQUIRED', { required_headers }, withApiKey(incoming, 'Accept: application/json'))
  }
}
