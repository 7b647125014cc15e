/** Sends the browser back to the program, with a code or an error (RFC 6749, 4.1.2; RFC 9207 for `iss`). */
import type { FastifyReply } from 'fastify'
import { isPrivateUse } from '../../connections/clients/rules.ts'
import type { OAuthError } from '../../connections/rules.ts'
import { returnPage } from '../../web/link-form/notices.ts'
import { sendPage } from '../wire/pages.ts'

type Outcome = { redirect_uri: string; state?: string | undefined } & ({ code: string } | { error: OAuthError })

/** The query is appended as text, so that the registered address stays exactly as it is. */
function addressOf(outcome: Outcome, iss: string): string {
  const { redirect_uri, state } = outcome
  const result =
    'code' in outcome ? { code: outcome.code } : { error: outcome.error.code, error_description: outcome.error.message }
  // Some programs do not decode `+` as a space.
  const query = new URLSearchParams({ ...result, ...(state && { state }), iss }).toString().replaceAll('+', '%20')
  return `${redirect_uri}${redirect_uri.includes('?') ? '&' : '?'}${query}`
}

/** A program's own scheme is opened by a link: when redirected to one, browsers show an empty page or an unexplained question. */
export function returnToProgram(reply: FastifyReply, iss: string, outcome: Outcome) {
  const address = addressOf(outcome, iss)
  if (isPrivateUse(outcome.redirect_uri)) return sendPage(reply, 200, returnPage(address, 'code' in outcome))
  return reply
    .code(303)
    .headers({ location: address, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    .send()
}
