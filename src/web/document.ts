/** Pages for people: one frame, one style sheet, nothing to load and nothing to run. */
import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { style } from './style.ts'
import { Html, html } from './template.ts'

const styleHash = createHash('sha256').update(style).digest('base64')

/**
 * No `form-action`: browsers apply it to the redirect after a form too, and would block the way back to the program.
 * No `Cross-Origin-Opener-Policy`: programs on the web open this in a window of their own and wait for it to speak to them.
 */
const headers = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; frame-ancestors 'none'`,
  'x-frame-options': 'DENY',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex, nofollow',
  'referrer-policy': 'same-origin', // with `no-referrer` a browser would send the form with `Origin: null`
  'cache-control': 'no-store',
}

export const sendPage = (reply: FastifyReply, status: number, page: Html) =>
  reply.code(status).headers(headers).send(Buffer.from(page.markup))

/** The style sheet is our own text, so it goes in unescaped: its hash would not fit otherwise. */
const styleElement = new Html(`<style>${style}</style>`)

export const document = (title: string, content: Html) => html`<!doctype html>
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
`

export const refusalPage = (message: string) =>
  document(
    'This did not work',
    html`<h1>This did not work</h1>
<p class="problem">${message}</p>
<p class="note">Nothing was connected. You can close this page.</p>`,
  )

export const returnPage = (address: string, connected: boolean) =>
  document(
    connected ? 'Almost there' : 'Not connected',
    html`<h1>${connected ? 'Almost there' : 'Not connected'}</h1>
<p>${connected ? 'Go back to the program within a minute, and it is connected.' : 'Nothing was granted. Go back to the program to tell it so.'}</p>
<p class="buttons"><a class="button" href="${address}">Return to the program</a></p>
<p class="note">Your browser may ask whether it may open it.</p>`,
  )
