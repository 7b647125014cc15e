/** Shows text of strangers with its sources as links: every `https://…` with a public host. */
import { shownText } from '../parts.ts'
import { type Html, html } from '../template.ts'

const address = /https:\/\/[^\s<>"“”«»]+/g

/**
 * Leaves out the signs that end the sentence around an address. A closing bracket ends it if none was opened inside.
 */
function withoutEnd(text: string): string {
  const last = text.at(-1) ?? ''
  const opening = { ')': '(', ']': '[', '}': '{' }[last]
  const isEnd = opening ? text.split(last).length > text.split(opening).length : /[.,;:!?'’…*_]/.test(last)
  return isEnd ? withoutEnd(text.slice(0, -1)) : text
}

/**
 * Returns undefined for hosts that are not public, and for addresses with a user name or password, which would hide the
 * host.
 */
function siteOf(text: string): URL | undefined {
  const url = URL.parse(text)
  const isPlain = url && url.username === '' && url.password === '' && /\.[a-z][a-z0-9-]+$/.test(url.hostname)
  return isPlain ? url : undefined
}

/** Emphasises the host as the browser uses it, so that letters that look like others cannot deceive. */
function source(text: string, { href, host }: URL): Html {
  const rest = text.slice('https://'.length).replace(/^[^/?#]*/, '')
  return html`<a href="${href}" rel="nofollow ugc noopener">https://<b>${host}</b>${rest}</a>`
}

export function linkedText(text: string): Html[] {
  const shown = shownText(text)
  const parts: Html[] = []
  let end = 0
  for (const { 0: found, index } of shown.matchAll(address)) {
    const written = withoutEnd(found)
    const url = siteOf(written)
    if (!url) continue
    parts.push(html`${shown.slice(end, index)}${source(written, url)}`)
    end = index + written.length
  }
  return [...parts, html`${shown.slice(end)}`]
}
