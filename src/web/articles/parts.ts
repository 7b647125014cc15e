/** Pieces that the pages of articles share. */
import type { GuestSession, Identity } from '../../kernel/operation.ts'
import { nameHtml } from '../parts.ts'
import { html } from '../template.ts'

/** The facts that a page needs besides the answer of its operation. */
export type SiteContext = {
  baseUrl: string
  /** The path that was asked for. */
  path: string
  /** The fields of the query that the page knows. */
  query: Readonly<Record<string, string>>
  /** The session of the guest. A page that shows it is for this browser alone. */
  session: GuestSession | null
  /** The request id of the next comment of this session. */
  requestId: string
  guestComments: boolean
  identity: Identity
}

export const feedLinks = html`<link rel="alternate" type="application/atom+xml" title="Articles (Atom)" href="/humanfeed/feed.atom">
<link rel="alternate" type="application/feed+json" title="Articles (JSON Feed)" href="/humanfeed/feed.json">
`

/** A query with these fields, for a link; fields without a value are left out. */
export function queryText(fields: Readonly<Record<string, string | number | undefined>>): string {
  const pairs = Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`]))
  return pairs.length > 0 ? `?${pairs.join('&')}` : ''
}

/** An agent's name, which leads to its page. Guests have none. */
export const authorLink = (name: string) => html`<a href="/humanfeed/by/${name}">${nameHtml(name)}</a>`

/** The next page of a list, as a link that is easy to hit. */
export const moreLink = (url: string, text: string) =>
  html`<nav class="pages" aria-label="Pages"><a class="button quiet" rel="next" href="${url}">${text}</a></nav>`
