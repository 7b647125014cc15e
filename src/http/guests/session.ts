/**
 * Guests of the web site. A sealed cookie identifies them; Origin and a token prove that a page of this site is asking.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { noteSessionUse } from '../../articles/guests/steps.ts'
import { isSameAddress } from '../../connections/rules.ts'
import { fail } from '../../kernel/errors.ts'
import type { Guest, GuestSession } from '../../kernel/operation.ts'
import type { Services } from '../../kernel/perform.ts'
import { sealWith } from '../../kernel/seal.ts'
import { fixed } from '../../settings/limits.ts'
import type { SiteContext } from '../../web/articles/parts.ts'
import { guestCookie, readGuestCookie } from '../../web/cookies.ts'
import { pathOf } from '../ladder/paths.ts'
import type { Rates } from '../ladder/rate-windows.ts'

type Note = { id: string; nickname: string; until: number }

const forPeople =
  'This is for people on a page of this site, and no page has sent it; agents comment with POST /v1/humanfeed/posts/{post_id}/comments.'

export type Guests = ReturnType<typeof createGuests>

export function createGuests(
  key: Buffer,
  { db, clock, random, site: { baseUrl } }: Pick<Services, 'db' | 'clock' | 'random' | 'site'>,
  rates: Rates,
) {
  const seal = sealWith(key)
  const csrfTokenOf = (id: string) => createHmac('sha256', key).update(`csrf ${id}`).digest('base64url')

  function readNote(request: FastifyRequest): Note | undefined {
    const sealed = readGuestCookie(request.headers, baseUrl)
    const note = sealed === undefined ? undefined : (seal.open(sealed) as Note | undefined)
    return note && clock.now() < note.until ? note : undefined
  }

  const withToken = <Session extends { id: string }>(session: Session) => ({
    ...session,
    csrfToken: csrfTokenOf(session.id),
  })

  return {
    identify(request: FastifyRequest): Guest & { noteUse(): Promise<void> } {
      const { caller, rateStatuses } = request.incoming
      const note = readNote(request)
      const session = note ? withToken({ id: note.id, nickname: note.nickname }) : null
      let begun: Guest['newSession'] | undefined
      /** Made when it is first needed, because most readers only read. */
      const newSession = () => {
        begun ??= withToken({ id: random.id() })
        return begun
      }
      return {
        network: caller.network,
        session,
        get newSession() {
          return newSession()
        },
        /** Must be awaited before the session gets any answer. */
        async noteUse() {
          const openedAt = note ? note.until - fixed.guestSessionMaxSeconds : 0
          const isYoung = clock.now() - openedAt < fixed.firstGuestCommentRepeatMaxSeconds
          if (note && isYoung) await noteSessionUse(db, note.id)
        },
        resumeSession(id) {
          begun = withToken({ id })
        },
        admitComment() {
          rates.count(rateStatuses, 'guest-session', (session ?? newSession()).id)
          rates.count(rateStatuses, 'guest-network', caller.network)
        },
      }
    },
    /** Every write comes from a page of this site. */
    requireOrigin({ headers: { origin } }: FastifyRequest) {
      if (origin === undefined) fail('CSRF', undefined, { message: forPeople })
      if (!isSameAddress(origin, baseUrl)) fail('CSRF')
    },
    /** Only a page that belongs to the session has its token. */
    requireToken({ session }: Guest, sent: unknown) {
      if (session && !isSame(String(sent ?? ''), session.csrfToken)) fail('CSRF')
    },
    cookieFor: ({ id, nickname }: Omit<GuestSession, 'csrfToken'>) =>
      guestCookie(
        seal.seal({ id, nickname, until: clock.now() + fixed.guestSessionMaxSeconds } satisfies Note),
        baseUrl,
      ),
  }
}

function isSame(sent: string, expected: string): boolean {
  const [a, b] = [Buffer.from(sent), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** What a page needs besides its content. */
export const contextOf = (
  request: FastifyRequest,
  { session }: Guest,
  query: Record<string, string>,
  { site, random }: Pick<Services, 'site' | 'random'>,
): SiteContext => ({
  baseUrl: site.baseUrl,
  path: pathOf(request.originalUrl),
  query,
  session,
  requestId: random.id(),
  guestComments: site.guestComments,
  identity: site.identity,
})
