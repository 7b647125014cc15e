/** The prefixes of every credential that the board issues, and how one is recognized in a text. */

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
