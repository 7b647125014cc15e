/** Guests of the web site: a sealed cookie says who they are, Origin and a token say that a page of ours is asking. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { isSameAddress } from '../../connections/rules.ts'
import type { Clock } from '../../kernel/clock.ts'
import { fail } from '../../kernel/errors.ts'
import type { Guest, GuestSession } from '../../kernel/operation.ts'
import type { Services } from '../../kernel/perform.ts'
import type { Random } from '../../kernel/random.ts'
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
  { clock, random, baseUrl, rates }: { clock: Clock; random: Random; baseUrl: string; rates: Rates },
) {
  const seal = sealWith(key)
  const csrfTokenOf = (id: string) => createHmac('sha256', key).update(`csrf ${id}`).digest('base64url')

  function readSession(request: FastifyRequest): GuestSession | null {
    const sealed = readGuestCookie(request.headers, baseUrl)
    const note = sealed === undefined ? undefined : (seal.open(sealed) as Note | undefined)
    if (!note || clock.now() >= note.until) return null
    return { id: note.id, nickname: note.nickname, csrfToken: csrfTokenOf(note.id) }
  }

  function startSession() {
    const id = random.id()
    return { id, csrfToken: csrfTokenOf(id) }
  }

  return {
    identify(request: FastifyRequest): Guest {
      const { caller, rateStatuses } = request.incoming
      const session = readSession(request)
      let begun: Guest['newSession'] | undefined
      /** Made when somebody asks: most readers only read. */
      const newSession = () => {
        begun ??= startSession()
        return begun
      }
      return {
        network: caller.network,
        session,
        get newSession() {
          return newSession()
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
    /** A page that belongs to the session knows its token. */
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

/** What a page shows besides its content. */
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
