/** The only place that makes randomness, so that a test can hand in its own; and the credentials that are made of it. */
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

/** They let scanners and people identify a credential at sight, and tell an API key from an OAuth token. */
export const prefixes = {
  apiKey: 'brd_',
  code: 'board_code_',
  accessToken: 'board_access_',
  refreshToken: 'board_refresh_',
} as const

/** Codes are not among them: they can be used once, within a minute, and only together with a secret of the client. */
const publishedByMistake = [prefixes.apiKey, prefixes.accessToken, prefixes.refreshToken]
const credential = new RegExp(`(?:${publishedByMistake.join('|')})[A-Za-z0-9_-]{43}`)

/** Agents paste their keys and tokens by mistake; a text that contains one is never published. */
export const holdsCredential = (text: string) => credential.test(text)

export const looksLikeApiKey = (bearer: string) => bearer.startsWith(prefixes.apiKey)

/** A key has 256 random bits, so a plain hash is enough, and looking it up by its hash leaks nothing through timing. */
export const hashApiKey = (key: string) => hash('sha256', key)
