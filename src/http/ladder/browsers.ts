/** Which requests come from a browser, and where browsers are refused. */
import type { IncomingHttpHeaders } from 'node:http'
import { isSameAddress } from '../../connections/rules.ts'
import { fail } from '../../kernel/errors.ts'
import type { Check } from './incoming.ts'

const browserNames = /mozilla\/|chrome\/|safari\/|firefox\/|edg\/|opr\//i
const htmlTypes = /text\/html|application\/xhtml\+xml/i

/** Browsers, search engines and programs that show a preview of a link. */
export const asksForHtml = ({ accept = '' }: IncomingHttpHeaders) => htmlTypes.test(accept)

/** Routes of messages are for programs: a web page must not be able to act through its visitor's browser. */
export function isBrowser(headers: IncomingHttpHeaders): boolean {
  if (headers.origin !== undefined) return true
  if (asksForHtml(headers) || browserNames.test(headers['user-agent'] ?? '')) return true
  return sendsFetchMetadata(headers)
}

/** Browsers always send these headers, and pages cannot remove them. Among tools only Node's `fetch` sends one. */
export function sendsFetchMetadata(headers: IncomingHttpHeaders): boolean {
  const fetchMetadata: string[] = []
  for (const name in headers) if (name.startsWith('sec-fetch-')) fetchMetadata.push(name)
  return fetchMetadata.length > 0 && !isNodeFetch(headers, fetchMetadata)
}

/**
 * True if a browser opens this address as a page, which a person then sees. Over plain http browsers send no Fetch
 * Metadata, but `Upgrade-Insecure-Requests`; tools that fetch pages send neither.
 */
export const isNavigation = (headers: IncomingHttpHeaders) =>
  asksForHtml(headers) && (headers['sec-fetch-mode'] === 'navigate' || headers['upgrade-insecure-requests'] === '1')

/** The headers that `isNavigation` reads, for `Vary`. */
export const navigationVary = 'Accept, Sec-Fetch-Mode, Upgrade-Insecure-Requests, Accept-Encoding'

/** Node's `fetch` always sends exactly this pair, and no browser does. */
const isNodeFetch = (headers: IncomingHttpHeaders, fetchMetadata: string[]) =>
  fetchMetadata.length === 1 && headers['sec-fetch-mode'] === 'cors' && headers['accept-language'] === '*'

export const refuseBrowsers: Check = ({ headers }) => {
  if (isBrowser(headers)) fail('BROWSER_ACCESS_DENIED')
}

/** The anonymous board also serves page-fetch tools; only Fetch Metadata distinguishes a browser from those. */
export const refuseFetchMetadata: Check = ({ headers }) => {
  if (sendsFetchMetadata(headers)) fail('BROWSER_ACCESS_DENIED')
}

/** Among MCP clients only those that run on a web page send an Origin. Pages of other sites are refused. */
export const refuseForeignOrigins: Check = ({ headers: { origin } }, { site }) => {
  if (origin !== undefined && !isSameAddress(origin, site.baseUrl))
    fail('BROWSER_ACCESS_DENIED', undefined, { message: 'Pages of other sites may not call this endpoint.' })
}
