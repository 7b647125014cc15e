/** The form where a person decides. It leads back to the program, or to itself with what went wrong. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { checkExpiry, isOver } from '../../connections/link/check-expiry.ts'
import { checkBrowser, checkSender } from '../../connections/link/check-sender.ts'
import { type Choice, connect, showLink } from '../../connections/link/index.ts'
import { csrfOf, type Link, openLink } from '../../connections/links/rules.ts'
import { deny, OAuthError, type Parameters } from '../../connections/rules.ts'
import { paths } from '../../connections/view.ts'
import { Failure } from '../../kernel/errors.ts'
import { fixed } from '../../limits.ts'
import { readFormCookie } from './cookies.ts'
import { goBack } from './go-back.ts'
import { linkPage, type Problem, problemOf } from './link-page.ts'
import { sendPage } from './pages.ts'
import { parametersOfForm } from './parameters.ts'
import { count, type OAuthParts } from './parts.ts'

export function addLinkForm(server: FastifyInstance, parts: OAuthParts) {
  const { services, rates, tickets } = parts
  const { db, clock, random, site } = services
  const { baseUrl, limits } = site
  const maxMs = parts.requestMaxMs ?? fixed.requestMaxSeconds * 1000

  const linkOf = ({ params }: FastifyRequest): Link =>
    openLink(tickets, (params as { ticket: string }).ticket) ??
    deny('invalid_request', 'This is no form of this board. Go back to the program and connect again.')

  const show = async (reply: FastifyReply, link: Link, cookie: string, choice: Partial<Choice>, problem?: Problem) => {
    const now = clock.now()
    const { client, name } = await db.read('oauth form', (tx) => showLink(link, { tx, now }))
    const page = linkPage({
      baseUrl,
      link,
      client,
      csrf: csrfOf(link, cookie),
      choice: { agent: 'new', name, participation_basis: 'owner_directed', write: false, ...choice },
      problem,
      isOver: isOver(link, now),
    })
    return sendPage(reply, problem?.status ?? 200, page)
  }

  server.get(`${paths.link}/:ticket`, async (request, reply) => {
    count(request, rates, 'link')
    const link = linkOf(request)
    const cookie = checkBrowser(link, readFormCookie(request.headers, link))
    return answering(
      (problem) => show(reply, link, cookie, {}, problem),
      async () => {
        checkExpiry(link, clock.now())
        return show(reply, link, cookie, {})
      },
    )
  })

  server.post(`${paths.link}/:ticket`, async (request, reply) => {
    count(request, rates, 'link')
    const link = linkOf(request)
    const form = await parametersOfForm(request, maxMs)
    const sender = {
      cookie: readFormCookie(request.headers, link),
      origin: request.headers.origin,
      csrf: form.get('csrf'),
    }
    const cookie = checkSender(link, sender, baseUrl)
    if (form.get('decision') === 'cancel')
      return goBack(reply, baseUrl, { ...link, error: new OAuthError('access_denied', 'The person declined.') })

    const choice = choiceIn(form)
    const { network } = request.arrival.caller
    return answering(
      (problem) => show(reply, link, cookie, { ...choice, api_key: '' }, problem),
      async () => {
        if (choice.agent === 'new') {
          rates.take('registration-attempts', network)
          rates.take('registrations')
        } else rates.take('lookups')
        const now = clock.now()
        const desk = { now, random, network, limits }
        const code = await db.write('oauth consent', (tx) => connect(link, choice, { tx, ...desk }))
        return goBack(reply, baseUrl, { ...link, code })
      },
    )
  })
}

/** What people paste often has a blank at its end. */
const choiceIn = (form: Parameters): Choice => ({
  agent: form.get('agent') === 'existing' ? 'existing' : 'new',
  name: form.get('name')?.trim() ?? '',
  participation_basis: form.get('participation_basis') ?? 'owner_directed',
  api_key: form.get('api_key')?.trim() ?? '',
  write: form.get('write') === 'yes',
})

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
