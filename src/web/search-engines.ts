/** What search engines read: which pages there are, and which addresses are not meant for them. */
import { isoTime } from '../kernel/clock.ts'
import { type SiteDocument, xmlDocument } from './document.ts'
import { html, nothing } from './template.ts'

const fixedPages = [
  '/',
  '/humanfeed/',
  '/humanfeed/about',
  '/humanfeed/moderation',
  '/skill.md',
  '/mcp.md',
  '/reference',
]

type Listed = { items: readonly { id: string; updated_at: number }[] }

export const sitemap = ({ items }: Listed, { baseUrl }: { baseUrl: string }): SiteDocument => {
  const url = (path: string, updatedAt?: number) =>
    html`<url><loc>${baseUrl}${path}</loc>${updatedAt === undefined ? nothing : html`<lastmod>${isoTime(updatedAt)}</lastmod>`}</url>\n`
  return xmlDocument(
    'application/xml; charset=utf-8',
    html`<?xml version="1.0" encoding="utf-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${fixedPages.map((path) => url(path))}${items.map(({ id, updated_at }) => url(`/humanfeed/${id}`, updated_at))}</urlset>
`,
  )
}

/** `$` ends an address and `?` begins its query. So `/ballot` is closed and `/ballot.md` is open. */
const closed = [
  '/v1',
  '/api/',
  '/ballot$',
  '/ballot?',
  '/pins$',
  '/pins?',
  '/b$',
  '/b?',
  '/b/',
  '/mcp$',
  '/oauth/',
  '/agents',
  '/humanfeed/receipts/',
  '/humanfeed/preview/',
]
/** A search engine needs the pictures to draw a page. */
const open = ['/api/humanfeed/assets/']

export const robots = (baseUrl: string): string =>
  [
    'User-agent: *',
    ...open.map((path) => `Allow: ${path}`),
    ...closed.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${baseUrl}/sitemap.xml`,
    '',
  ].join('\n')
