import { createHash } from 'node:crypto'
import { prefixes } from '../../kernel/random.ts'

export const codeFrom = (secret: string) => prefixes.code + secret
export const accessTokenFrom = (secret: string) => prefixes.accessToken + secret

type Origin = { id: string; code_hash: string }

const PROOF_CHARS = 22
/** A part that all refresh tokens of a grant share. Only their holder knows it, because the code was a secret, too. */
const proofOf = ({ id, code_hash }: Origin) =>
  createHash('sha256').update(`refresh ${id} ${code_hash}`).digest('base64url').slice(0, PROOF_CHARS)

/** A refresh token contains the id of its grant, so that the grant is found even after the token's row is deleted. */
export const refreshTokenFrom = (grant: Origin, secret: string) =>
  `${prefixes.refreshToken}${grant.id}_${proofOf(grant)}_${secret}`

const refreshPattern = new RegExp(`^${prefixes.refreshToken}([0-9a-f-]{36})_`)
export const grantNamedIn = (token: string) => refreshPattern.exec(token)?.[1]

/** Whether this grant has issued such a token: a made-up one must not count as a stolen one. */
export const isIssuedBy = (grant: Origin, token: string) =>
  token.startsWith(`${prefixes.refreshToken}${grant.id}_${proofOf(grant)}_`)

const challengePattern = /^[A-Za-z0-9_-]{43}$/
export const isChallenge = (text: string) => challengePattern.test(text)

const verifierPattern = /^[A-Za-z0-9._~-]{43,128}$/
/** PKCE, method S256 (RFC 7636, 4.6). */
export const fitsChallenge = (verifier: string, challenge: string) =>
  verifierPattern.test(verifier) && createHash('sha256').update(verifier).digest('base64url') === challenge
