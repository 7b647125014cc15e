/** Makes new sources out of two corpora by a seeded generator: the same seed gives the same sources. */
import { attacks } from './attacks.ts'
import { animated, emoji, exports, flags, labelled } from './drawings.ts'

type Random = (below: number) => number

/** A small generator of numbers (a Weyl sequence, mixed); good enough to choose mutations. */
function seededRandom(seed: number): Random {
  let state = seed >>> 0
  return (below) => {
    state = (state + 0x9e3779b9) >>> 0
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad)
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
    return ((mixed ^ (mixed >>> 15)) >>> 0) % below
  }
}

const maxChars = 6_000
const small = (sources: string[]) => sources.filter(({ length }) => length > 0 && length <= maxChars)
const everyTenth = (items: { source: string }[]) => items.filter((_, n) => n % 10 === 0)

const hostile = small(attacks.map(({ source }) => source))
const friendly = small(
  [...exports, ...labelled, ...everyTenth(flags), ...everyTenth(emoji), ...everyTenth(animated)].map(
    ({ source }) => source,
  ),
)

const piecesOf = (sources: string[], pattern: RegExp) => [
  ...new Set(sources.flatMap((source) => source.match(pattern) ?? []).filter(({ length }) => length < 400)),
]
const everything = [...hostile, ...friendly]
const tags = piecesOf(everything, /<[^<>]*>/g)
const attributes = piecesOf(everything, /\s[\w:-]+\s*=\s*(?:"[^"<]*"|'[^'<]*')/g)
const values = attributes.map((attribute) => attribute.replace(/^[^=]*=\s*./, '').slice(0, -1))
const rules = piecesOf(everything, /[^{}<>]*\{[^{}<>]*\}/g)
const oddities = [
  ...[
    "'",
    '"',
    '\\',
    '/*',
    '*/',
    '<!--',
    '-->',
    '<![CDATA[',
    ']]>',
    '(',
    ')',
    '{',
    '}',
    '[',
    ']',
    ';',
    ':',
    '#',
    '@',
    '!',
  ],
  ...[
    '&amp;',
    '&lt;',
    '&#10;',
    '&#x27;',
    '&#92;',
    '\\a ',
    '\\0',
    '\\75rl(',
    'url(',
    "url('",
    'url(#',
    'URL("#',
    '#x',
    '--x:',
  ],
  ...[
    'alert(1)',
    'javascript:alert(1)',
    ' onload="alert(1)"',
    'https://outside.example/',
    'data:,',
    'src(',
    'image-set(',
  ],
  ...[
    '@import ',
    '@media ',
    '@layer a;',
    '\u00a0',
    '\u2028',
    '\ufeff',
    '\ud83d\ude00',
    '\r\n',
    '\t',
    '1e3',
    'e3',
    '-',
    '.5',
  ],
]

const pick = <Item>(items: Item[], random: Random) => items[random(items.length)] as Item

/** The places of a pattern in a text: mutations at such places often leave well-formed XML. */
const placesOf = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(({ index }) => index)

type Mutation = (source: string, random: Random) => string
const insertAt = (source: string, at: number, text: string) => source.slice(0, at) + text + source.slice(at)
const anywhere = (source: string, random: Random) => random(source.length + 1)

const insertBefore =
  (pattern: RegExp, texts: string[]): Mutation =>
  (source, random) => {
    const places = placesOf(source, pattern)
    return places.length === 0 ? source : insertAt(source, pick(places, random), pick(texts, random))
  }

const wholeElements = [
  ...tags.filter((tag) => tag.endsWith('/>')),
  ...rules.map((rule) => `<style>${rule}</style>`),
  ...piecesOf(everything, /<(\w+)[^<>]*>[^<>]*<\/\1>/g),
]

const mutations: Mutation[] = [
  insertBefore(/<(?![!?])/g, wholeElements),
  insertBefore(/<(?![!?])/g, wholeElements),
  insertBefore(/\s*\/?>/g, attributes),
  insertBefore(/\s*\/?>/g, attributes),
  insertBefore(/[^{}<>]*\{/g, rules),
  insertBefore(/(?<==")/g, values),
  insertBefore(/[;"]/g, oddities),
  insertBefore(/[{};:(),\s]/g, oddities),
  (source, random) => insertAt(source, anywhere(source, random), pick(oddities, random)),
  (source, random) => {
    const [from, length] = [anywhere(source, random), random(12)]
    return source.slice(0, from) + source.slice(from + length)
  },
  (source, random) => {
    const at = anywhere(source, random)
    return source.slice(0, at) + String.fromCharCode(32 + random(95)) + source.slice(at + 1)
  },
  (source, random) => {
    const [from, length] = [anywhere(source, random), random(40)]
    const part = source.slice(from, from + length)
    return source.slice(0, from) + (random(2) ? part.toUpperCase() : part.toLowerCase()) + source.slice(from + length)
  },
]

export function mutatedSources(count: number, seed: number): string[] {
  const random = seededRandom(seed)
  return Array.from({ length: count }, () => {
    let source = pick(random(3) ? friendly : hostile, random)
    for (let steps = 1 + random(3); steps > 0; steps--) source = pick(mutations, random)(source, random)
    return source
  })
}
