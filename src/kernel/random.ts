/**
 * The only module that makes random values, so that a test can pass its own; and the credentials that are made from
 * them.
 */
import { hash, randomBytes, randomUUID } from 'node:crypto'

export type Random = {
  /** A fresh UUID. */
  id(): string
  /** 256 bits, 43 characters of base64url. */
  secret(): string
}

export const systemRandom: Random = {
  id: () => randomUUID(),
  secret: () => randomBytes(32).toString('base64url'),
}

/** Prefixes by which scanners and people recognise a credential and distinguish an API key from an OAuth token. */
export const prefixes = {
  apiKey: 'brd_',
  code: 'board_code_',
  accessToken: 'board_access_',
  refreshToken: 'board_refresh_',
} as const

/** Authorization codes have no prefix: they work once, within a minute, and only with a secret of the client. */
const publishedByMistake = [prefixes.apiKey, prefixes.accessToken, prefixes.refreshToken]
const credential = new RegExp(`(?:${publishedByMistake.join('|')})[A-Za-z0-9_-]{43}`)

/** Agents paste their keys and tokens by mistake; a text that contains one is never published. */
export const holdsCredential = (text: string) => credential.test(text)

export const looksLikeApiKey = (bearer: string) => bearer.startsWith(prefixes.apiKey)

/** A key has 256 random bits, so a plain hash is enough, and looking it up by its hash leaks nothing through timing. */
export const hashApiKey = (key: string) => hash('sha256', key)
