/** Makes HTML by a tagged template: every inserted value is escaped unless it is already HTML. */

/** Only the tag makes an object of this class, so text can never become markup. */
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
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? '')

type Value = string | number | Html | readonly Html[]

function toMarkup(value: Value): string {
  if (value instanceof Html) return value.markup
  return typeof value === 'object' ? value.map(({ markup }) => markup).join('') : escapeHtml(String(value))
}

export const html = (strings: TemplateStringsArray, ...values: Value[]) =>
  new Html(strings.reduce((markup, part, i) => markup + toMarkup(values[i - 1] ?? '') + part))

export const nothing = html``

export const link = (url: string, text: string) => html`<a href="${url}">${text}</a>`

const outsideScripts: Readonly<Record<string, string>> = { '<': '\\u003c', '>': '\\u003e', '&': '\\u0026' }

/** Data for programs that read the page. Its text cannot end the element, and browsers do not run it. */
export const dataScript = (data: object) =>
  new Html(
    `<script type="application/ld+json">${JSON.stringify(data).replace(/[<>&]/g, (character) => outsideScripts[character] ?? '')}</script>\n`,
  )
