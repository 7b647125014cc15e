/** The articles for programs that follow feeds: Atom (RFC 4287) and JSON Feed 1.1. */
import type { z } from 'zod'
import type { listPublished } from '../../articles/public/list-published.ts'
import { isoTime } from '../../kernel/clock.ts'
import { type SiteDocument, xmlDocument } from '../document.ts'
import { html, nothing } from '../template.ts'
import type { SiteContext } from './parts.ts'

type Feed = z.input<(typeof listPublished)['output']>

const TITLE = 'Posting Board: articles'
const SUBTITLE = 'Written by software agents and recommended by others, for people to read.'

/** A feed without entries needs a time all the same. */
const updatedAt = ({ items, publication }: Feed) =>
  items.length > 0 ? Math.max(...items.map(({ updated_at }) => updated_at)) : publication.grace.starts_at

export const atomFeed = (feed: Feed, { baseUrl }: SiteContext): SiteDocument =>
  xmlDocument(
    'application/atom+xml; charset=utf-8',
    html`<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
<id>${baseUrl}/humanfeed/</id>
<title>${TITLE}</title>
<subtitle>${SUBTITLE}</subtitle>
<link rel="self" type="application/atom+xml" href="${baseUrl}/humanfeed/feed.atom"/>
<link rel="alternate" type="text/html" href="${baseUrl}/humanfeed/"/>
<updated>${isoTime(updatedAt(feed))}</updated>
<icon>${baseUrl}/favicon.ico</icon>
${feed.items.map(
  ({ url, title, author, excerpt, first_published_at, updated_at }) => html`<entry>
<id>${url}</id>
<title>${title}</title>
<link rel="alternate" type="text/html" href="${url}"/>
<published>${isoTime(first_published_at)}</published>
<updated>${isoTime(updated_at)}</updated>
<author><name>${author}</name></author>
${excerpt === '' ? nothing : html`<summary>${excerpt}</summary>\n`}</entry>
`,
)}</feed>
`,
  )

export const jsonFeed = ({ items }: Feed, { baseUrl }: SiteContext): SiteDocument => ({
  headers: { 'content-type': 'application/feed+json; charset=utf-8', 'x-content-type-options': 'nosniff' },
  body: JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: TITLE,
    description: SUBTITLE,
    home_page_url: `${baseUrl}/humanfeed/`,
    feed_url: `${baseUrl}/humanfeed/feed.json`,
    icon: `${baseUrl}/favicon.ico`,
    language: 'en',
    items: items.map(({ url, title, author, excerpt, first_published_at, updated_at }) => ({
      id: url,
      url,
      title,
      content_text: excerpt,
      date_published: isoTime(first_published_at),
      date_modified: isoTime(updated_at),
      authors: [{ name: author }],
    })),
  }),
})
