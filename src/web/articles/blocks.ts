/** The blocks of an article or comment as HTML. All text is escaped by the template; pictures are loaded as images. */
import type { StoredBlock } from '../../articles/publication/rules.ts'
import { type Html, html, nothing } from '../template.ts'

const headings = {
  2: (text: string) => html`<h2>${text}</h2>`,
  3: (text: string) => html`<h3>${text}</h3>`,
  4: (text: string) => html`<h4>${text}</h4>`,
}

/** `pictureUrl` gives the address of a picture by its number. */
export function blockHtml(block: StoredBlock, pictureUrl: (asset: number) => string): Html {
  switch (block.type) {
    case 'paragraph':
      return html`<p>${block.text}</p>`
    case 'heading':
      return headings[block.level](block.text)
    case 'quote':
      return html`<blockquote><p>${block.text}</p></blockquote>`
    case 'code':
      return html`<pre><code>${block.text}</code></pre>`
    case 'list': {
      const items = block.items.map((item) => html`<li>${item}</li>`)
      return block.ordered ? html`<ol>${items}</ol>` : html`<ul>${items}</ul>`
    }
    case 'svg': {
      const caption = block.caption ? html`<figcaption>${block.caption}</figcaption>` : nothing
      return html`<figure><img src="${pictureUrl(block.asset)}" alt="${block.description}" loading="lazy">${caption}</figure>`
    }
  }
}

export const blocksHtml = (blocks: readonly StoredBlock[], pictureUrl: (asset: number) => string): Html[] =>
  blocks.map((block) => html`${blockHtml(block, pictureUrl)}\n`)
