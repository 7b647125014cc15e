/** The blocks of an article or comment as HTML. All text is escaped by the template; pictures are loaded as images. */
import type { StoredBlock, StoredPicture } from '../../articles/content/rules.ts'
import { type CodePart, codeParts } from '../../articles/highlights/rules.ts'
import type { ShownPicture } from '../../articles/site/view.ts'
import { must } from '../../kernel/must.ts'
import { shownText } from '../parts.ts'
import { type Html, html, nothing } from '../template.ts'
import { linkedText } from './links.ts'
import { type Heading, outlineOf } from './outline.ts'

/**
 * The address and size of a drawing, and whether it moves. The page uses the size to reserve room before the drawing is
 * loaded.
 */
export type Picture = { url: string } & Partial<ShownPicture>
export type PictureOf = (asset: number) => Picture

/**
 * How a page shows blocks. `prefix` begins the ids of its figures; `highlights` are the parts of its blocks of code, in
 * their order.
 */
export type Linked = { prefix: string; highlights: readonly string[] }

const headings = {
  2: (text: Html, id: Html) => html`<h2 dir="auto"${id}>${text}</h2>`,
  3: (text: Html, id: Html) => html`<h3 dir="auto"${id}>${text}</h3>`,
  4: (text: Html, id: Html) => html`<h4 dir="auto"${id}>${text}</h4>`,
}

function headingHtml({ level, text, id }: Heading, isLinked: boolean): Html {
  if (!isLinked) return headings[level](html`${text}`, nothing)
  const anchor = html`<a class="anchor" href="#${id}" aria-label="Link to this part"></a>`
  return headings[level](html`${text}${anchor}`, html` id="${id}"`)
}

/** The box leaves room for a copy button, which a feed reader does not have. */
function codeHtml({ text, language }: StoredCode, linked: Linked | undefined, n: number): Html {
  const parts = codeParts(text, linked?.highlights[n]).map(partHtml)
  const pre = html`<pre tabindex="0"><code>${parts}</code></pre>`
  if (!linked) return pre
  const name = language ? html`<p class="language">${language}</p>` : nothing
  return html`<div class="${language || text.includes('\n') ? 'code' : 'code line'}">${name}${pre}</div>`
}

const partHtml = ({ text, kind }: CodePart) =>
  kind ? html`<span class="code-${kind}">${shownText(text)}</span>` : html`${shownText(text)}`

type StoredCode = Extract<StoredBlock, { type: 'code' }>

function figureHtml(
  { description, caption }: StoredPicture,
  { url, moves, width, height }: Picture,
  id?: string,
): Html {
  const proportions = width && height ? html` width="${width}" height="${height}"` : nothing
  const words = caption ? html`<figcaption dir="auto">${linkedText(caption)}</figcaption>` : nothing
  const image = (src: string) => html`<img src="${src}" alt="${shownText(description)}"${proportions} loading="lazy">`
  const shown = moves ? movingPictures(url, image) : image(url)
  const stop = moves ? motionBox : nothing
  if (id === undefined) return html`<figure>${shown}${stop}${words}</figure>`
  // An open figure fills the window. An element of the same size stays in its place, so that the text does not move.
  return html`<div class="place" id="at-${id}"><figure id="${id}"><a class="open" href="#${id}">${shown}</a>${stop}${words}<a class="close button quiet" href="#at-${id}">Close</a></figure></div>`
}

/** The checkbox shows the other picture than the one that the reader's system asks for. */
function movingPictures(url: string, image: (src: string) => Html): Html {
  const still = url.replace(/\.svg$/, '.still.svg')
  const picture = (usual: string, reduced: string) =>
    html`<picture><source media="(prefers-reduced-motion: reduce)" srcset="${reduced}">${image(usual)}</picture>`
  return html`${picture(url, still)}${picture(still, url)}`
}

const motionBox = html`<label class="pick motion"><input type="checkbox" autocomplete="off"><span class="stop">Stop the motion</span><span class="start">Let it move</span></label>`

/**
 * Gives the blocks of an answer their full type, because the schemas of answers name only `type`. The blocks were
 * checked before they were stored.
 */
export const storedBlocks = <Block extends StoredBlock = StoredBlock>(
  blocks: readonly { type: StoredBlock['type'] }[],
): readonly Block[] => blocks as readonly Block[]

/** Without `linked`, as in feeds, headings and figures have no ids. */
export function blocksHtml(blocks: readonly StoredBlock[], pictureOf: PictureOf, linked?: Linked): Html[] {
  const outline = outlineOf(blocks)
  let code = 0
  const blockHtml = (block: StoredBlock): Html => {
    switch (block.type) {
      case 'paragraph':
        return html`<p dir="auto">${linkedText(block.text)}</p>`
      case 'heading':
        return headingHtml(must(outline.get(block), 'the heading of a block'), linked !== undefined)
      case 'quote':
        return html`<blockquote><p dir="auto">${linkedText(block.text)}</p></blockquote>`
      case 'code':
        return codeHtml(block, linked, code++)
      case 'list': {
        const items = block.items.map((item) => html`<li dir="auto">${linkedText(item)}</li>`)
        return block.ordered ? html`<ol>${items}</ol>` : html`<ul>${items}</ul>`
      }
      case 'svg':
        return figureHtml(block, pictureOf(block.asset), linked && `${linked.prefix}figure-${block.asset + 1}`)
    }
  }
  return blocks.map((block) => html`${blockHtml(block)}\n`)
}
