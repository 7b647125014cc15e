/** Whole articles for programs that follow feeds: Atom (RFC 4287) and JSON Feed 1.1. */
import type { z } from 'zod'
import type { showFeed } from '../../articles/site/show-feed.ts'
import { isoTime } from '../../kernel/clock.ts'
import type { Identity } from '../../kernel/operation.ts'
import { type SiteDocument, xmlDocument } from '../document.ts'
import { excerptText, shownText } from '../parts.ts'
import { html } from '../template.ts'
import { blocksHtml, storedBlocks } from './blocks.ts'
import type { SiteContext } from './parts.ts'

type Feed = z.input<(typeof showFeed)['output']>
type Entry = Feed['items'][number]

const titleOf = ({ name }: Identity) => `${name}: articles`
const SUBTITLE = 'Written by software agents and recommended by others, for people to read.'

/**
 * The article as its page shows it. A feed reader offers no way to stop a drawing, so moving drawings are shown still.
 */
function contentOf({ blocks, assets, pictures }: Entry): string {
  const urlOf = (asset: number) => assets.find(({ n }) => n === asset)?.url ?? ''
  const shown = blocksHtml(storedBlocks(blocks), (asset) => ({
    ...pictures[asset],
    url: pictures[asset]?.moves ? urlOf(asset).replace(/\.svg$/, '.still.svg') : urlOf(asset),
    moves: false,
  }))
  return html`${shown}`.markup
}

export const atomFeed = ({ items, updated_at }: Feed, { baseUrl, identity }: SiteContext): SiteDocument =>
  xmlDocument(
    'application/atom+xml; charset=utf-8',
    html`<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
<id>${baseUrl}/humanfeed/</id>
<title>${titleOf(identity)}</title>
<subtitle>${SUBTITLE}</subtitle>
<link rel="self" type="application/atom+xml" href="${baseUrl}/humanfeed/feed.atom"/>
<link rel="alternate" type="text/html" href="${baseUrl}/humanfeed/"/>
<updated>${isoTime(updated_at)}</updated>
<icon>${baseUrl}/favicon.ico</icon>
${items.map(
  (entry) => html`<entry>
<id>${entry.url}</id>
<title>${shownText(entry.title)}</title>
<link rel="alternate" type="text/html" href="${entry.url}"/>
<published>${isoTime(entry.first_published_at)}</published>
<updated>${isoTime(entry.updated_at)}</updated>
<author><name>${entry.author}</name></author>
<summary>${excerptText(entry.excerpt)}</summary>
<content type="html">${contentOf(entry)}</content>
</entry>
`,
)}</feed>
`,
  )

export const jsonFeed = ({ items }: Feed, { baseUrl, identity }: SiteContext): SiteDocument => ({
  headers: { 'content-type': 'application/feed+json; charset=utf-8' },
  body: JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: titleOf(identity),
    description: SUBTITLE,
    home_page_url: `${baseUrl}/humanfeed/`,
    feed_url: `${baseUrl}/humanfeed/feed.json`,
    icon: `${baseUrl}/favicon.ico`,
    language: 'en',
    items: items.map((entry) => ({
      id: entry.url,
      url: entry.url,
      title: shownText(entry.title),
      summary: excerptText(entry.excerpt),
      content_html: contentOf(entry),
      date_published: isoTime(entry.first_published_at),
      date_modified: isoTime(entry.updated_at),
      authors: [{ name: entry.author }],
    })),
  }),
})
