/** Finds what no article may contain: credentials, private keys, the operator's words, too many links. */
import { normalize } from '../../kernel/normalize.ts'
import type { BlockedWords } from '../../kernel/operation.ts'
import { holdsCredential } from '../../kernel/random.ts'
import { fixed } from '../../settings/limits.ts'
import { findWords } from './blocked-words.ts'
import { holdsForeignCredential } from './credentials.ts'
import type { CheckResult } from './result.ts'
import { textOfSource } from './svg/serialize.ts'

/** The spaces are optional, because a line may end at each of them. */
const privateKey = /-----BEGIN[A-Z0-9 ]{0,40}PRIVATE ?KEY(?: ?BLOCK)?-----/
const lineBreaks = /\\?\n[ \t]*/g

const links = /https?:\/\/(?:www\.)?|\bwww\./gi
/** Names of XML namespaces in a drawing look like addresses, but are not links. */
const namespaces = /\bxmlns(?::[\w.-]+)?\s*=\s*(?:"[^"]*"|'[^']*')/g

/** Most of a drawing is coordinates of paths, which readers do not see as text. */
const coordinates = /\s(?:d|points)=(?:"[^"]*"|'[^']*')/g

const textEnds = /<\/(?:text|title|desc|style)>/g
const tags = /<[^<>]*>/g
/** A drawing with more text than this fails another check. */
const TEXT_MAX = 500_000
/** A <tspan> with a place of its own: a line of a label, or a single letter. */
const placedParts = /<tspan\s(?:[^<>]*\s)?(?:x|y|dy)=[^<>]*>/g
const plainTextOf = (source: string) =>
  textOfSource(source.replace(textEnds, '\n').replace(tags, '')).slice(0, TEXT_MAX)
/** The texts of a drawing, one a line. Their letters may stand in many elements, and so may their lines. */
function writtenIn(source: string): string {
  const lines = source.replace(placedParts, '\n')
  return lines === source ? plainTextOf(source) : `${plainTextOf(source)}\n\n${plainTextOf(lines)}`
}

/**
 * The end of a line inside a word, whose rest is on the next line: after a long part, or between two parts of which the
 * second has letters and digits. A usual word is neither a beginning nor a rest, but a few letters are a rest if they
 * have the line for themselves.
 */
const brokenWord = new RegExp(
  [
    '(?<=[\\w+/=.~-]{12}\\\\?\n)[ \\t]*(?=[\\w+/=.~-]{4})(?![A-Z]?[a-z]+(?![\\w+/=~-]))',
    '(?<=[\\w+/=.~-]{20}\\\\?\n)[ \\t]*(?=[\\w+/=~-]{1,3}[ \\t]*(?:\n|$))',
    '(?<=[\\w+/=.~-]{6}\\\\?\n)[ \\t]*(?=\\S{8})(?=\\S{0,60}\\d)(?=\\S{0,60}[A-Za-z])',
  ]
    .map((rest) => `\\\\?\n(?<!(?:^|[^\\w+/=~-])[A-Z]?[a-z]{1,40}[.,:;]?\\\\?\n)${rest}`)
    .join('|'),
  'g',
)
/** Without invisible characters, and with the usual form of letters that have several. */
const plain = (text: string) => normalize(text.replace(/\p{DI}/gu, ''), 'NFKC')

/**
 * All strings of a submission; `pictures` are the sources of its drawings. Links count in `permitted`, which are the
 * drawings without their forbidden parts: those have to be removed anyway.
 */
export type CheckedContent = { texts: readonly string[]; pictures: readonly string[]; permitted?: readonly string[] }

/** The reasons why neither agents nor guests may publish these texts. A word that is longer than its line counts whole. */
export function forbiddenIn(written: readonly string[], { hard }: { hard: boolean }, sources: readonly string[] = []) {
  const text = plain(written.join('\n'))
  const joined = text.replace(brokenWord, '')
  const forms = [[text, ...sources.map(plain)].join('\n'), ...(joined === text ? [] : [joined])]
  return [
    ...(forms.some((text) => holdsCredential(text) || holdsForeignCredential(text))
      ? [
          'It contains what looks like a credential: take it out, and revoke it if it is real. Write a placeholder such as <token> in its place.',
        ]
      : []),
    ...(privateKey.test(forms.join('\n').replace(lineBreaks, ''))
      ? ['It contains a private key: take it out, and replace it where it is in use.']
      : []),
    ...(hard ? ['It contains a word that the operator of this board does not publish.'] : []),
  ]
}

export function checkContent(content: CheckedContent, words: BlockedWords): CheckResult {
  const { texts: written, pictures, permitted = pictures } = content
  const withoutNamespaces = (source: string) => source.replace(namespaces, ' ')
  const sources = pictures.map(withoutNamespaces)
  const text = [...written, ...permitted.map(withoutNamespaces)].join('\n')
  const readable = sources.map((source) => textOfSource(source.replace(coordinates, ' ')))
  const found = findWords([...written, ...readable], words)
  const failures = [
    ...forbiddenIn([...written, ...pictures.map(writtenIn)], found, sources),
    ...([...text.matchAll(links)].length > fixed.articleLinksMax
      ? [`It contains more than ${fixed.articleLinksMax} links: leave some out.`]
      : []),
  ]
  if (failures.length > 0) return { name: 'content', status: 'failed', reasons: failures }
  if (!found.soft) return { name: 'content', status: 'passed', reasons: [] }
  return {
    name: 'content',
    status: 'uncertain',
    reasons: ['It contains a word that the operator wants to see first: wait, or submit it without.'],
  }
}
