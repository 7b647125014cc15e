/** The session of a person who manages agents: remembered agents, agents opened by a key, and the check of forms. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { openAgents, sealAgents } from '../../connections/browsers/rules.ts'
import { deny, isSameAddress, type Parameters } from '../../connections/rules.ts'
import type { Services } from '../../kernel/perform.ts'
import type { Seal } from '../../kernel/seal.ts'
import { csrfOfSession, type OwnerSession, openSession, sealSession, startSession } from '../../owners/rules.ts'
import type { Owned } from '../../owners/steps.ts'
import {
  clearAgentsCookie,
  readAgentsCookie,
  readOwnerCookie,
  setAgentsCookie,
  setOwnerCookie,
} from '../../web/cookies.ts'

export type SessionParts = {
  services: Pick<Services, 'clock' | 'random' | 'site'>
  /** Seals the list of agents that a browser remembers. */
  browserNotes: Seal
  /** Seals the session of a person who manages agents. */
  ownerNotes: Seal
}

export type Owner = {
  session: OwnerSession
  remembered: readonly string[]
  /** Remembered agents first, then those opened by a key. */
  owned: readonly Owned[]
}

const FORBIDDEN = 403
const foreign =
  'This was not sent from the page of your agents, or that page was open for more than an hour. Nothing was done. Open the page again and repeat it there.'

export function ownerSessions({ services, browserNotes, ownerNotes }: SessionParts) {
  const { clock, random, site } = services
  const { baseUrl } = site

  const ownerWith = (session: OwnerSession, remembered: readonly string[]): Owner => ({
    session,
    remembered,
    owned: [...remembered.map((id) => ({ id })), ...session.opened.filter(({ id }) => !remembered.includes(id))],
  })

  const readRemembered = ({ headers }: FastifyRequest) =>
    openAgents(browserNotes, readAgentsCookie(headers, baseUrl), clock.now())

  const readSession = ({ headers }: FastifyRequest) =>
    openSession(ownerNotes, readOwnerCookie(headers, baseUrl), clock.now())

  function save(reply: FastifyReply, session: OwnerSession) {
    reply.header('set-cookie', setOwnerCookie(sealSession(ownerNotes, session, clock.now()), baseUrl))
  }

  return {
    save,

    /** For showing a page: begins a session if there is none, and reports the last outcome once. */
    open(request: FastifyRequest, reply: FastifyReply): Owner {
      const session = readSession(request) ?? startSession(random.secret(), clock.now())
      const { outcome: _said, ...rest } = session
      save(reply, rest)
      return ownerWith(session, readRemembered(request))
    },

    /** For a form: another site cannot set our `Origin`, and does not know the CSRF token. */
    check(request: FastifyRequest, fields: Parameters): Owner {
      const session = readSession(request)
      const isOwn = isSameAddress(request.headers.origin ?? '', baseUrl)
      if (!session || !isOwn || fields.get('csrf') !== csrfOfSession(session))
        return deny('invalid_request', foreign, FORBIDDEN)
      return ownerWith(session, readRemembered(request))
    },

    /** Neither the browser nor the session knows the agent any more. */
    forget(reply: FastifyReply, { session, remembered }: Owner, id: string): OwnerSession {
      const rest = remembered.filter((known) => known !== id)
      const cookie =
        rest.length > 0
          ? setAgentsCookie(sealAgents(browserNotes, rest, clock.now()), baseUrl)
          : clearAgentsCookie(baseUrl)
      if (rest.length < remembered.length) reply.header('set-cookie', cookie)
      return { ...session, opened: session.opened.filter((known) => known.id !== id) }
    },
  }
}
