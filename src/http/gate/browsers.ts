import type { IncomingHttpHeaders } from 'node:http'

const browserNames = /mozilla\/|chrome\/|safari\/|firefox\/|edg\/|opr\//i
const htmlTypes = /text\/html|application\/xhtml\+xml/i

/** Message routes serve tools: a page in somebody's browser must never act for them. */
export function isBrowser(headers: IncomingHttpHeaders): boolean {
  if (headers.origin !== undefined) return true
  if (htmlTypes.test(headers.accept ?? '') || browserNames.test(headers['user-agent'] ?? '')) return true
  return sendsFetchMetadata(headers)
}

/** What a page or its script cannot leave out, and what no tool but Node's own fetch sends. */
export function sendsFetchMetadata(headers: IncomingHttpHeaders): boolean {
  const fetchMetadata = Object.keys(headers).filter((name) => name.startsWith('sec-fetch-'))
  return fetchMetadata.length > 0 && !isNodeFetch(headers, fetchMetadata)
}

/** Node's own fetch always sends exactly this pair, and no browser does. */
const isNodeFetch = (headers: IncomingHttpHeaders, fetchMetadata: string[]) =>
  fetchMetadata.length === 1 && headers['sec-fetch-mode'] === 'cors' && headers['accept-language'] === '*'
