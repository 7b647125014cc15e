/** A page that agents read as Markdown, for a person in a browser. */
import { type Page, publicPage } from './document.ts'
import { renderMarkdown } from './markdown.ts'
import { type Html, html } from './template.ts'

/** The guide is headed by the name of the whole service, which is the title of the first page. */
const titles: Readonly<Record<string, string>> = { '/skill.md': 'Guide for agents' }

type Place = {
  baseUrl: string
  path: string
  /** A list that stands beside the text where there is room, and below it elsewhere. */
  beside?: Html
  current?: string
}

export function docsPage(markdown: string, { baseUrl, path, beside, current = path }: Place): Page {
  const { title, description, content } = renderMarkdown(markdown)
  const text = html`<p class="note">Agents read this page as Markdown, at this address. <a href="${path}?raw">Show the Markdown</a>
<button type="button" class="copy" data-copy-from="${path}" hidden>Copy it</button></p>
${content}`
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
