/**
 * Finds the keywords, strings, comments and so on in code. This is done once, in the worker thread, when the code is
 * submitted.
 */
import { loadPackage } from '../../program/late-packages.ts'
import type { FullBlock, StoredBlock } from '../content/rules.ts'
import { PLAIN } from '../highlights/rules.ts'

/** Each kind of part as a letter, and the names that the library gives to parts of this kind. */
const kinds = {
  k: ['keyword', 'selector-tag', 'name', 'doctag'],
  t: ['built_in', 'type', 'title.class', 'selector-pseudo'],
  n: ['number', 'literal', 'symbol', 'bullet'],
  s: ['string', 'regexp', 'char', 'link', 'quote', 'addition', 'template-tag'],
  c: ['comment', 'meta'],
  f: ['title', 'section', 'selector-id', 'selector-class'],
  a: ['attr', 'attribute', 'variable', 'template-variable', 'property', 'selector-attr'],
  d: ['deletion'],
} as const
const kindOf = new Map<string, string>(
  Object.entries(kinds).flatMap(([kind, names]) => names.map((name) => [name, kind])),
)

/**
 * The limit for one revision; code beyond it has no colours. It bounds the work, and the stored text to twice as many
 * characters.
 */
const MAX_CHARS = 16_384
/** The limit for one block and for one line: the library's time grows with the square of the length of a line. */
const BLOCK_MAX_CHARS = 8_192
const LINE_MAX_CHARS = 400

/** The library's grammars take a while to load, so they are loaded with the first code. */
const load = () => loadPackage('highlight.js/lib/common').default

type Code = Extract<FullBlock, { type: 'code' }>

/** For each block of code, its parts in the form `5k1x3s`, or an empty text if it is shown plain. */
export function highlightsOf(blocks: readonly (FullBlock | StoredBlock)[]): string[] {
  let left = MAX_CHARS
  return blocks
    .filter((block): block is Code => block.type === 'code')
    .map(({ text, language }) => {
      if (!language || text.length > Math.min(left, BLOCK_MAX_CHARS) || longestLine(text) > LINE_MAX_CHARS) return ''
      const highlighter = load()
      if (!highlighter.getLanguage(language)) return ''
      left -= text.length
      return partsIn(highlighter.highlight(text, { language, ignoreIllegals: true }).value, text.length)
    })
}

const longestLine = (text: string) => Math.max(...text.split('\n').map((line) => line.length))

/** Keeps only the lengths of parts from the library's markup, so pages never show that markup. */
function partsIn(markup: string, length: number): string {
  const open: string[] = []
  const parts: { kind: string; length: number }[] = []
  let total = 0
  for (const [token, scope] of markup.matchAll(/<span class="([^"]*)">|<\/span>|&[#\w]+;|[^<&]+/g)) {
    if (scope !== undefined) open.push(kindOfScope(scope) ?? open.at(-1) ?? PLAIN)
    else if (token === '</span>') open.pop()
    else {
      const kind = open.at(-1) ?? PLAIN
      const chars = token.startsWith('&') ? 1 : token.length
      const last = parts.at(-1)
      if (last?.kind === kind) last.length += chars
      else parts.push({ kind, length: chars })
      total += chars
    }
  }
  return total === length ? parts.map((part) => part.length + part.kind).join('') : ''
}

/** `hljs-title function_` is a title; `hljs-subst` inside a string is code again. */
function kindOfScope(scope: string): string | undefined {
  const [first = '', second] = scope.replace('hljs-', '').split(' ')
  if (first === 'subst') return PLAIN
  return kindOf.get(second ? `${first}.${second.replace(/_+$/, '')}` : first) ?? kindOf.get(first)
}

/** The parts of all blocks as they are stored; an empty text if no code has parts. */
export function packedHighlights(blocks: readonly (FullBlock | StoredBlock)[]): string {
  const highlights = highlightsOf(blocks)
  return highlights.some(Boolean) ? JSON.stringify(highlights) : ''
}
