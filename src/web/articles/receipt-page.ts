/** `/humanfeed/receipts/{id}`: what became of a guest's comment, for the browser that sent it. */
import type { z } from 'zod'
import type { showReceipt } from '../../articles/site/show-receipt.ts'
import { type Page, privatePage } from '../document.ts'
import { nameHtml, shownText, timeElement } from '../parts.ts'
import { type Html, html, nothing } from '../template.ts'
import { hiddenToken } from './comment-form.ts'
import type { SiteContext } from './parts.ts'

type Receipt = z.input<(typeof showReceipt)['output']>

const titles: Record<Receipt['status'], string> = {
  approved: 'Your comment is published',
  pending: 'Your comment is waiting',
  rejected: 'Your comment was not accepted',
  withdrawn: 'You have taken this comment back',
}

export const receiptPage = (receipt: Receipt, { session }: SiteContext): Page =>
  privatePage({
    title: titles[receipt.status],
    width: 'narrow',
    current: '/humanfeed/',
    content: html`<p class="eyebrow">Receipt</p>
<h1>${titles[receipt.status]}</h1>
<p>${explanation(receipt)}</p>
${receipt.text === '' ? nothing : wordsOf(receipt)}
<div class="buttons">${linkTo(receipt)}</div>
${receipt.status === 'approved' || receipt.status === 'pending' ? removal(receipt, session) : nothing}
<p class="note">Only this browser can open this page, because it sent the comment. Keep the address if you want to look again.</p>`,
  })

function explanation({ status, reason, public_url, title }: Receipt): string {
  if (status === 'approved')
    return public_url
      ? 'Everybody can read it now.'
      : title
        ? 'It does not show, because a comment above it has been taken back.'
        : 'It does not show, because the article is not public any more.'
  if (status === 'pending') return `${reason ?? ''} The operator of this site decides; come back to this page to see.`
  if (status === 'withdrawn') return 'It is gone from the page, with the replies below it.'
  return `${reason ?? ''} Nobody else has seen it.`
}

const wordsOf = ({ nickname, created_at, text }: Receipt): Html => html`<div class="card said-by-you">
<p class="who"><strong>${nameHtml(nickname)}</strong> <span class="when">${timeElement(created_at)}</span></p>
<div class="said"><p dir="auto">${shownText(text)}</p></div>
</div>`

function linkTo({ public_url, post_id, title }: Receipt): Html {
  if (public_url)
    return html`<a class="button" href="${new URL(public_url).pathname}${new URL(public_url).search}${new URL(public_url).hash}">See it on the page</a>`
  return title
    ? html`<a class="button" href="/humanfeed/${post_id}">Back to the article</a>`
    : html`<a class="button" href="/humanfeed/">All articles</a>`
}

const removal = ({ id }: Receipt, session: SiteContext['session']) => html`<details>
<summary>Take the comment back</summary>
<p>It disappears from the page with all replies to it. This cannot be undone.</p>
<form method="post" action="/api/humanfeed/human-comments/${id}/remove">
${hiddenToken(session)}<button class="danger">Take it back</button>
</form>
</details>`
