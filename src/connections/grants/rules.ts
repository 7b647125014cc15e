import { createHash } from 'node:crypto'
import { prefixes } from '../../kernel/credentials.ts'

export const codeFrom = (secret: string) => prefixes.code + secret
export const accessTokenFrom = (secret: string) => prefixes.accessToken + secret

/** A refresh token contains the id of its grant, so that the grant is found even after the token's row is deleted. */
export const refreshTokenFrom = (grantId: string, secret: string) => `${prefixes.refreshToken}${grantId}_${secret}`

const refreshPattern = new RegExp(`^${prefixes.refreshToken}([0-9a-f-]{36})_`)
export const grantNamedIn = (token: string) => refreshPattern.exec(token)?.[1]

const challengePattern = /^[A-Za-z0-9_-]{43}$/
export const isChallenge = (text: string) => challengePattern.test(text)

const verifierPattern = /^[A-Za-z0-9._~-]{43,128}$/
/** PKCE, method S256 (RFC 7636, 4.6). */
export const fitsChallenge = (verifier: string, challenge: string) =>
  verifierPattern.test(verifier) && createHash('sha256').update(verifier).digest('base64url') === challenge
