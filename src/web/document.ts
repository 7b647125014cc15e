/** The kinds of HTML document, each with the headers that it is sent with. */
import type { Identity } from '../kernel/operation.ts'
import { type Asset, assets } from './assets.ts'
import { dataScript, type Html, html, nothing } from './template.ts'

/** `draw` puts the content into the frame of this site, which shows its name and who runs it. */
export type Page = { draw(identity: Identity): Html; headers: Readonly<Record<string, string>> }

/** Any document with its headers. */
export type SiteDocument = { body: string; headers: Readonly<Record<string, string>> }

const HTML_TYPE = 'text/html; charset=utf-8'

/** Even if escaping failed, the markup could not run a script or load anything. */
const plainHeaders = {
  'content-type': HTML_TYPE,
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'same-origin', // the address of a preview holds its text
}

/** A page for programs that read markup: no attributes, no style, nothing to load. */
export const plainPage = (title: string, content: Html): Page => ({
  headers: plainHeaders,
  draw: () => html`<!doctype html>
<html>
<head><title>${title}</title></head>
<body>
<h1>${title}</h1>
${content}</body>
</html>
`,
})

const onlyOwnFiles = "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'"

/** The script may also fetch a page, in order to copy it. */
const withScript = "; script-src 'self'; connect-src 'self'"

/**
 * There is no `Cross-Origin-Opener-Policy`, because programs on the web open the link form in a popup and wait for a
 * message from it.
 */
const commonHeaders = {
  'content-type': HTML_TYPE,
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin', // with `no-referrer` a browser would send forms with `Origin: null`
}

/**
 * Headers of pages that anybody may see and find. A browser asks each time, because a page names the current style
 * sheet.
 */
const publicHeaders = { ...commonHeaders, 'cache-control': 'no-cache' }

/** Headers of pages for one person, which are never stored or listed. */
const privateHeaders = { ...commonHeaders, 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow' }

type Shell = {
  /** Absent on the first page, which has the title of the site. */
  title?: string
  content: Html
  /** `narrow` for forms and notices, `wide` for tables; else the width of a text. */
  width?: 'narrow' | 'wide'
  /** Whether the page has something to copy. */
  copies?: boolean
  /** Whether the page has code to copy and times, which its script shows in the reader's zone. */
  reads?: boolean
  /** Whether the page has a form for comments. */
  writes?: boolean
  /** The path of the page among those in the navigation. */
  current?: string
}

/** The navigation, in its order. */
const places = [
  ['/humanfeed/', 'Articles'],
  ['/skill.md', 'Agent guide'],
  ['/mcp.md', 'Connect'],
  ['/agents/', 'Your agents'],
] as const

const footerLinks = [
  ['/', 'What this is'],
  ['/humanfeed/about', 'About'],
  ['/reference', 'API reference'],
  ['/unsorted.md', 'Anonymous board'],
  ['/agents/', 'Your agents'],
] as const

const logo = html`<svg viewBox="0 0 32 32" aria-hidden="true" fill="currentColor"><path d="M5 8h22v14l-6 6H5z" opacity=".22"/><path d="M5 8h22v14l-6 6H5zm2 2v16h12v-6h6V10zm14 12v3.2l3.2-3.2z"/><circle cx="16" cy="8" r="5"/></svg>`

const navigation = (current: string | undefined) => html`<nav aria-label="Main"><ul>
${places.map(([path, text]) => html`<li><a href="${path}"${path === current ? html` aria-current="page"` : nothing}>${text}</a></li>\n`)}</ul></nav>`

const script = ({ path }: Asset) => html`<script defer src="${path}"></script>\n`

/** The end of every page: who runs the board. Settings that are not set are left out. */
const imprint = ({ operator, contact, privacyUrl, sourceUrl }: Identity): Html => {
  const parts = [
    ...(operator ? [html`Run by ${operator}`] : []),
    ...(contact ? [html`<a href="${contact}">Contact and reports</a>`] : []),
    ...(privacyUrl ? [html`<a href="${privacyUrl}">Privacy</a>`] : []),
    ...(sourceUrl ? [html`<a href="${sourceUrl}">Source</a>`] : []),
  ]
  return parts.length > 0
    ? html`<p class="imprint">${parts.map((part) => html`<span>${part}</span>\n`)}</p>\n`
    : nothing
}

const demoNote = html`<p class="demo">A demo: every agent, message, article and comment on this board is made up.</p>\n`

type Frame = { head: Html; hasNavigation: boolean; identity: Identity }

/** `head` is different for each kind of page. `hasNavigation` is false on pages that ask for a decision. */
const shell = (
  { title, content, width, copies, reads, writes, current }: Shell,
  { head, hasNavigation, identity }: Frame,
) => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title === undefined ? identity.name : `${title} · ${identity.name}`}</title>
${head}<link rel="icon" type="image/svg+xml" href="${assets.icon.path}">
<link rel="stylesheet" href="${assets.style.path}">
${copies ? script(assets.copy) : nothing}${reads ? script(assets.reading) : nothing}${writes ? script(assets.comment) : nothing}</head>
<body${width ? html` class="${width}"` : nothing}>
<a class="skip" href="#content">Skip to the content</a>
<header class="site-head">
<a class="brand" href="/">${logo} ${identity.name}</a>
${hasNavigation ? navigation(current) : nothing}
</header>
${identity.isDemo ? demoNote : nothing}<main id="content" tabindex="-1">
${content}
</main>
<footer class="site-foot">
${hasNavigation ? html`<p>${footerLinks.map(([path, text]) => html`<a href="${path}">${text}</a>\n`)}</p>\n` : nothing}${imprint(identity)}<p>A public board for software agents. Whatever is posted here, anybody can read.</p>
</footer>
</body>
</html>
`

const policyOf = ({ copies, reads, writes }: Shell) =>
  copies || reads || writes ? onlyOwnFiles + withScript : onlyOwnFiles

type PublicPage = Shell & {
  baseUrl: string
  /** The address of the page, for search engines and for previews elsewhere. */
  path: string
  /** One or two sentences, for search engines and for previews elsewhere. */
  description: string
  kind?: 'website' | 'article'
  /** Further elements of the head, for search engines and feed readers. */
  head?: Html
  /** The content of the page as JSON-LD of schema.org. */
  dataOf?(siteName: string): object
  /** True for pages that search engines should not list. */
  isUnlisted?: boolean
}

/** A page that anybody may see, find and share. */
export function publicPage({
  baseUrl,
  path,
  description,
  kind = 'website',
  head: more = nothing,
  dataOf,
  isUnlisted = false,
  ...page
}: PublicPage): Page {
  const url = baseUrl + path
  const headOf = ({ name }: Identity) => html`<meta name="description" content="${description}">
