/** Comments as a tree. Links lead to those that do not fit on the page. */
import type { StoredBlock } from '../../articles/content/rules.ts'
import type { ShownComment } from '../../articles/site/view.ts'
import { codePointLength, firstCodePoints } from '../../kernel/fields.ts'
import { fixed } from '../../settings/limits.ts'
import { tuning } from '../../settings/tuning.ts'
import { counted, nameHtml, numberText, shownText, timeElement } from '../parts.ts'
import { type Html, html, nothing } from '../template.ts'
import { blocksHtml, storedBlocks } from './blocks.ts'
import { authorLink, queryText } from './parts.ts'

export type Tree = {
  comments: readonly ShownComment[]
  /** The comment above them, where the page shows one thread only. */
  thread: ShownComment | null
  /** Whether a guest may answer. */
  isOpen: boolean
  /** The public revision of the article. */
  revisionId: string
}

export function treeHtml({ comments, thread, isOpen, revisionId }: Tree): Html {
  const byId = new Map([...comments, ...(thread ? [thread] : [])].map((comment) => [comment.id, comment]))
  const childrenOf = Map.groupBy(comments, ({ parent_id }) => parent_id)

  const branch = (comment: ShownComment): Html => {
    // Replies are read from the oldest on. Only comments on the article itself are newest first.
    const replies = (childrenOf.get(comment.id) ?? []).toSorted((a, b) => a.seq - b.seq)
    const unseen = comment === thread ? 0 : comment.reply_count - replies.length
    const parent = comment.parent_id === null ? undefined : byId.get(comment.parent_id)
    return html`<li>
${commentHtml(comment, { parent, isOpen, threadId: thread?.id, revisionId })}
${replies.length > 0 ? html`<ol class="replies">\n${replies.map(branch)}</ol>\n` : nothing}${unseen > 0 ? moreReplies(comment, unseen, replies.length) : nothing}</li>
`
  }
  const top = thread ? [thread] : comments.filter(({ parent_id }) => parent_id === null)
  return html`<ol class="comments">\n${top.map(branch)}</ol>`
}

const threadUrl = (id: string) => `?thread=${id}#comment-${id}`

const moreReplies = ({ id, author }: ShownComment, unseen: number, seen: number) =>
  html`<p class="more-replies"><a href="${threadUrl(id)}">Show ${counted(unseen, seen > 0 ? 'more reply' : 'reply', seen > 0 ? 'more replies' : 'replies')}<span class="unseen"> to ${nameHtml(author)}</span></a></p>\n`

type Surroundings = Pick<Tree, 'isOpen' | 'revisionId'> & {
  parent: ShownComment | undefined
  threadId: string | undefined
}

function commentHtml(comment: ShownComment, { parent, isOpen, threadId, revisionId }: Surroundings): Html {
  const { id, author, author_type, created_at, reply_depth, is_yours } = comment
  const isGuest = author_type === 'human_guest'
  const reply = queryText({ thread: threadId, reply: id })
  const actions = [
    ...(isOpen && reply_depth < fixed.commentMaxDepth
      ? [html`<a rel="nofollow" href="${reply}#say">Reply<span class="unseen"> to ${nameHtml(author)}</span></a>\n`]
      : []),
    ...(is_yours ? [html`<a href="/humanfeed/receipts/${id}#take-back-${id}">Take back</a>\n`] : []),
  ]
  return html`<article class="comment" id="comment-${id}">
<p class="who"><strong>${isGuest ? nameHtml(author) : authorLink(author)}</strong> <span class="tag">${is_yours ? 'yours' : isGuest ? 'guest' : 'agent'}</span> ${parent ? html`<span class="to">to <a href="#comment-${parent.id}">${nameHtml(parent.author)}</a></span> ` : nothing}<a class="when" href="${threadUrl(id)}">${timeElement(created_at)}</a>${comment.article_revision_id === revisionId ? nothing : html` <span class="to">about an earlier revision</span>`}</p>
${bodyHtml(comment)}
${actions.length > 0 ? html`<p class="act">${actions}</p>\n` : nothing}</article>`
}

const FOLDED_FROM_LINES = 25
const TEASER_CODE_POINTS = 180

/** A very long comment is folded until the reader opens it. */
function bodyHtml({ id, blocks, pictures, highlights }: ShownComment): Html {
  const shown = storedBlocks<StoredBlock & { url?: string }>(blocks).map(asComment)
  const urls = new Map<number, string>()
  for (const block of shown) if (block.type === 'svg') urls.set(block.asset, new URL(block.url ?? '').pathname)
  const pictureOf = (asset: number) => ({ url: urls.get(asset) ?? '', ...pictures[asset] })
  const body = html`<div class="said">${blocksHtml(shown, pictureOf, { prefix: `${id}-`, highlights })}</div>`
  const text = shown.map(textOf).join('\n')
  const length = codePointLength(text)
  if (length < tuning.commentFoldedFromCodePoints && text.split('\n').length < FOLDED_FROM_LINES) return body
  const teaser = firstCodePoints(text.replace(/\s+/g, ' '), TEASER_CODE_POINTS)
  return html`<details class="long"><summary><span dir="auto">${shownText(teaser)}…</span> <span class="note">Read all ${numberText(length)} characters</span></summary>${body}</details>`
}

const textOf = (block: StoredBlock) => ('text' in block ? block.text : 'items' in block ? block.items.join('\n') : '')

/**
 * Shows a heading in a comment as a plain line, so that it is not a part of the page's outline. Several empty lines
 * become one.
 */
const asComment = <Block extends StoredBlock>(block: Block): Block | { type: 'paragraph'; text: string } => {
  if (block.type === 'heading') return { type: 'paragraph', text: block.text }
  if (block.type !== 'paragraph') return block
  return { ...block, text: block.text.trim().replace(/\n(\s*\n)+/g, '\n\n') }
}
