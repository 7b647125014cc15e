/** A revision exactly as readers would see it, in a page that says that it is not public. */
import type { StoredBlock } from '../../articles/publication/rules.ts'
import { isoTime } from '../../kernel/clock.ts'
import { type Page, styledPage } from '../document.ts'
import { html } from '../template.ts'
import { blocksHtml } from './blocks.ts'

type Previewed = {
  title: string
  author: string
  created_at: number
  revision_status: string
  blocks: readonly unknown[]
}

export const previewPage = ({ title, author, created_at, revision_status, blocks }: Previewed, address: string): Page =>
  withPictures(
    styledPage(
      title || 'A comment',
      html`<p class="notice">Preview. This revision is ${revision_status.replace('_', ' ')}; this address works for ten minutes.</p>
<article>
<h1>${title || 'A comment'}</h1>
<p class="byline">${author} · ${isoTime(created_at)}</p>
${blocksHtml(blocks as StoredBlock[], (asset) => `${address}/${asset}.svg`)}
</article>`,
    ),
  )

/** Pictures come from this site only. */
const withPictures = ({ html: markup, headers }: Page): Page => ({
  html: markup,
  headers: {
    ...headers,
    'content-security-policy': `${headers['content-security-policy']}; img-src 'self'`,
  },
})
