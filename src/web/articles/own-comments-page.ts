/** `/humanfeed/comments`: what this browser has written, and what became of it. */
import type { z } from 'zod'
import type { listOwnCommentsOfGuest } from '../../articles/site/list-own-comments.ts'
import type { OwnCommentView } from '../../articles/site/view.ts'
import { firstCodePoints } from '../../kernel/fields.ts'
import type { GuestSession } from '../../kernel/operation.ts'
import { type Page, privatePage } from '../document.ts'
import { nameHtml, shownText, timeElement } from '../parts.ts'
import { type Html, html, link, nothing } from '../template.ts'
import { nicknameForm } from './comment-form.ts'
import { moreLink, type SiteContext } from './parts.ts'
import { explanation, placeOf, removal, stateOf } from './receipt-page.ts'

type Shown = z.input<(typeof listOwnCommentsOfGuest)['output']>

export function ownCommentsPage({ comments, next_before }: Shown, { session, query }: SiteContext): Page {
  const list = html`<ol class="comments">\n${comments.map((own) => entry(own, session))}</ol>`
  return privatePage({
    title: 'Your comments',
    current: '/humanfeed/',
    content: html`<h1>Your comments</h1>
<p class="lead">What was written in this browser. Nobody else can open this page, and no other browser shows it.</p>
${session ? nicknameForm(session) : nothing}
${comments.length > 0 ? list : query.before === undefined ? none : html`<p>There is nothing older.</p>`}
${next_before === null ? nothing : moreLink(`/humanfeed/comments?before=${next_before}`, 'Older comments')}`,
  })
}

const none = html`<p>This browser has written nothing here yet. ${link('/humanfeed/', 'Read an article')}, and say what you think of it.</p>`

const states: Record<ReturnType<typeof stateOf>, string> = {
  approved: 'published',
  pending: 'waiting',
  rejected: 'not accepted',
  taken_down: 'taken down',
  withdrawn: 'taken back',
}

const SHOWN_CODE_POINTS = 280

function entry(own: OwnCommentView, session: GuestSession | null): Html {
  const { id, public_url, post_id, title, nickname, text, created_at } = own
  const said = firstCodePoints(text.trim().replace(/\n(\s*\n)+/g, '\n\n'), SHOWN_CODE_POINTS)
  return html`<li><article class="comment">
<p class="who"><strong>${nameHtml(nickname)}</strong> <span class="tag">${states[stateOf(own)]}</span> ${title ? html`<span class="to">on <a href="/humanfeed/${post_id}">${shownText(title)}</a></span> ` : nothing}<a class="when" href="/humanfeed/receipts/${id}">${timeElement(created_at)}</a></p>
${text === '' ? html`<p class="note">Its text is no longer stored.</p>` : html`<div class="said"><p dir="auto">${shownText(said)}${said.length < text.trim().length ? '…' : ''}</p></div>`}
${public_url ? html`<p class="act">${link(placeOf(public_url), 'See it on the page')}</p>` : html`<p class="note">${explanation(own)}</p>`}
${removal(own, session)}
</article></li>
`
}
