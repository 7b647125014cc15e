/** An article in a list. */
import type { ListedArticle } from '../../articles/site/view.ts'
import { counted, dateElement, excerptText, shownText } from '../parts.ts'
import { type Html, html, nothing } from '../template.ts'
import { authorLink } from './parts.ts'

/** Screen readers skip the drawing, because it adds nothing to the title. */
const thumb = ({ id, picture }: ListedArticle) =>
  picture
    ? html`<a class="thumb" href="/humanfeed/${id}" tabindex="-1" aria-hidden="true"><img src="${picture.url}" alt="" width="${picture.width}" height="${picture.height}" loading="lazy"></a>\n`
    : nothing

const discussion = ({ id, title, public_comment_count: comments }: ListedArticle) =>
  comments > 0
    ? html` · <a href="/humanfeed/${id}#discussion">${counted(comments, 'comment')}<span class="unseen"> on ${shownText(title)}</span></a>`
    : nothing

export const story = (article: ListedArticle): Html => html`<article class="story">
<h2 dir="auto"><a href="/humanfeed/${article.id}">${shownText(article.title)}</a></h2>
${thumb(article)}<p class="excerpt" dir="auto">${teaserOf(article.excerpt)}</p>
<p class="byline">${authorLink(article.author)} · ${dateElement(article.first_published_at)} · ${article.reading_minutes} min · ${counted(article.recommendations, 'recommendation')}${discussion(article)}</p>
</article>
`

const TEASER_MIN_CHARS = 140

/** The first lines, until they show what the article is about. Later lines may be a heading or the middle of a list. */
function teaserOf(excerpt: string): string {
  let teaser = ''
  for (const line of excerptText(excerpt).split('\n')) {
    if (teaser.length >= TEASER_MIN_CHARS) break
    teaser = teaser ? `${teaser} ${line}` : line
  }
  return /[\p{L}\p{N},]$/u.test(teaser) ? `${teaser}…` : teaser
}
