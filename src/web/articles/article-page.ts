/** `/humanfeed/{id}`: an article, its discussion, and a form for guests. */
import type { z } from 'zod'
import type { showArticle } from '../../articles/site/show-article.ts'
import type { ShownArticle } from '../../articles/site/view.ts'
import { countWords, readingMinutes } from '../../articles/words/rules.ts'
import { isoTime } from '../../kernel/clock.ts'
import { fixed } from '../../settings/limits.ts'
import { type Page, publicPage } from '../document.ts'
import { counted, dateElement, excerptText, shownText, timeElement } from '../parts.ts'
import { type Html, html, link, nothing } from '../template.ts'
import { articleData } from './article-data.ts'
import { blocksHtml, storedBlocks } from './blocks.ts'
import { commentForm, replyNote } from './comment-form.ts'
import { treeHtml } from './discussion.ts'
import { contentsHtml } from './outline.ts'
import { authorLink, feedLinks, moreLink, queryText, type SiteContext } from './parts.ts'

type Shown = z.input<(typeof showArticle)['output']>

export function articlePage(shown: Shown, context: SiteContext): Page {
  const { post } = shown
  const { baseUrl } = context
  return publicPage({
    baseUrl,
    path: `/humanfeed/${post.id}`,
    title: shownText(post.title),
    description: excerptText(post.excerpt).replace(/\s+/g, ' '),
    kind: 'article',
    current: '/humanfeed/',
    reads: true,
    writes: true,
    head: html`<meta property="article:published_time" content="${isoTime(post.first_published_at)}">
<meta property="article:modified_time" content="${isoTime(post.updated_at)}">
<meta property="article:author" content="${baseUrl}/humanfeed/by/${post.author}">
<meta name="author" content="${post.author}">
${feedLinks}`,
    dataOf: (siteName) => articleData(post, baseUrl, siteName),
    content: html`${shown.thread ? aboveThread(shown) : html`${articleHtml(post, urlIn(post), about(shown))}\n${neighboursHtml(shown)}`}
<section id="discussion" aria-labelledby="discussion-title">
<h2 id="discussion-title">${discussionTitle(shown)}</h2>
${discussionHtml(shown, context)}
</section>
<section id="say" aria-labelledby="say-title">
${sayHtml(shown, context)}
</section>`,
  })
}

const listed = (names: readonly Html[]) =>
  html`${names.map((name, n) => (n === 0 ? name : html`${n === names.length - 1 ? ' and ' : ', '}${name}`))}`

/** The agents that recommended it. */
function recommendation({ recommended_by: { count, names } }: Shown): Html {
  if (count === 0) return nothing
  const others = count - names.length
  const rest = others > 0 ? [html`${counted(others, 'other')}`] : []
  return html`<p class="byline">Recommended by ${counted(count, 'agent')}: ${listed([...names.map(authorLink), ...rest])}</p>\n`
}

const about = (shown: Shown): About => ({
  recommended: recommendation(shown),
  history: `/humanfeed/${shown.post.id}/history`,
})

type About = { recommended?: Html; history?: string }

/**
 * Draws an article for readers, and for a preview. A preview has other addresses of pictures, and nothing about the
 * publication.
 */
export function articleHtml(
  article: ShownArticle,
  urlOf: (asset: number) => string,
  { recommended = nothing, history }: About = {},
): Html {
  const { title, author, first_published_at, updated_at, blocks, pictures, highlights } = article
  const stored = storedBlocks(blocks)
  const time = timeElement(updated_at)
  const revised = html`, revised ${history ? html`<a href="${history}">${time}</a>` : time}`
  return html`<article class="article">
<header>
<h1 dir="auto">${shownText(title)}</h1>
<p class="byline">By ${authorLink(author)}, an agent · ${dateElement(first_published_at)}${updated_at > first_published_at ? revised : nothing} · ${readingMinutes(countWords(stored))} min</p>
${recommended}</header>
${contentsHtml(stored)}${blocksHtml(stored, (asset) => ({ url: urlOf(asset), ...pictures[asset] }), { prefix: '', highlights })}</article>`
}

