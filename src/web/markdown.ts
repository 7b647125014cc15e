/** Turns the Markdown of our own docs into HTML. HTML inside the Markdown is shown as text. */
import { Marked } from 'marked'
import { codeBlock } from './parts.ts'
import { Html, html } from './template.ts'

/** `## Post, reply, read` is linked as `#post-reply-read`. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')

/** Matches links such as `cursor://…`, which open a program. */
const opensProgram = (href: string) => /^(?!https?:|mailto:)[a-z]+:/.test(href)

/** The library made this markup, and escapes all text itself. */
const made = (markup: string) => new Html(markup)

const marked = new Marked({
  renderer: {
    heading({ tokens, depth, text }) {
      return `<h${depth} id="${html`${anchorOf(text)}`.markup}">${this.parser.parseInline(tokens)}</h${depth}>\n`
    },
    code: ({ text }) => codeBlock(text).markup,
    html: ({ text }) => html`${text}`.markup,
    table({ header, rows }) {
      const cells = (tag: string, row: typeof header) =>
        row.map(({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`).join('')
      const body = rows.map((row) => `<tr>${cells('td', row)}</tr>`).join('\n')
      return `<div class="table" tabindex="0"><table><thead><tr>${cells('th', header)}</tr></thead><tbody>${body}</tbody></table></div>\n`
    },
    link({ href, tokens }) {
      const text = made(this.parser.parseInline(tokens))
      return opensProgram(href)
        ? html`<a class="button quiet" href="${href}">${text}</a>`.markup
        : html`<a href="${href}">${text}</a>`.markup
    },
  },
})

export type Heading = { text: string; anchor: string }
export type RenderedMarkdown = { title: string; description: string; headings: Heading[]; heading: Html; content: Html }

/** Without links, code and emphasis. */
const plainText = (markdown: string) => markdown.replace(/\[([^\]]*)\]\([^)]*\)|[`*]/g, '$1')

/** Programs that install the page read this part. People see the same facts below it. */
const FRONT_MATTER = /^---\n[\s\S]*?\n---\n/

/** The text begins with its title. Title and description are the first heading and the first paragraph. */
export function renderMarkdown(text: string): RenderedMarkdown {
  const tokens = marked.lexer(text.replace(FRONT_MATTER, ''))
  const textOf = (type: string) => {
    const token = tokens.find((token) => token.type === type)
    return token && 'text' in token ? String(token.text) : ''
  }
  const headings = tokens.flatMap((token) =>
    token.type === 'heading' && token.depth === 2
      ? [{ text: plainText(token.text), anchor: anchorOf(token.text) }]
      : [],
  )
  return {
    title: textOf('heading'),
    description: plainText(textOf('paragraph')),
    headings,
    heading: made(marked.parser(tokens.slice(0, 1))),
    content: made(marked.parser(tokens.slice(1))),
  }
}
