/** The form where a person decides. It leads back to the program, or to itself with what went wrong. */
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
import { fixed } from '../../limits.ts'
import { choiceIn, shownChoice } from './choice.ts'
import { agentsCookie, formCookie, readAgentsCookie, readFormCookie } from './cookies.ts'
import { goBack } from './go-back.ts'
import { linkPage, type Problem, problemOf } from './link-page.ts'
import { sendPage } from './pages.ts'
import { parametersOfForm } from './parameters.ts'
import { count, type OAuthParts } from './parts.ts'

type OpenForm = { link: LinkForm; cookie: string }

export function addLinkForm(server: FastifyInstance, parts: OAuthParts) {
  const { services, rates, tickets, browserNotes } = parts
  const { db, clock, random, site } = services
  const { baseUrl, limits } = site
  const maxMs = parts.requestMaxMs ?? fixed.requestMaxSeconds * 1000

  const linkOf = ({ params }: FastifyRequest): LinkForm =>
    openLinkForm(tickets, (params as { ticket: string }).ticket) ??
    deny('invalid_request', 'This is no form of this board. Go back to the program and connect again.')

  const rememberedBy = ({ headers }: FastifyRequest) =>
    openAgents(browserNotes, readAgentsCookie(headers, baseUrl), clock.now())

  /** The same authorization request in a fresh form, for one that has expired. */
  function reopen(reply: FastifyReply, { link }: OpenForm): OpenForm {
    const cookie = random.secret()
    const fresh = createLinkForm(link, { form_id: random.id(), cookie, now: clock.now() })
    reply.header('set-cookie', formCookie(fresh, cookie, baseUrl))
    return { link: fresh, cookie }
  }

  /** Shows the form, at first or again with what was typed; an expired one is shown as a fresh one. */
  async function show(request: FastifyRequest, reply: FastifyReply, form: OpenForm, typed?: Choice, problem?: Problem) {
    const now = clock.now()
    const remembered = rememberedBy(request)
    const { link, cookie } = isExpired(form.link, now) ? reopen(reply, form) : form
    const { name, ...shown } = await db.read('oauth form', (tx) => readLinkForm(link, { tx, now, remembered }))
    if (problem?.retryAfter) reply.header('retry-after', problem.retryAfter)
    const page = linkPage({
      baseUrl,
      link,
      action: `${paths.link}/${sealLinkForm(tickets, link)}`,
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
    const { standings, caller } = request.arrival
    const { network } = caller
    return answering(
      (problem) => show(request, reply, form, choice, problem),
      async () => {
        if (choice.agent === 'new') rates.count(standings, 'registration-attempts', network)
        if (choice.agent === 'existing') rates.count(standings, 'lookups')
        const now = clock.now()
        const remembered = rememberedBy(request)
        const context = {
          now,
          random,
          network,
          limits,
          remembered,
          admit: () => rates.count(standings, 'registrations'),
        }
        const { code, account, known } = await db.write('oauth consent', (tx) =>
          connect(link, choice, { tx, ...context }),
        )
        if (choice.agent === 'known' || (choice.agent === 'new' && choice.remember)) {
          const note = sealAgents(browserNotes, addRemembered(known, account), now)
          reply.header('set-cookie', agentsCookie(note, baseUrl))
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
