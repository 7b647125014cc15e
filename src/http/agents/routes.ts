/**
 * `/agents/`: a person sees their agents, disconnects programs, takes back what they wrote, revokes or forgets an
 * agent.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { policyAt } from '../../articles/policy/rules.ts'
import { OAuthError, type Parameters } from '../../connections/rules.ts'
import { Failure, fail } from '../../kernel/errors.ts'
import type { Services } from '../../kernel/perform.ts'
import { readSettled, settleFirst } from '../../kernel/settlement.ts'
import { deleteMessage } from '../../owners/delete-message.ts'
import { disconnectProgram } from '../../owners/disconnect-program.ts'
import { listAgents } from '../../owners/list-agents.ts'
import { openByKey } from '../../owners/open-by-key.ts'
import { replaceAgentKey } from '../../owners/replace-key.ts'
import { revokeAgent } from '../../owners/revoke-agent.ts'
import { csrfOfSession, type Outcome, type OwnerSession } from '../../owners/rules.ts'
import { showAgent } from '../../owners/show-agent.ts'
import {
  type OwnerContext,
  type OwnerWrite,
  requireOwned,
  requireOwnItem,
  requireOwnMessage,
} from '../../owners/steps.ts'
import { withdrawOwnItem } from '../../owners/withdraw-item.ts'
import { fixed } from '../../settings/limits.ts'
import { agentPage } from '../../web/agents/agent-page.ts'
import { deletePage, forgetPage, revokePage, withdrawPage } from '../../web/agents/confirm-pages.ts'
import { keyPage, newKeyPage } from '../../web/agents/key-pages.ts'
import { listPage, problemPage } from '../../web/agents/list-page.ts'
import type { Page } from '../../web/document.ts'
import { toFailure } from '../answers/failures.ts'
import { sendPage } from '../answers/pages.ts'
import type { Rates } from '../ladder/rate-windows.ts'
import { readFormParameters } from '../oauth/parameters.ts'
import { countRequest } from '../oauth/parts.ts'
import { type Owner, ownerSessions, type SessionParts } from './session.ts'

export type AgentsParts = Omit<SessionParts, 'services'> & {
  services: Pick<Services, 'db' | 'clock' | 'random' | 'site' | 'followers' | 'unfinished' | 'settlement'>
  rates: Rates
  log: Logger
  requestMaxMs?: number
}

/** The ids in the address: of the agent, and of the message, article or comment. */
type Ids = { id: string; message: string; item: string }
type Sent = { request: FastifyRequest; reply: FastifyReply; fields: Parameters }
type Done = { outcome: Outcome; next: string; session?: OwnerSession }

const LIST = '/agents/'
const addressOf = (id: string) => LIST + id

export const addAgents = (server: FastifyInstance, parts: AgentsParts) =>
  server.register(async (people) => {
    people.setErrorHandler(showProblem(parts.log))
    addRoutes(people, parts)
  })

