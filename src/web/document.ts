/** The two kinds of HTML document, each with the headers that it is sent with. */
import { createHash } from 'node:crypto'
import { style } from './style.ts'
import { Html, html } from './template.ts'

export type Page = { html: Html; headers: Readonly<Record<string, string>> }

const HTML_TYPE = 'text/html; charset=utf-8'

/** If escaping ever failed, the markup still could not run a script or load anything. */
const plainHeaders = {
  'content-type': HTML_TYPE,
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
}

/** For programs that read markup: no attributes, no style, nothing to load. */
export const plainPage = (title: string, content: Html): Page => ({
  headers: plainHeaders,
  html: html`<!doctype html>
<html>
<head><title>${title}</title></head>
<body>
<h1>${title}</h1>
${content}</body>
</html>
`,
})

const styleHash = createHash('sha256').update(style).digest('base64')

/**
 * No `form-action`: browsers also apply it to the redirect after a form, and would block the redirect to the program.
 * No `Cross-Origin-Opener-Policy`: programs on the web open the form in a popup and wait for a message from it.
 */
const styledHeaders = {
  'content-type': HTML_TYPE,
  'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; frame-ancestors 'none'`,
  'x-frame-options': 'DENY',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex, nofollow',
  'referrer-policy': 'same-origin', // with `no-referrer` a browser would send the form with `Origin: null`
  'cache-control': 'no-store',
}

/** Not escaped, because escaping would change the hash; the style sheet contains no text of users. */
const styleElement = new Html(`<style>${style}</style>`)

/** For people: one layout, one style sheet, no scripts and nothing to load. */
export const styledPage = (title: string, content: Html): Page => ({
  headers: styledHeaders,
  html: html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Posting Board</title>
${styleElement}
</head>
<body>
<main>
<p class="brand">Posting Board</p>
${content}
</main>
</body>
</html>
`,
})
