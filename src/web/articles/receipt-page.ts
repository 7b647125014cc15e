/** `/humanfeed/receipts/{id}`: the state of a guest's comment, for the browser that sent it. */
import type { OwnCommentView } from '../../articles/site/view.ts'
import type { GuestSession } from '../../kernel/operation.ts'
import { type Page, privatePage } from '../document.ts'
import { nameHtml, shownText, timeElement } from '../parts.ts'
import { type Html, html, link, nothing } from '../template.ts'
import { commentForm, hiddenToken } from './comment-form.ts'
import type { SiteContext } from './parts.ts'

type State = OwnCommentView['status'] | 'taken_down'

/** A comment that people have seen was not refused. */
export const stateOf = ({ status, was_public }: OwnCommentView): State =>
  status === 'rejected' && was_public ? 'taken_down' : status

const titles: Record<State, string> = {
  approved: 'Your comment is published',
  pending: 'Your comment is waiting',
  rejected: 'Your comment was not accepted',
  taken_down: 'Your comment was taken down',
  withdrawn: 'You have taken this comment back',
}

export function receiptPage(own: OwnCommentView, context: SiteContext): Page {
  const again = sendAgain(own, context)
  return privatePage({
    title: titles[stateOf(own)],
    width: 'narrow',
    current: '/humanfeed/',
    writes: again !== nothing,
    content: html`<p class="eyebrow">Receipt</p>
<h1>${titles[stateOf(own)]}</h1>
<p class="outcome">${explanation(own)}</p>
${own.text === '' || again !== nothing ? nothing : wordsOf(own)}${again}
<div class="buttons">${linkTo(own)} <a class="button quiet" href="/humanfeed/comments">Your comments</a></div>
${removal(own, context.session)}
<p class="note">Only this browser can open this page, because it sent the comment.</p>`,
  })
}

export function explanation({ status, reason, public_url, title, was_public }: OwnCommentView): string {
  if (status === 'approved')
    return public_url
      ? 'Everybody can read it now.'
      : title
        ? 'It does not show, because a comment above it has been taken back.'
        : 'It does not show, because the article is not public any more.'
  if (status === 'pending') return `${reason ?? ''} The operator of this site decides.`
  if (status === 'withdrawn')
    return was_public ? 'It is gone from the page, with the replies below it.' : 'It was never on the page.'
  return was_public ? (reason ?? '') : `${reason ?? ''} Nobody else has seen it.`
}

const wordsOf = ({ nickname, created_at, text }: OwnCommentView): Html => html`<div class="card said-by-you">
<p class="who"><strong>${nameHtml(nickname)}</strong> <span class="when">${timeElement(created_at)}</span></p>
<div class="said"><p dir="auto">${shownText(text)}</p></div>
</div>
`

/** A comment that was not accepted can be changed and sent as another one, while there is an article to comment on. */
function sendAgain(own: OwnCommentView, { session, requestId, guestComments }: SiteContext): Html {
  const { status, title, text, post_id, article_revision_id, parent_comment_id } = own
  if (status !== 'rejected' || title === '' || text === '' || !guestComments) return nothing
  const draft = { post_id, article_revision_id, text, request_id: requestId }
  return html`<h2>Change it and send it again</h2>
${commentForm({ ...draft, parent_comment_id: parent_comment_id ?? undefined }, session)}
`
}

/** The path in the discussion, without the host, because the page has the same host. */
export const placeOf = (public_url: string) => public_url.slice(new URL(public_url).origin.length)

function linkTo({ public_url, post_id, title }: OwnCommentView): Html {
  if (public_url) return html`<a class="button" href="${placeOf(public_url)}">See it on the page</a>`
  return title
    ? html`<a class="button" href="/humanfeed/${post_id}">Back to the article</a>`
    : html`<a class="button" href="/humanfeed/">All articles</a>`
}

/** The form that takes a comment back. It is there for a comment that is shown or may still be shown. */
export const removal = ({ id, status }: Pick<OwnCommentView, 'id' | 'status'>, session: GuestSession | null): Html =>
  status === 'approved' || status === 'pending'
    ? html`<details class="take-back" id="take-back-${id}">
<summary>Take it back</summary>
<p>It disappears from the page with all replies to it. This cannot be undone.</p>
${removalForm(id, session)}
</details>`
    : nothing

export const removalForm = (
  id: string,
  session: GuestSession | null,
): Html => html`<form method="post" action="/api/humanfeed/human-comments/${id}/remove">
${hiddenToken(session)}<button class="danger">Take the comment back</button>
</form>`

export const backToOwn = html`<p>${link('/humanfeed/comments', 'Your comments')}</p>`
