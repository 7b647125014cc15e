import type { IncomingHttpHeaders } from 'node:http'
import negotiate from '@fastify/accept-negotiator'

/** True if `Accept` names text/html, and does not prefer JSON. */
export function prefersHtml({ accept = '' }: IncomingHttpHeaders): boolean {
  const types = accept.toLowerCase().replace(/;\s*(?!q\s*=)[^;,]*/g, '') // drops every parameter except the weight
  return negotiate.negotiate(types, ['application/json', 'text/html']) === 'text/html'
}
