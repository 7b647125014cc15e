/** Sends the browser back to the program, with a code or an error (RFC 6749, 4.1.2; RFC 9207 for `iss`). */
import type { FastifyReply } from 'fastify'
import { isPrivateUse } from '../../connections/clients/rules.ts'
import { isLoopback, type OAuthError } from '../../connections/rules.ts'
import { returnPage } from '../../web/link-form/notices.ts'
import { sendPage } from '../answers/pages.ts'

type Refusal = { redirect_uri: string; state?: string | undefined; error: OAuthError }
type Outcome = Refusal | (Omit<Refusal, 'error'> & { code: string })

/** The query is appended as text, so that the registered address stays exactly as it is. */
function addressOf(outcome: Outcome, iss: string): string {
  const { redirect_uri, state } = outcome
  const result =
    'code' in outcome ? { code: outcome.code } : { error: outcome.error.code, error_description: outcome.error.message }
  // Some programs do not decode `+` as a space.
  const query = new URLSearchParams({ ...result, ...(state && { state }), iss }).toString().replaceAll('+', '%20')
  return `${redirect_uri}${redirect_uri.includes('?') ? '&' : '?'}${query}`
}

const redirect = (reply: FastifyReply, location: string) =>
  reply.code(303).headers({ location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }).send()

const pageFor = (outcome: Outcome, iss: string) =>
  returnPage({
    address: addressOf(outcome, iss),
    redirect_uri: outcome.redirect_uri,
    ...('error' in outcome && { problem: outcome.error.message }),
  })

/**
 * After the person has decided. A program's own scheme is opened by a link: when redirected to one, browsers show an
 * empty page or an unexplained question.
 */
export function returnAsDecided(reply: FastifyReply, iss: string, outcome: Outcome) {
  if (isPrivateUse(outcome.redirect_uri)) return sendPage(reply, 200, pageFor(outcome, iss))
  return redirect(reply, addressOf(outcome, iss))
}

/**
 * Before a person has decided, only this computer gets a redirect. Anybody can register an https address, and would
 * otherwise have our address lead to theirs (RFC 9700, 4.11.2).
 */
export function offerReturn(reply: FastifyReply, iss: string, refusal: Refusal) {
  const { redirect_uri, error } = refusal
  if (!isPrivateUse(redirect_uri) && isLoopback(new URL(redirect_uri))) return redirect(reply, addressOf(refusal, iss))
  return sendPage(reply, error.status, pageFor(refusal, iss))
}
