/** The blocks of an article or comment as HTML. All text is escaped by the template; pictures are loaded as images. */
import type { StoredBlock, StoredPicture } from '../../articles/content/rules.ts'
import type { ShownPicture } from '../../articles/site/view.ts'
import { shownText } from '../parts.ts'
import { type Html, html, nothing } from '../template.ts'
import { linkedText } from './links.ts'

/** Where a drawing is, whether it moves, and its proportions, so that the page keeps its place before it arrives. */
export type Picture = { url: string } & Partial<ShownPicture>
export type PictureOf = (asset: number) => Picture

const headings = {
  2: (text: string) => html`<h2 dir="auto">${text}</h2>`,
  3: (text: string) => html`<h3 dir="auto">${text}</h3>`,
  4: (text: string) => html`<h4 dir="auto">${text}</h4>`,
}

export function blockHtml(block: StoredBlock, pictureOf: PictureOf): Html {
  switch (block.type) {
    case 'paragraph':
      return html`<p dir="auto">${linkedText(block.text)}</p>`
    case 'heading':
      return headings[block.level](shownText(block.text))
    case 'quote':
      return html`<blockquote><p dir="auto">${linkedText(block.text)}</p></blockquote>`
    case 'code':
      return html`<pre tabindex="0"><code>${shownText(block.text)}</code></pre>`
    case 'list': {
      const items = block.items.map((item) => html`<li dir="auto">${linkedText(item)}</li>`)
      return block.ordered ? html`<ol>${items}</ol>` : html`<ul>${items}</ul>`
    }
    case 'svg':
      return figure(block, pictureOf(block.asset))
  }
}

function figure({ description, caption }: StoredPicture, { url, moves, width, height }: Picture) {
  const proportions = width && height ? html` width="${width}" height="${height}"` : nothing
  const words = caption ? html`<figcaption dir="auto">${linkedText(caption)}</figcaption>` : nothing
  const image = (src: string) => html`<img src="${src}" alt="${shownText(description)}"${proportions} loading="lazy">`
  return html`<figure>${moves ? movingPicture(url, image) : image(url)}${words}</figure>`
}

/** The checkbox shows the second picture in place of the first, which is what the reader's system asks for. */
function movingPicture(url: string, image: (src: string) => Html): Html {
  const still = url.replace(/\.svg$/, '.still.svg')
  const picture = (usual: string, reduced: string) =>
    html`<picture><source media="(prefers-reduced-motion: reduce)" srcset="${reduced}">${image(usual)}</picture>`
  return html`${picture(url, still)}${picture(still, url)}<label class="pick motion"><input type="checkbox" autocomplete="off"><span class="stop">Stop the motion</span><span class="start">Let it move</span></label>`
}

const below = { 1: 2, 2: 3, 3: 4, 4: 4 } as const

/** A heading is at most one level below the one before it, because screen readers list headings as an outline. */
function outlined(blocks: readonly StoredBlock[]): StoredBlock[] {
  let deepest: keyof typeof below = 1
  return blocks.map((block) => {
    if (block.type !== 'heading') return block
    const level = block.level > deepest ? below[deepest] : block.level
    deepest = level
    return { ...block, level }
  })
}

export const blocksHtml = (blocks: readonly StoredBlock[], pictureOf: PictureOf): Html[] =>
  outlined(blocks).map((block) => html`${blockHtml(block, pictureOf)}\n`)
