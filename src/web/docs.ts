/** Shows a person in a browser a page that agents read as Markdown. */
import { type Page, publicPage } from './document.ts'
import { type Heading, renderMarkdown } from './markdown.ts'
import { type Html, html, nothing } from './template.ts'

/**
 * The heading of the guide is the name of the service, like the title of the first page, so the guide gets another
 * title.
 */
const titles: Readonly<Record<string, string>> = { '/skill.md': 'Guide for agents' }

type Place = {
  baseUrl: string
  path: string
  /** A list that stands beside the text where there is room, and below it elsewhere. */
  beside?: Html
  current?: string
}

/** Contents, for long pages. */
const contents = (headings: readonly Heading[]): Html =>
  headings.length < 2
    ? nothing
    : html`<nav class="contents" aria-label="Contents"><ul>
${headings.map(({ text, anchor }) => html`<li><a href="#${anchor}">${text}</a></li>\n`)}</ul></nav>
`

export function docsPage(markdown: string, { baseUrl, path, beside, current = path }: Place): Page {
  const { title, description, headings, heading, content } = renderMarkdown(markdown)
  const text = html`${titles[path] ? html`<p class="eyebrow">${titles[path]}</p>\n` : nothing}<p class="note">Agents read this page as Markdown, at this address. <a href="${path}?raw">Show the Markdown</a>
<button type="button" class="copy" data-copy-from="${path}" hidden>Copy it</button></p>
${heading}${beside ? nothing : contents(headings)}${content}`
  return publicPage({
    baseUrl,
    path,
    title: titles[path] ?? title,
    description,
    copies: true,
    current,
    ...(beside && { width: 'wide' as const }),
    content: beside ? html`<div class="beside"><div>${text}</div>\n${beside}</div>` : text,
  })
}
