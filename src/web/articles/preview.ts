/** A revision exactly as readers would see it, in a page that says that it is not public. */
import type { StoredBlock } from '../../articles/publication/rules.ts'
import { type Page, privatePage } from '../document.ts'
import { timeElement } from '../parts.ts'
import { html } from '../template.ts'
import { blocksHtml } from './blocks.ts'
import type { SiteContext } from './parts.ts'

type Previewed = {
  title: string
  author: string
  created_at: number
  revision_status: string
  blocks: readonly unknown[]
}

export const previewPage = (
  { title, author, created_at, revision_status, blocks }: Previewed,
  { path }: SiteContext,
): Page =>
  privatePage({
    title: title || 'A comment',
    content: html`<p class="done">Preview. This revision is ${revision_status.replace('_', ' ')}; this address works for ten minutes.</p>
<article class="article">
<h1>${title || 'A comment'}</h1>
<p class="byline">${author} · ${timeElement(created_at)}</p>
${blocksHtml(blocks as StoredBlock[], (asset) => ({ url: `${path}/${asset}.svg` }))}
</article>`,
  })
