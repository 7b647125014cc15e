/** The session in which a person manages their agents. It is sealed into a cookie; nothing is stored. */
import { createHash } from 'node:crypto'
import type { Seal } from '../kernel/seal.ts'
import { fixed } from '../settings/limits.ts'

export const outcomes = ['opened', 'disconnected', 'deleted', 'withdrawn', 'revoked', 'forgotten'] as const
export type Outcome = (typeof outcomes)[number]

export type OpenedAgent = { id: string; keyHash: string }

export type OwnerSession = {
  /** A secret of this browser, which binds the forms to it. */
  secret: string
  /** Agents that were opened by their key, with its SHA-256. When the key ends, the session ends, too. */
  opened: readonly OpenedAgent[]
  /** What the last form did; the next page shows it. */
  outcome?: Outcome
  begun: number
  until: number
}

export const startSession = (secret: string, now: number): OwnerSession => ({
  secret,
  opened: [],
  begun: now,
  until: now + fixed.ownerSessionMaxSeconds,
})

export const sealSession = (seal: Seal, session: OwnerSession, now: number) =>
  seal.seal({ ...session, until: now + fixed.ownerSessionMaxSeconds })

/** Returns undefined if the cookie is missing, expired, or was not sealed by this board. */
export function openSession(seal: Seal, cookie: string | undefined, now: number): OwnerSession | undefined {
  const session = cookie === undefined ? undefined : seal.open<OwnerSession>(cookie)
  return session && now < session.until && now < session.begun + fixed.ownerSessionWholeMaxSeconds ? session : undefined
}

/** The CSRF token: it cannot be computed without the cookie. */
export const csrfOfSession = ({ secret }: OwnerSession) =>
  createHash('sha256').update(`csrf agents ${secret}`).digest('base64url')
