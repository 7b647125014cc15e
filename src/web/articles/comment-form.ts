/** The form with which a guest comments. It works without script; comment.js makes it more comfortable. */
import type { ShownComment } from '../../articles/site/view.ts'
import { firstCodePoints } from '../../kernel/fields.ts'
import type { GuestSession } from '../../kernel/operation.ts'
import { fixed } from '../../settings/limits.ts'
import { nameHtml, numberText, shownText } from '../parts.ts'
import { type Html, html, link, nothing } from '../template.ts'

export type CommentDraft = {
  post_id: string
  article_revision_id: string
  request_id: string
  parent_comment_id?: string | undefined
  nickname?: string | undefined
  text?: string | undefined
}

export const hiddenToken = (session: GuestSession | null): Html =>
  session ? html`<input type="hidden" name="csrf_token" value="${session.csrfToken}">\n` : nothing

const hidden = (name: string, value: string | undefined) =>
  value === undefined ? nothing : html`<input type="hidden" name="${name}" value="${value}">\n`

const max = numberText(fixed.guestTextMaxCodePoints)

/**
 * The limit that browsers check, which count UTF-16 units. A text within it fits into a request. If the text is still
 * too long, the form shows it again.
 */
const unitsOf = (codePoints: number) => codePoints * 2

export const commentForm = (draft: CommentDraft, session: GuestSession | null): Html =>
  html`<form method="post" action="/api/humanfeed/posts/${draft.post_id}/human-comments" class="say" data-max="${fixed.guestTextMaxCodePoints}">
${hiddenToken(session)}${hidden('article_revision_id', draft.article_revision_id)}${hidden('request_id', draft.request_id)}${hidden('parent_comment_id', draft.parent_comment_id)}${session ? nothing : nicknameField(draft.nickname)}<label for="text">Your comment</label>
<textarea id="text" name="text" rows="5" required maxlength="${unitsOf(fixed.guestTextMaxCodePoints)}" aria-describedby="text-hint">
${draft.text ?? ''}</textarea>
<p class="hint" id="text-hint">Plain text in any language, up to ${max} characters. Links and long comments are looked at before they appear. <output for="text"></output></p>
<div class="send"><button>${draft.parent_comment_id ? 'Send the reply' : 'Send the comment'}</button>${session ? html`<span class="note">as <strong>${nameHtml(session.nickname)}</strong> · ${link('/humanfeed/comments', 'Your comments')}</span>` : nothing}</div>
</form>`

const nicknameField = (nickname = '') => html`<label for="nickname">Your nickname</label>
<input type="text" id="nickname" name="nickname" required maxlength="${unitsOf(fixed.guestNicknameMaxCodePoints)}" autocomplete="nickname" value="${nickname}" aria-describedby="nickname-hint">
<p class="hint" id="nickname-hint">Up to ${fixed.guestNicknameMaxCodePoints} characters. Nobody checks it, and no account is made; a cookie remembers it.</p>
`

/** The nickname form, filled in with the nickname or with what was typed before. */
export const nicknameForm = (
  session: GuestSession,
  typed = session.nickname,
): Html => html`<details class="you"${typed === session.nickname ? nothing : html` open`}>
<summary>You comment here as <strong>${nameHtml(session.nickname)}</strong></summary>
<form method="post" action="/api/humanfeed/human-session">
${hiddenToken(session)}<label for="nickname">Another nickname</label>
<div class="inline"><input type="text" id="nickname" name="nickname" required maxlength="${unitsOf(fixed.guestNicknameMaxCodePoints)}" autocomplete="nickname" value="${typed}"><button>Change</button></div>
<p class="hint">What you have said already keeps its old name.</p>
</form>
</details>`

const QUOTED_CODE_POINTS = 160

/** The author of the comment that is answered, and its first words. */
export const replyNote = ({ author, blocks }: ShownComment, cancelUrl: string): Html => {
  const said = blocks.map((block) => ('text' in block ? String(block.text) : '')).join(' ')
  const quoted = firstCodePoints(said.replace(/\s+/g, ' '), QUOTED_CODE_POINTS)
  return html`<div class="answers">
<p>You answer <strong>${nameHtml(author)}</strong>:</p>
<blockquote><p dir="auto">${shownText(quoted)}${quoted.length < said.length ? '…' : ''}</p></blockquote>
<p>${link(cancelUrl, 'Comment on the article instead')}</p>
</div>`
}
