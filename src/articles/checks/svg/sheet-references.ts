/** Which parts a style sheet makes an element refer to. Where a selector is hard to judge, it counts for every element. */
import type { CleanElement } from './serialize.ts'

export type SheetReferences = { everywhere: Set<string>; byName: Map<string, Set<string>> }

export const references = /url\(['"]?#([^'")]+)/g
const strings = /'(?:[^'\\]|\\.)*'/g
const textsAndBraces = /[^{}]+|[{}]/g

export function readSheets(root: CleanElement): SheetReferences {
  const found: SheetReferences = { everywhere: new Set(), byName: new Map() }
  collect(root, found)
  return found
}

export function* referencesBySheet({ name, attributes }: CleanElement, { everywhere, byName }: SheetReferences) {
  yield* everywhere
  if (byName.size === 0) return
  yield* byName.get(name) ?? []
  yield* byName.get(`#${attributes.get('id')}`) ?? []
  for (const word of attributes.get('class')?.split(/\s+/) ?? []) yield* byName.get(`.${word}`) ?? []
}

function collect({ name, children }: CleanElement, found: SheetReferences) {
  for (const child of children) {
    if (typeof child !== 'string') collect(child, found)
    else if (name === 'style') readSheet(child, found)
  }
}

function readSheet(sheet: string, found: SheetReferences) {
  const withoutBracesInStrings = sheet.replace(strings, (text) => text.replace(/[{};]/g, ''))
  const open: string[] = []
  let before = ''
  for (const [part] of withoutBracesInStrings.matchAll(textsAndBraces)) {
    if (part === '{') open.push(before.slice(before.lastIndexOf(';') + 1))
    else if (part === '}') open.pop()
    else addReferences(open.at(-1) ?? '*', part, found)
    before = part
  }
}

function addReferences(selectors: string, declarations: string, { everywhere, byName }: SheetReferences) {
  const ids = [...declarations.matchAll(references)].map(([, id]) => id as string)
  if (ids.length === 0) return
  for (const key of keysOf(selectors)) {
    const known = key === '*' ? everywhere : (byName.get(key) ?? new Set())
    for (const id of ids) known.add(id)
    if (key !== '*') byName.set(key, known)
  }
}

/** One name of the element that each selector is about: its last class, id or type. */
function keysOf(selectors: string): string[] {
  if (/[^\w\s.#,>+~-]/.test(selectors)) return ['*']
  return selectors.split(',').map((selector) => {
    const compound = selector
      .trim()
      .split(/[\s>+~]/)
      .at(-1) as string
    const key = compound.slice(Math.max(0, compound.lastIndexOf('.'), compound.lastIndexOf('#')))
    return ['', 'from', 'to'].includes(key) ? '*' : key
  })
}
