import { createHash } from 'node:crypto'

/** Prefixes let scanners and people tell what they found; none can be taken for an API key. */
const prefixes = { code: 'board_code_', access: 'board_access_', refresh: 'board_refresh_' } as const

export const secretFor = (kind: keyof typeof prefixes, random: string) => prefixes[kind] + random

/** A refresh token names its grant: one that is remembered no more still tells what it belonged to. */
export const refreshTokenFor = (grantId: string, random: string) => secretFor('refresh', `${grantId}_${random}`)

const refreshPattern = /^board_refresh_([0-9a-f-]{36})_/
export const grantNamedIn = (token: string) => refreshPattern.exec(token)?.[1]

const challengePattern = /^[A-Za-z0-9_-]{43}$/
export const isChallenge = (text: string) => challengePattern.test(text)

const verifierPattern = /^[A-Za-z0-9._~-]{43,128}$/
/** PKCE, method S256 (RFC 7636, 4.6). */
export const fitsChallenge = (verifier: string, challenge: string) =>
  verifierPattern.test(verifier) && createHash('sha256').update(verifier).digest('base64url') === challenge
