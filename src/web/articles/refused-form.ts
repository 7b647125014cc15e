/** The page after a refused form: what was wrong, and the form again with what was typed. */
import type { Failure } from '../../kernel/errors.ts'
import { fixed } from '../../settings/limits.ts'
import { type Page, privatePage } from '../document.ts'
import { counted, numberText, waitText } from '../parts.ts'
import { type Html, html, link, nothing } from '../template.ts'
import { commentForm, nicknameForm } from './comment-form.ts'
import type { SiteContext } from './parts.ts'
import { backToOwn, removalForm } from './receipt-page.ts'

export type RefusedForm = {
  kind: 'comment' | 'session' | 'removal'
  /** Undefined if the form came from another site, so that its text is not shown. */
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
  return privatePage({
    title,
    width: 'narrow',
    current: '/humanfeed/',
    writes: form.kind === 'comment',
    content: html`<p class="eyebrow">Error ${failure.status}</p>
<h1>${title}</h1>
<div class="problem" role="alert"><p>${explanation(failure, form)}</p></div>
${nextStep(failure, form, context)}`,
  })
}

const max = numberText(fixed.guestTextMaxCodePoints)
const empty = 'The comment is empty. Write something, then send it again.'

const fieldProblems: Readonly<Record<string, string>> = {
  'text too_long': `A comment has at most ${max} characters. Shorten yours, then send it again.`,
  'text missing': empty,
  'text blank': empty,
  'text not_storable': 'The comment contains a character that cannot be stored. Type it again without that character.',
  'nickname missing': 'Choose a nickname first, then send it again.',
  'nickname blank': 'The nickname has nothing that can be seen. Choose another one, then send it again.',
  'nickname too_long': `A nickname has at most ${fixed.guestNicknameMaxCodePoints} characters. Choose a shorter one.`,
  'nickname control_characters':
    'The nickname contains a line break or another character that cannot be shown. Choose another one.',
}

/** Refusals after which sending again may help if the text is sent without the comment that it answers. */
const isAboutParent = ({ code }: Failure, { typed }: RefusedForm) =>
  Boolean(typed?.parent_comment_id) && (code === 'NOT_FOUND' || code === 'COMMENT_DEPTH')

function explanation(failure: Failure, form: RefusedForm): string {
  const { code, status, details, retryAfter } = failure
  const { kind, typed } = form
  if (code === 'CSRF')
    return typed
      ? 'This page was opened before your browser had its nickname here, or has become too old. Nothing was changed. Look at it once more, then send it again.'
      : 'This did not come from a page of this site. Nothing was changed.'
  if (code === 'INVALID_FIELD' && fieldProblems[`${details?.field} ${details?.problem}`])
    return fieldProblems[`${details?.field} ${details?.problem}`] as string
  if (code === 'RATE_LIMIT' || code === 'DAILY_LIMIT') return tooMuch(failure, kind)
  if (code === 'COMMENTS_CLOSED') return 'Guests cannot comment at the moment. Nothing was stored.'
  if (isAboutParent(failure, form))
    return code === 'COMMENT_DEPTH'
      ? 'This thread cannot become any deeper. You can send it as a comment on the article.'
      : 'The comment that you answered is no longer here. You can send yours as a comment on the article.'
  if (code === 'IDEMPOTENCY_CONFLICT')
    return 'This page has sent another comment before. Send this one again from here.'
  if (code === 'GONE') return 'The article is not public any more, so nobody can comment on it.'
  if (status === 404)
    return kind === 'removal'
      ? 'This browser has sent no such comment. Perhaps it was sent from another one, or the cookie that remembers you is gone.'
      : 'The article is no longer here, or was published again since you opened it.'
  if (code === 'BODY_TOO_LARGE')
    return `A comment has at most ${max} characters. Go back in your browser, where your text still is, and shorten it.`
  if (code === 'CAPACITY') return 'This site has no room for more comments at the moment. Try again later.'
  if (status === 503)
    return details?.outcome === 'unknown'
      ? 'The answer was lost, so it may be stored or not. Send it again: it will not be stored twice.'
      : `The site cannot answer at the moment. Nothing was stored. Wait ${waitText(retryAfter)}, then send it again.`
  if (status >= 500)
    return `Something went wrong on our side. If you report it, please quote this number: ${details?.request_id}`
  return 'The form arrived damaged, or is too old. Open the page again and send it from there.'
}

function tooMuch({ code, details, retryAfter }: Failure, kind: RefusedForm['kind']): string {
  const limit = Number(details?.limit)
  const wait = `Wait ${waitText(retryAfter)}, then send it again.`
  if (kind !== 'comment') return `Too much came from your network in a short time. ${wait}`
  const most = counted(limit, 'comment')
  const what =
    code === 'RATE_LIMIT'
      ? { session: `You can send ${most} in a minute`, network: `One network can send ${most} in a minute` }
      : {
          session: `You can send ${most} in a day`,
          network: `One network can send ${most} in a day`,
          service: `This site takes ${most} in a day`,
        }
  return `${what[details?.scope as keyof typeof what] ?? what.network}, and that many have been sent. ${wait}`
}

/** Shows the form again if sending again can help. The typed text is always shown. */
function nextStep(failure: Failure, form: RefusedForm, { session, requestId }: SiteContext): Html {
  const { code, status } = failure
  const { kind, typed, id } = form
  if (kind === 'removal')
    return html`${session && id && status !== 404 ? removalForm(id, session) : nothing}\n${backToOwn}`
  if (kind === 'session')
    return session && typed
      ? nicknameForm(session, typed.nickname)
      : html`<p>${link('/humanfeed/', 'All articles')}</p>`
  const article = id ? html`<p>${link(`/humanfeed/${id}`, 'Back to the article')}</p>` : nothing
  if (!typed) return article
  const canHelp = status !== 404 && status !== 410 && code !== 'COMMENTS_CLOSED' && code !== 'INVALID_ID'
  if (!id || !(canHelp || isAboutParent(failure, form)))
    return html`<p>Here is what you wrote, so that it is not lost:</p>
<p><textarea rows="8" readonly aria-label="What you wrote">
${typed.text ?? ''}</textarea></p>
${article}`
  const draft = {
    post_id: id,
    article_revision_id: typed.article_revision_id ?? '',
    // If the answer was lost, the next attempt must be the same comment, so it keeps the id.
    request_id: status >= 500 ? (typed.request_id ?? requestId) : requestId,
    parent_comment_id: isAboutParent(failure, form) ? undefined : typed.parent_comment_id || undefined,
    nickname: typed.nickname,
    text: typed.text,
  }
  return html`${commentForm(draft, session)}\n${article}`
}