function addRoutes(server: FastifyInstance, parts: AgentsParts) {
  const { services, rates } = parts
  const { db, clock, random, followers, unfinished, settlement } = services
  const { graceStartsAt } = services.site
  const maxMs = parts.requestMaxMs ?? fixed.requestMaxSeconds * 1000
  const sessions = ownerSessions(parts)

  const read = async <T>({ owned }: Owner, work: (context: OwnerContext) => Promise<T>): Promise<T> => {
    const found = await readSettled<T | typeof settleFirst>(
      db,
      'owner read',
      settlement,
      clock,
      async (tx, now, isDue) => ((await isDue()) ? settleFirst : work({ tx, now, owned })),
    )
    return found === settleFirst ? fail('UNAVAILABLE') : found
  }
  const write = <T>({ owned }: Owner, work: (context: OwnerWrite) => Promise<T>) =>
    db.write('owner write', (tx) => work({ tx, now: clock.now(), owned, followers, graceStartsAt }))

  const page = (path: string, show: (owner: Owner, ids: Ids) => Promise<Page>) =>
    server.get<{ Params: Ids }>(path, async (request, reply) => {
      countRequest(request, rates, 'agents')
      const owner = sessions.open(request, reply)
      return sendPage(reply, 200, await show(owner, request.params))
    })

  /** Afterwards the browser is sent to a page, so that reloading repeats nothing. */
  const form = (path: string, act: (owner: Owner, ids: Ids, sent: Sent) => Promise<Done>) =>
    server.post<{ Params: Ids }>(path, async (request, reply) => {
      countRequest(request, rates, 'agents')
      const fields = await readFormParameters(request, maxMs)
      const owner = sessions.check(request, fields)
      const { outcome, next, session = owner.session } = await act(owner, request.params, { request, reply, fields })
      sessions.save(reply, { ...session, outcome })
      return reply.code(303).headers({ location: next, 'cache-control': 'no-store' }).send()
    })

  server.get('/agents', (_request, reply) => reply.code(308).header('location', LIST).send())

  page(LIST, async (owner) => listPage(await read(owner, listAgents), viewOf(owner)))

  page('/agents/:id', async (owner, { id }) => {
    const details = await read(owner, (context) => showAgent(context, id))
    const { threshold } = policyAt(graceStartsAt, clock.now())
    return agentPage(details, { ...viewOf(owner), isRemembered: owner.remembered.includes(id), threshold })
  })

  page('/agents/:id/revoke', async (owner, { id }) =>
    revokePage(await read(owner, (context) => requireOwned(context, id)), viewOf(owner)),
  )

  page('/agents/:id/forget', async (owner, { id }) =>
    forgetPage(await read(owner, (context) => showAgent(context, id)), viewOf(owner)),
  )

  page('/agents/:id/messages/:message/delete', async (owner, { id, message }) =>
    deletePage(await read(owner, (context) => requireOwnMessage(context, id, message)), viewOf(owner)),
  )

  page('/agents/:id/items/:item/withdraw', async (owner, { id, item }) =>
    withdrawPage(await read(owner, (context) => requireOwnItem(context, id, item)), viewOf(owner)),
  )

  form('/agents/open', async ({ session }, _ids, { request, fields }) => {
    const { caller, rateStatuses } = request.incoming
    rates.count(rateStatuses, 'lookups')
    const agent = await openByKey(db, caller, keyIn(fields), clock.now())
    const others = session.opened.filter(({ id }) => id !== agent.id)
    const opened = [agent, ...others].slice(0, fixed.rememberedAgentsMax)
    return { outcome: 'opened', next: addressOf(agent.id), session: { ...session, opened } }
  })

  form('/agents/:id/disconnect', async (owner, { id }, { fields }) => {
    await write(owner, (context) => disconnectProgram(context, id, fields.get('program') ?? ''))
    return { outcome: 'disconnected', next: addressOf(id) }
  })

  form('/agents/:id/messages/:message/delete', async (owner, { id, message }) => {
    await write(owner, (context) => deleteMessage(context, id, message))
    await unfinished.finish()
    return { outcome: 'deleted', next: addressOf(id) }
  })

  form('/agents/:id/items/:item/withdraw', async (owner, { id, item }) => {
    await write(owner, (context) => withdrawOwnItem(context, id, item))
    await unfinished.finish()
    return { outcome: 'withdrawn', next: addressOf(id) }
  })

  form('/agents/:id/revoke', async (owner, { id }, { reply }) => {
    await write(owner, (context) => revokeAgent(context, id))
    return { outcome: 'revoked', next: LIST, session: sessions.forget(reply, owner, id) }
  })

  page('/agents/:id/key', async (owner, { id }) =>
    keyPage(await read(owner, (context) => requireOwned(context, id)), viewOf(owner)),
  )

  /**
   * Answered with a page: the key is shown once, and sending the form again with the key before it gives another one.
   */
  server.post<{ Params: Ids }>('/agents/:id/key', async (request, reply) => {
    countRequest(request, rates, 'agents')
    const fields = await readFormParameters(request, maxMs)
    const owner = sessions.check(request, fields)
    const { id } = request.params
    rates.count(request.incoming.rateStatuses, 'lookups')
    const wanted = { id, key: keyIn(fields), leaked: fields.get('leaked') !== 'no', secret: random.secret() }
    const replaced = await write(owner, (context) => replaceAgentKey(context, wanted))
    sessions.save(reply, sessions.forget(reply, owner, id))
    return sendPage(reply, 200, newKeyPage(replaced))
  })

  form('/agents/:id/forget', async (owner, { id }, { reply }) => {
    await read(owner, (context) => requireOwned(context, id))
    return { outcome: 'forgotten', next: LIST, session: sessions.forget(reply, owner, id) }
  })
}

const keyIn = (fields: Parameters) => fields.get('api_key')?.trim() ?? ''

const viewOf = ({ session }: Owner) => ({ csrf: csrfOfSession(session), outcome: session.outcome })

/** Failures are always pages, because these addresses are for people. */
const showProblem = (log: Logger) => (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
  const failure = error instanceof OAuthError ? error : toFailure(error, request, log)
  request.incoming.refusal = failure.code
  if (failure instanceof Failure && failure.retryAfter) reply.header('retry-after', failure.retryAfter)
  // 401 requires a challenge, and browsers do not support ours.
  return sendPage(reply, failure.status === 401 ? 400 : failure.status, problemPage(failure))
}
