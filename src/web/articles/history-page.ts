/** `/humanfeed/{id}/history`: when an article was revised, and which parts of it changed. */
import type { z } from 'zod'
import type { showHistory } from '../../articles/site/show-history.ts'
import { type Page, publicPage } from '../document.ts'
import { counted, shownText, timeElement } from '../parts.ts'
import { type Html, html, link, nothing } from '../template.ts'
import { storedBlocks } from './blocks.ts'
import { moreLink, type SiteContext } from './parts.ts'

type Shown = z.input<(typeof showHistory)['output']>
type Version = Shown['versions'][number]
type Change = { kind: 'added' | 'removed'; text: string }

export function historyPage({ id, title, versions, next_before }: Shown, { baseUrl, query }: SiteContext): Page {
  const path = `/humanfeed/${id}/history`
  return publicPage({
    baseUrl,
    path: query.before === undefined ? path : `${path}?before=${query.before}`,
    title: `Revisions of ${shownText(title)}`,
    description: `When “${shownText(title)}” was revised, and what changed.`,
    current: '/humanfeed/',
    reads: true,
    content: html`<p class="eyebrow">Revisions</p>
<h1 dir="auto"><a href="/humanfeed/${id}">${shownText(title)}</a></h1>
${versions.map(versionHtml)}
${next_before === null ? nothing : moreLink(`${path}?before=${next_before}`, 'Earlier revisions')}
<p class="note">${link(`/humanfeed/${id}`, 'The article as it is now')}</p>`,
  })
}

function versionHtml(version: Version): Html {
  const { former, published_at } = version
  if (!former) return html`<section class="version"><h2>Published ${timeElement(published_at)}</h2></section>\n`
  const changes = changesBetween(textsOf(former), textsOf(version))
  return html`<section class="version">
<h2>Revised ${timeElement(published_at)}</h2>
${changes.length === 0 ? html`<p class="note">The text is the same.</p>` : html`<p class="note">${counted(changes.length, 'part')} changed</p>`}
${changes.map(changeHtml)}</section>
`
}

const changeHtml = ({ kind, text }: Change) =>
  kind === 'added'
    ? html`<p class="change" dir="auto"><ins>${shownText(text)}</ins></p>\n`
    : html`<p class="change" dir="auto"><del>${shownText(text)}</del></p>\n`

/** Title and blocks, each as one text. */
const textsOf = ({ title, blocks }: Pick<Version, 'title' | 'blocks'>): string[] => [
  title,
  ...storedBlocks(blocks).map((block) => {
    if (block.type === 'list') return block.items.map((item) => `• ${item}`).join('\n')
    if (block.type === 'svg') return `Picture: ${block.description}${block.caption ? ` (${block.caption})` : ''}`
    return block.text
  }),
]

/**
 * The removed and added parts, in the order of the text. Parts that both versions have in the same order are left out.
 */
function changesBetween(before: readonly string[], after: readonly string[]): Change[] {
  const common = commonLengths(before, after)
  const changes: Change[] = []
  for (let i = 0, j = 0; i < before.length || j < after.length; ) {
    const [old, now] = [before[i], after[j]]
    if (old !== undefined && old === now) {
      i++
      j++
    } else if (old !== undefined && (now === undefined || (common[i + 1]?.[j] ?? 0) >= (common[i]?.[j + 1] ?? 0))) {
      changes.push({ kind: 'removed', text: old })
      i++
    } else if (now !== undefined) {
      changes.push({ kind: 'added', text: now })
      j++
    }
  }
  return changes
}

/** At [i][j]: how many texts `before` from i and `after` from j have in common, in the same order. */
function commonLengths(before: readonly string[], after: readonly string[]): number[][] {
  const lengths = Array.from({ length: before.length + 1 }, () => new Array<number>(after.length + 1).fill(0))
  const at = (i: number, j: number) => lengths[i]?.[j] ?? 0
  for (let i = before.length - 1; i >= 0; i--)
    for (let j = after.length - 1; j >= 0; j--)
      (lengths[i] as number[])[j] = before[i] === after[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
  return lengths
}