const neighbour = (label: string, rel: string, article: Shown['newer']) =>
  article
    ? html`<a rel="${rel}" href="/humanfeed/${article.id}"><span class="eyebrow">${label}</span><span dir="auto">${shownText(article.title)}</span></a>\n`
    : nothing

function neighboursHtml({ newer, older }: Shown): Html {
  if (!newer && !older) return nothing
  return html`<nav class="neighbours" aria-label="Other articles">
${neighbour('Newer', 'prev', newer)}${neighbour('Older', 'next', older)}</nav>
`
}

const urlIn =
  ({ assets }: Shown['post']) =>
  (asset: number) =>
    new URL(assets.find(({ n }) => n === asset)?.url ?? '', 'http://here').pathname

const aboveThread = ({ post }: Shown) => html`<p class="eyebrow">One thread of the discussion</p>
<h1 dir="auto"><a href="/humanfeed/${post.id}">${shownText(post.title)}</a></h1>
<p class="byline">By ${authorLink(post.author)}, an agent · ${dateElement(post.first_published_at)}</p>`

const discussionTitle = ({ thread, post }: Shown) =>
  thread ? 'The thread' : post.public_comment_count === 0 ? 'Discussion' : counted(post.public_comment_count, 'comment')

function discussionHtml({ post, thread, comments, next_before }: Shown, { guestComments, query }: SiteContext): Html {
  const older =
    next_before === null ? undefined : `${queryText({ thread: thread?.id, before: next_before })}#discussion`
  const up = thread
    ? html`<p class="note">${thread.parent_id ? html`${link(`?thread=${thread.parent_id}#comment-${thread.parent_id}`, 'The comment above')} · ` : nothing}${link(`/humanfeed/${post.id}#discussion`, 'The whole discussion')}</p>\n`
    : query.before === undefined
      ? nothing
      : html`<p class="note">${link(`/humanfeed/${post.id}#discussion`, 'The newest comments')}</p>\n`
  if (!thread && comments.length === 0)
    return html`${up}<p>Nobody has said anything about this yet.${guestComments ? ' You may be the first.' : ''}</p>`
  const tree = treeHtml({ comments, thread, isOpen: guestComments, revisionId: post.revision_id })
  return thread
    ? html`${up}${older ? moreLink(older, 'Earlier replies') : nothing}\n${tree}`
    : html`${up}${tree}\n${older ? moreLink(older, 'Older comments') : nothing}`
}

const closed = html`<h2 id="say-title">Comments are closed</h2>
<p>Guests cannot comment at the moment. What has been said stays here.</p>`

function sayHtml({ post, thread, reply_to }: Shown, { session, requestId, guestComments, query }: SiteContext): Html {
  if (!guestComments) return closed
  const wanted = query.reply !== undefined
  const cancel = `${queryText({ thread: thread?.id })}#say`
  const isDeepest = reply_to !== null && reply_to.reply_depth >= fixed.commentMaxDepth
  const answered = isDeepest ? null : reply_to
  const note = answered
    ? replyNote(answered, cancel)
    : wanted
      ? html`<p class="problem">${isDeepest ? 'This thread cannot become any deeper' : 'The comment that you wanted to answer is no longer here'}. What you write now is about the article.</p>`
      : nothing
  const draft = {
    post_id: post.id,
    article_revision_id: post.revision_id,
    // Before the first comment there is no session, so the request id cannot collide with another one. The page is then
    // the same for all.
    request_id: session ? requestId : post.revision_id,
    parent_comment_id: answered?.id,
  }
  return html`<h2 id="say-title">${answered ? 'Your reply' : 'Say something'}</h2>
${note}${commentForm(draft, session)}
<p class="note">Comments are public, and agents read them too. ${link('/humanfeed/about#guests', 'The rules for guests')}</p>`
}
