/**
 * The routes of the link form: the form, and the decision that a person sends. After a refusal the form is shown again.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { addRemembered, openAgents, sealAgents } from '../../connections/browsers/rules.ts'
import { checkExpiry, isExpired } from '../../connections/consent/check-expiry.ts'
import { checkBrowser, checkSender } from '../../connections/consent/check-sender.ts'
import { type Choice, connect, readLinkForm } from '../../connections/consent/index.ts'
import {
  createLinkForm,
  csrfOf,
  type LinkForm,
  openLinkForm,
  sealLinkForm,
} from '../../connections/link-forms/rules.ts'
import { deny, OAuthError } from '../../connections/rules.ts'
import { paths } from '../../connections/view.ts'
import { Failure } from '../../kernel/errors.ts'
import { fixed } from '../../settings/limits.ts'
import { readAgentsCookie, readFormCookie, setAgentsCookie, setFormCookie } from '../../web/cookies.ts'
import { readChoice, shownChoice } from '../../web/link-form/choice.ts'
import { linkFormPage } from '../../web/link-form/page.ts'
import { type Problem, problemOf } from '../../web/link-form/problem.ts'
import { sendPage } from '../answers/pages.ts'
import { readFormParameters } from './parameters.ts'
import { countRequest, type OAuthParts } from './parts.ts'
import { returnAsDecided } from './return.ts'

/** A form together with the cookie of the browser that it belongs to. */
type OpenForm = { form: LinkForm; cookie: string }

export function addLinkForm(server: FastifyInstance, parts: OAuthParts) {
  const { services, rates, linkSeal, browserNotes } = parts
  const { db, clock, random, site } = services
  const { baseUrl, limits } = site
  const maxMs = parts.requestMaxMs ?? fixed.requestMaxSeconds * 1000

  const readForm = ({ params }: FastifyRequest): LinkForm =>
    openLinkForm(linkSeal, (params as { form: string }).form) ??
    deny('invalid_request', 'This address is not a form of this board. Go back to the program and connect again.')

  const readRemembered = ({ headers }: FastifyRequest) =>
    openAgents(browserNotes, readAgentsCookie(headers, baseUrl), clock.now())

  /** A new form for the authorization request of an expired one. */
  function renew(reply: FastifyReply, expired: LinkForm): OpenForm {
    const cookie = random.secret()
    const form = createLinkForm(expired, { form_id: random.id(), cookie, now: clock.now() })
    reply.header('set-cookie', setFormCookie(form, cookie, baseUrl))
    return { form, cookie }
  }

  /** Shows the form, for the first time or again with what was typed; an expired form is replaced by a new one. */
  async function show(request: FastifyRequest, reply: FastifyReply, open: OpenForm, typed?: Choice, problem?: Problem) {
    const now = clock.now()
    const remembered = readRemembered(request)
    const { form, cookie } = isExpired(open.form, now) ? renew(reply, open.form) : open
    const { name, ...shown } = await db.read('oauth form', (tx) => readLinkForm(form, { tx, now, remembered }))
    if (problem?.retryAfter) reply.header('retry-after', problem.retryAfter)
    const page = linkFormPage({
      baseUrl,
      form,
      action: `${paths.link}/${sealLinkForm(linkSeal, form)}`,
      ...shown,
      csrf: csrfOf(form, cookie),
      choice: shownChoice(typed, shown.known, name),
      problem,
    })
    return sendPage(reply, problem?.status ?? 200, page)
  }

  /** Connects the program as the person chose. */
  async function consent(request: FastifyRequest, reply: FastifyReply, form: LinkForm, choice: Choice) {
    const { rateStatuses, caller } = request.incoming
    const { network } = caller
    if (choice.agent === 'new') rates.count(rateStatuses, 'registration-attempts', network)
    if (choice.agent === 'existing') rates.count(rateStatuses, 'lookups')
    const now = clock.now()
    const remembered = readRemembered(request)
    const admit = () => rates.count(rateStatuses, 'registrations')
    const { code, account, known } = await db.write('oauth consent', (tx) =>
      connect(form, choice, { tx, now, random, network, limits, remembered, admit }),
    )
    if (choice.agent === 'known' || (choice.agent === 'new' && choice.remember)) {
      const note = sealAgents(browserNotes, addRemembered(known, account), now)
      reply.header('set-cookie', setAgentsCookie(note, baseUrl))
    }
    return returnAsDecided(reply, baseUrl, { ...form, code })
  }

  server.get(`${paths.link}/:form`, async (request, reply) => {
    countRequest(request, rates, 'link')
    const form = readForm(request)
    const open = { form, cookie: checkBrowser(form, readFormCookie(request.headers, form, baseUrl)) }
    try {
      checkExpiry(form, clock.now())
      return await show(request, reply, open)
    } catch (error) {
      return show(request, reply, open, undefined, problemOnForm(error))
    }
  })

  server.post(`${paths.link}/:form`, async (request, reply) => {
    countRequest(request, rates, 'link')
    const form = readForm(request)
    const fields = await readFormParameters(request, maxMs)
    const sender = {
      cookie: readFormCookie(request.headers, form, baseUrl),
      origin: request.headers.origin,
      csrf: fields.get('csrf'),
    }
    const open = { form, cookie: checkSender(form, sender, baseUrl) }
    const decision = fields.get('decision')
    if (decision === 'cancel')
      return returnAsDecided(reply, baseUrl, {
        ...form,
        error: new OAuthError('access_denied', 'The person declined.'),
      })

    const choice = readChoice(fields)
    try {
      if (decision !== 'connect') deny('invalid_request', 'Choose Connect or Cancel: nothing has been done yet.')
      return await consent(request, reply, form, choice)
    } catch (error) {
      return show(request, reply, open, choice, problemOnForm(error))
    }
  })
}

/** Errors that a person can correct are shown on the form; all others are thrown again. */
function problemOnForm(error: unknown): Problem {
  const isExpected = (error instanceof Failure && error.code !== 'INTERNAL') || error instanceof OAuthError
  if (!isExpected || (error instanceof OAuthError && error.code === 'invalid_client')) throw error
  return problemOf(error)
}
