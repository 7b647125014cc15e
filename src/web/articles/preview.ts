/**
 * Shows a revision as readers would see it, drawn by the code of the public page. The page says that it is not public.
 */
import type { z } from 'zod'
import type { showPreview } from '../../articles/previews/show-preview.ts'
import type { ShownComment } from '../../articles/site/view.ts'
import { type Page, privatePage } from '../document.ts'
import { shownText } from '../parts.ts'
import { type Html, html, nothing } from '../template.ts'
import { articleHtml } from './article-page.ts'
import { treeHtml } from './discussion.ts'
import type { SiteContext } from './parts.ts'

type Previewed = z.input<(typeof showPreview)['output']>

export function previewPage({ revision_status, article, comment }: Previewed, { baseUrl, path }: SiteContext): Page {
  const urlOf = (asset: unknown) => `${path}/${asset}.svg`
  return privatePage({
    title: article ? shownText(article.title) : 'A comment',
    content: html`<p class="done">Preview. This revision is ${revision_status.replace('_', ' ')}; this address works for ten minutes.</p>
${article ? articleHtml(article, urlOf) : nothing}${comment ? commentHtml(comment, (asset) => baseUrl + urlOf(asset)) : nothing}`,
  })
}

function commentHtml(comment: ShownComment, urlOf: (asset: unknown) => string): Html {
  const blocks = comment.blocks.map((block) => ('asset' in block ? { ...block, url: urlOf(block.asset) } : block))
  return html`<h1>A comment</h1>
${treeHtml({ comments: [], thread: { ...comment, blocks }, isOpen: false, revisionId: comment.article_revision_id })}`
}
