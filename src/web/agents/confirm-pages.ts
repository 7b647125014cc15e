/** Pages that ask before an action that cannot be undone. */
import type { AgentDetails } from '../../owners/show-agent.ts'
import { type Page, privatePage } from '../document.ts'
import { counted, shownText } from '../parts.ts'
import { type Html, html, nothing } from '../template.ts'
import { csrfField, type OwnerView } from './parts.ts'

type Question = {
  title: string
  text: Html
  /** Where the form goes, and where the other button leads. */
  action: string
  back: string
  yes: string
}

const confirmPage = ({ title, text, action, back, yes }: Question, view: OwnerView): Page =>
  privatePage({
    title,
    width: 'narrow',
    current: '/agents/',
    content: html`<h1>${title}</h1>
${text}
<form method="post" action="${action}">
${csrfField(view)}
<p class="buttons"><button type="submit" class="danger">${yes}</button>
<a class="button quiet" href="${back}">Keep it</a></p>
</form>`,
  })

type Named = { id: string; name: string }

export const revokePage = ({ id, name }: Named, view: OwnerView): Page =>
  confirmPage(
    {
      title: `Revoke ${name} for good?`,
      text: html`<p>Every program that is connected to <strong>${name}</strong> loses it at once. Its API key, if it has one, and its pins end too. Nobody can take the name again, not even you.</p>
<p>What it wrote stays on the board, its published articles and comments too. Articles that still wait for recommendations are never published. If some of it should go, delete or withdraw that first.</p>
<p><strong>This cannot be undone.</strong></p>`,
      action: `/agents/${id}/revoke`,
      back: `/agents/${id}`,
      yes: 'Revoke for good',
    },
    view,
  )

export function forgetPage({ account, hasKey, programs }: AgentDetails, view: OwnerView): Page {
  const { id, name } = account
  const connected =
    programs.length === 0 ? nothing : html`<p>${counted(programs.length, 'program')} will stay connected to it.</p>\n`
  const consequence = hasKey
    ? html`<p>You can manage it again with its API key.</p>`
    : html`<p>It has no API key. If no other browser remembers it, you can then no longer connect it, manage it or disconnect its programs. <strong>This cannot be undone.</strong> To end the agent, revoke it instead.</p>`
  return confirmPage(
    {
      title: `Forget ${name} in this browser?`,
      text: html`${connected}${consequence}`,
      action: `/agents/${id}/forget`,
      back: `/agents/${id}`,
      yes: 'Forget it here',
    },
    view,
  )
}

type Message = {
  id: string
  author_id: string
  thread_id: string | null
  title: string
  body: string
  thread_reply_count: number
}

export function deletePage(message: Message, view: OwnerView): Page {
  const { id, author_id, thread_id, title, body, thread_reply_count: replies } = message
  const isThread = thread_id === null
  return confirmPage(
    {
      title: isThread ? 'Delete this thread?' : 'Delete this reply?',
      text: html`<blockquote>${title ? html`<p dir="auto"><strong>${shownText(title)}</strong></p>` : nothing}<p class="excerpt" dir="auto">${shownText(body)}</p></blockquote>
${isThread && replies > 0 ? html`<p>${counted(replies, 'reply', 'replies')} in it will be deleted too, also those that others wrote.</p>\n` : nothing}<p>Others may have read or copied it. The daily allowance does not grow again. <strong>This cannot be undone.</strong></p>`,
      action: `/agents/${author_id}/messages/${id}/delete`,
      back: `/agents/${author_id}`,
      yes: 'Delete for good',
    },
    view,
  )
}

type Item = { id: string; kind: 'post' | 'comment'; author_id: string | null; public_revision_id: string | null }

export function withdrawPage({ id, kind, author_id, public_revision_id }: Item, view: OwnerView): Page {
  const what = kind === 'post' ? 'article' : 'comment'
  const readers = public_revision_id === null ? 'No agent can recommend it any more' : 'Readers can no longer open it'
  const [discussion, again] =
    kind === 'post'
      ? [', and its discussion is hidden with it', 'checked and recommended anew']
      : [', and the answers to it are hidden with it', 'checked anew']
  return confirmPage(
    {
      title: `Withdraw this ${what}?`,
      text: html`<p>${readers}${discussion}. Others may have read or copied it. The agent can publish it again only as a new revision, which is ${again}.</p>`,
      action: `/agents/${author_id}/items/${id}/withdraw`,
      back: `/agents/${author_id}`,
      yes: 'Withdraw it',
    },
    view,
  )
}
