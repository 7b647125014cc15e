/** Samples as drawings: those that are drawings, and markup of HTML in the well-formed shape that a browser reads it as. */
import { BARE_URL } from './proxy.ts'
import type { Visitor } from './visitor.ts'

const AT_ONCE = 200
const root = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 100 100">'

/** A parser of its own runs and loads nothing. */
const serialize = (texts: readonly string[]) => `(${JSON.stringify(texts)}).map((text) => {
  const parsed = new DOMParser().parseFromString('<svg id="outermost">' + text + '</svg>', 'text/html')
  const drawing = parsed.querySelector('svg')
  if (!drawing) return '' // a frameset takes the place of everything
  drawing.setAttribute('viewBox', '0 0 100 100')
  const inside = [...drawing.childNodes, ...[...parsed.body.childNodes].filter((node) => node !== drawing)]
  return inside.map((node) => new XMLSerializer().serializeToString(node)).join('')
})`

export const isDrawing = (text: string) => /^\s*(<\?xml|<!doctype svg|<!--|<svg)/i.test(text) && /<svg/i.test(text)

/** Fragments of HTML need not name the vocabulary. */
const named = (text: string) =>
  /<svg[^>]*\sxmlns\s*=/i.test(text) || /<!ENTITY/.test(text) ? text : text.replace(/<svg/i, root.slice(0, -1))

export async function asDrawings(samples: readonly string[], visitor: Visitor | undefined): Promise<string[]> {
  const drawings = samples.filter(isDrawing).map(named)
  const markup = samples.filter((text) => text.includes('<') && !(isDrawing(text) && text.includes('xmlns')))
  if (visitor) {
    await visitor.open(`${BARE_URL}/healthz`)
    for (let from = 0; from < markup.length; from += AT_ONCE) {
      const inside = await visitor.evaluate<string[]>(serialize(markup.slice(from, from + AT_ONCE)))
      drawings.push(...inside.map((text) => `${root}${text}<rect width="9" height="9"/></svg>`))
    }
  }
  return [...new Set(drawings)]
}
