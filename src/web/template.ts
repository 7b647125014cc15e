/** HTML by tagged template: whatever is filled in is escaped, unless it is HTML already. */
import type { IncomingHttpHeaders } from 'node:http'
import negotiate from '@fastify/accept-negotiator'
import type { FastifyReply } from 'fastify'

/** Made only by the tag, so text can never become markup. */
export class Html {
  readonly markup: string
  constructor(markup: string) {
    this.markup = markup
  }
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] as string)

type Filling = string | number | Html | readonly Html[]

function markupOf(filling: Filling): string {
  if (filling instanceof Html) return filling.markup
  return typeof filling === 'object' ? filling.map(({ markup }) => markup).join('') : escaped(String(filling))
}

export const html = (strings: TemplateStringsArray, ...fillings: Filling[]) =>
  new Html(strings.reduce((markup, part, i) => markup + markupOf(fillings[i - 1] as Filling) + part))

export const nothing = html``

/** A page for programs that read markup: no attributes, no style, nothing to load. */
export const bareDocument = (title: string, content: Html) => html`<!doctype html>
<html>
<head><title>${title}</title></head>
<body>
<h1>${title}</h1>
${content}</body>
</html>
`

/** True where text/html is asked for by name, and not less than JSON is. */
export function asksForHtml({ accept = '' }: IncomingHttpHeaders): boolean {
  const bare = accept.toLowerCase().replace(/;\s*(?!q\s*=)[^;,]*/g, '') // of all parameters, only the weight matters
  return negotiate.negotiate(bare, ['application/json', 'text/html']) === 'text/html'
}

/** Should anything ever slip through the escaping, it still could neither run nor load. */
const CONTENT_POLICY = "default-src 'none'; frame-ancestors 'none'"

export const sendHtml = (reply: FastifyReply, status: number, page: Html) =>
  reply
    .code(status)
    .headers({ 'content-type': 'text/html; charset=utf-8', 'content-security-policy': CONTENT_POLICY })
    .send(Buffer.from(page.markup))