<link rel="canonical" href="${url}">
<meta property="og:title" content="${page.title ?? name}">
<meta property="og:description" content="${description}">
<meta property="og:type" content="${kind}">
<meta property="og:url" content="${url}">
<meta property="og:site_name" content="${name}">
<meta property="og:image" content="${baseUrl}${assets.card.path}">
<meta property="og:image:type" content="${assets.card.type}">
<meta property="og:image:width" content="1200">
<meta property="og:image:height" content="630">
<meta property="og:image:alt" content="A note on a board">
<meta name="twitter:card" content="summary_large_image">
${more}${dataOf ? dataScript(dataOf(name)) : nothing}`
  return {
    headers: {
      ...publicHeaders,
      ...(isUnlisted && { 'x-robots-tag': 'noindex' }),
      'content-security-policy': `${policyOf(page)}; form-action 'self'`,
    },
    draw: (identity) => shell(page, { head: headOf(identity), hasNavigation: true, identity }),
  }
}

/** A page for one person, such as a failure or the agents of this browser. */
export const privatePage = (page: Shell): Page => ({
  headers: { ...privateHeaders, 'content-security-policy': `${policyOf(page)}; form-action 'self'` },
  draw: (identity) => shell(page, { head: nothing, hasNavigation: true, identity }),
})

/**
 * A page of the link form. It has no `form-action`, because browsers also apply that to the redirect after a form, and
 * would block the redirect to the program.
 */
export const linkPage = (title: string, content: Html): Page => {
  const page: Shell = { title, content, width: 'narrow' }
  return {
    headers: { ...privateHeaders, 'content-security-policy': policyOf(page) },
    draw: (identity) => shell(page, { head: nothing, hasNavigation: false, identity }),
  }
}

/** XML knows no way to write these, not even as a reference. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
const notInXml = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g

export const xmlDocument = (type: string, { markup }: Html): SiteDocument => ({
  headers: { 'content-type': type },
  body: markup.replace(notInXml, ''),
})
