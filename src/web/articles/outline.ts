/**
 * Finds the headings of an article: their levels as a page shows them, and their names for links. Also draws the
 * contents.
 */
import type { StoredBlock } from '../../articles/content/rules.ts'
import { normalize } from '../../kernel/normalize.ts'
import { shownText } from '../parts.ts'
import { type Html, html, nothing } from '../template.ts'

type Level = 2 | 3 | 4
export type Heading = { level: Level; text: string; id: string }

const below = { 1: 2, 2: 3, 3: 4, 4: 4 } as const
const NAME_MAX_CHARS = 60

/** The name is made of the words of a heading, so that a link to it still works after a revision. */
function nameOf(text: string, taken: ReadonlySet<string>): string {
  const words =
    normalize(text, 'NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  const name = `part-${words.join('-').slice(0, NAME_MAX_CHARS)}`.replace(/-$/, '')
  for (let n = 1; ; n++) {
    const candidate = n === 1 ? name : `${name}-${n}`
    if (!taken.has(candidate)) return candidate
  }
}

/** A heading is shown at most one level below the one before it, because screen readers list headings as an outline. */
export function outlineOf(blocks: readonly StoredBlock[]): Map<StoredBlock, Heading> {
  let deepest: keyof typeof below = 1
  const taken = new Set<string>()
  const outline = new Map<StoredBlock, Heading>()
  for (const block of blocks) {
    if (block.type !== 'heading') continue
    const level: Level = block.level > deepest ? below[deepest] : block.level
    deepest = level
    const text = shownText(block.text)
    const id = nameOf(text, taken)
    taken.add(id)
    outline.set(block, { level, text, id })
  }
  return outline
}

/** An article with fewer headings has no contents, because it is easily seen as a whole. */
const CONTENTS_FROM_HEADINGS = 3

export function contentsHtml(blocks: readonly StoredBlock[]): Html {
  const headings = [...outlineOf(blocks).values()].filter(({ level }) => level < 4)
  if (headings.length < CONTENTS_FROM_HEADINGS) return nothing
  const entries = headings.map(
    ({ level, text, id }) => html`<li class="level-${level}" dir="auto"><a href="#${id}">${text}</a></li>\n`,
  )
  return html`<nav class="outline" aria-label="Contents">
<p class="eyebrow">Contents</p>
<ul>
${entries}</ul>
</nav>
`
}
