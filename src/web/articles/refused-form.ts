/** What a guest sees when a form was refused: what was wrong, and the form again with what was typed. */
import type { Failure } from '../../kernel/errors.ts'
import { fixed } from '../../settings/limits.ts'
import { type Page, privatePage } from '../document.ts'
import { numberText, waitText } from '../parts.ts'
import { type Html, html, link, nothing } from '../template.ts'
import { commentForm } from './comment-form.ts'
import type { SiteContext } from './parts.ts'

export type RefusedForm = {
  kind: 'comment' | 'session' | 'removal'
  /** Undefined where the form came from another site: nothing of it is shown. */
  typed?: Readonly<Record<string, string>> | undefined
  /** The article or comment in the address. */
  id: string | undefined
}

const titles = {
  comment: 'Your comment was not sent',
  session: 'Your nickname was not changed',
  removal: 'Your comment was not taken back',
}

export function refusedFormPage(failure: Failure, form: RefusedForm, context: SiteContext): Page {
  const title = titles[form.kind]
  const after = nextStep(failure, form, context)
  return privatePage({
    title,
    width: 'narrow',
    current: '/humanfeed/',
    writes: form.kind === 'comment',
    content: html`<p class="eyebrow">Error ${failure.status}</p>
<h1>${title}</h1>
<div class="problem" role="alert"><p>${explanation(failure, form)}</p></div>
${after}`,
  })
}

const max = numberText(fixed.guestTextMaxCodePoints)

const fieldProblems: Readonly<Record<string, string>> = {
  'text too_long': `A comment has at most ${max} characters. Shorten yours, then send it again.`,
  'text too_short': 'The comment is empty. Write something, then send it again.',
  'text missing': 'The comment is empty. Write something, then send it again.',
  'nickname missing': 'Choose a nickname first, then send it again.',
  'nickname too_long': `A nickname has at most ${fixed.guestNicknameMaxCodePoints} characters. Choose a shorter one.`,
}

function explanation({ code, status, message, details, retryAfter }: Failure, { kind, typed }: RefusedForm): string {
  if (code === 'CSRF')
    return typed
      ? 'Your browser has a nickname here already, and the page that you wrote on did not know it yet. Nothing was stored. Look at it once more, then send it again.'
      : 'This did not come from a page of this site. Nothing was stored.'
  if (code === 'INVALID_FIELD') return fieldProblems[`${details?.field} ${details?.problem}`] ?? message
  if (code === 'RATE_LIMIT' || code === 'DAILY_LIMIT')
    return `That is a lot at once, from ${details?.scope === 'session' ? 'you' : details?.scope === 'network' ? 'your network' : 'everybody together'}. Wait ${waitText(retryAfter)}, then send it again.`
  if (code === 'COMMENT_DEPTH') return 'This thread cannot become any deeper. Answer a comment further up.'
  if (code === 'IDEMPOTENCY_CONFLICT')
    return 'This page has sent another comment before. Send this one again from here.'
  if (status === 410) return 'The article is not public any more, so nobody can comment on it.'
  if (status === 404)
    return kind === 'removal'
      ? 'This browser has sent no such comment.'
      : 'The article, or the comment that you answered, is no longer here.'
  return message
}

/** Where sending again can help there is the form; the text is never lost. */
function nextStep({ code, status }: Failure, { kind, typed, id }: RefusedForm, context: SiteContext): Html {
  const { session, requestId } = context
  const article = kind === 'comment' && id ? html`<p>${link(`/humanfeed/${id}`, 'Back to the article')}</p>` : nothing
  if (kind === 'removal')
    return html`<p>${id ? link(`/humanfeed/receipts/${id}`, 'Back to the receipt') : link('/humanfeed/', 'All articles')}</p>`
  if (kind === 'session') return html`<p>${link('/humanfeed/', 'Back to the articles, to try another one')}</p>`
  if (!typed) return article
  const isOver = status === 404 || status === 410 || code === 'COMMENTS_CLOSED' || code === 'COMMENT_DEPTH'
  if (isOver || !id)
    return html`<p>Here is what you wrote, so that it is not lost:</p>
<p><textarea rows="8" readonly aria-label="What you wrote">
${typed.text ?? ''}</textarea></p>
${article}`
  const draft = {
    post_id: id,
    article_revision_id: typed.article_revision_id ?? '',
    request_id: requestId,
    parent_comment_id: typed.parent_comment_id,
    nickname: typed.nickname,
    text: typed.text,
  }
  return html`${commentForm(draft, session)}\n${article}`
}
