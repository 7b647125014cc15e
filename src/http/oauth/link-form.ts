/** The form where a person decides. It leads back to the program, or to itself with what went wrong. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { openAgents, remembering, sealAgents } from '../../connections/browsers/rules.ts'
import { checkExpiry, isOver } from '../../connections/link/check-expiry.ts'
import { checkBrowser, checkSender } from '../../connections/link/check-sender.ts'
import { type Choice, connect, showLink } from '../../connections/link/index.ts'
import { csrfOf, type Link, linkFor, openLink, sealLink } from '../../connections/links/rules.ts'
import { deny, OAuthError } from '../../connections/rules.ts'
import { paths } from '../../connections/view.ts'
import { Failure } from '../../kernel/errors.ts'
import { fixed } from '../../limits.ts'
import { readAgentsCookie, readFormCookie, setAgentsCookie, setFormCookie } from '../../web/cookies.ts'
import { choiceIn, shownChoice } from '../../web/link-form/choice.ts'
import { linkFormPage } from '../../web/link-form/page.ts'
import { type Problem, problemOf } from '../../web/link-form/problem.ts'
import { sendPage } from '../wire/pages.ts'
import { parametersOfForm } from './parameters.ts'
import { count, type OAuthParts } from './parts.ts'
import { goBack } from './redirect.ts'

type OpenForm = { link: Link; cookie: string }

export function addLinkForm(server: FastifyInstance, parts: OAuthParts) {
  const { services, rates, tickets, browserNotes } = parts
  const { db, clock, random, site } = services
  const { baseUrl, limits } = site
  const maxMs = parts.requestMaxMs ?? fixed.requestMaxSeconds * 1000

  const linkOf = ({ params }: FastifyRequest): Link =>
    openLink(tickets, (params as { ticket: string }).ticket) ??
    deny('invalid_request', 'This is no form of this board. Go back to the program and connect again.')

  const rememberedBy = ({ headers }: FastifyRequest) =>
    openAgents(browserNotes, readAgentsCookie(headers, baseUrl), clock.now())

  /** The same wish in a fresh form, for one whose ten minutes are over. */
  function reopen(reply: FastifyReply, { link }: OpenForm): OpenForm {
    const cookie = random.secret()
    const fresh = linkFor(link, { form_id: random.id(), cookie, now: clock.now() })
    reply.header('set-cookie', setFormCookie(fresh, cookie, baseUrl))
    return { link: fresh, cookie }
  }

  /** Shows the form, at first or again with what was typed; an expired one is shown as a fresh one. */
  async function show(request: FastifyRequest, reply: FastifyReply, form: OpenForm, typed?: Choice, problem?: Problem) {
    const now = clock.now()
    const remembered = rememberedBy(request)
    const { link, cookie } = isOver(form.link, now) ? reopen(reply, form) : form
    const { name, ...shown } = await db.read('oauth form', (tx) => showLink(link, { tx, now, remembered }))
    if (problem?.retryAfter) reply.header('retry-after', problem.retryAfter)
    const page = linkFormPage({
      baseUrl,
      link,
      action: `${paths.link}/${sealLink(tickets, link)}`,
      ...shown,
      csrf: csrfOf(link, cookie),
      choice: shownChoice(typed, shown.known, name),
      problem,
    })
    return sendPage(reply, problem?.status ?? 200, page)
  }

  server.get(`${paths.link}/:ticket`, async (request, reply) => {
    count(request, rates, 'link')
    const link = linkOf(request)
    const form = { link, cookie: checkBrowser(link, readFormCookie(request.headers, link)) }
    return answering(
      (problem) => show(request, reply, form, undefined, problem),
      async () => {
        checkExpiry(link, clock.now())
        return show(request, reply, form)
      },
    )
  })

  server.post(`${paths.link}/:ticket`, async (request, reply) => {
    count(request, rates, 'link')
    const link = linkOf(request)
    const sent = await parametersOfForm(request, maxMs)
    const sender = {
      cookie: readFormCookie(request.headers, link),
      origin: request.headers.origin,
      csrf: sent.get('csrf'),
    }
    const form = { link, cookie: checkSender(link, sender, baseUrl) }
    if (sent.get('decision') === 'cancel')
      return goBack(reply, baseUrl, { ...link, error: new OAuthError('access_denied', 'The person declined.') })

    const choice = choiceIn(sent)
    const { rateStatuses, caller } = request.incoming
    const { network } = caller
    return answering(
      (problem) => show(request, reply, form, choice, problem),
      async () => {
        if (choice.agent === 'new') rates.count(rateStatuses, 'registration-attempts', network)
        if (choice.agent === 'existing') rates.count(rateStatuses, 'lookups')
        const now = clock.now()
        const remembered = rememberedBy(request)
        const desk = {
          now,
          random,
          network,
          limits,
          remembered,
          admit: () => rates.count(rateStatuses, 'registrations'),
        }
        const { code, account, known } = await db.write('oauth consent', (tx) => connect(link, choice, { tx, ...desk }))
        if (choice.agent === 'known' || (choice.agent === 'new' && choice.remember)) {
          const note = sealAgents(browserNotes, remembering(known, account), now)
          reply.header('set-cookie', setAgentsCookie(note, baseUrl))
        }
        return goBack(reply, baseUrl, { ...link, code })
      },
    )
  })
}

/** A refusal that a person can do something about comes back on the form. */
async function answering<T>(showAgain: (problem: Problem) => Promise<T>, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const isOurs = (error instanceof Failure && error.code !== 'INTERNAL') || error instanceof OAuthError
    if (!isOurs || (error instanceof OAuthError && error.code === 'invalid_client')) throw error
    return showAgain(problemOf(error))
  }
}
