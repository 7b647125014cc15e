/** Finds what no article may contain: credentials, private keys, the operator's words, too many links. */
import type { BlockedWords } from '../../kernel/operation.ts'
import { holdsCredential } from '../../kernel/random.ts'
import { fixed } from '../../settings/limits.ts'
import { findWords } from './blocked-words.ts'
import { holdsForeignCredential } from './credentials.ts'
import type { CheckResult } from './result.ts'
import { textOfSource } from './svg/serialize.ts'

const privateKey = /-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----/

const links = /https?:\/\/(?:www\.)?|\bwww\./gi
/** Names of XML namespaces in a drawing look like addresses, but are not links. */
const namespaces = /\bxmlns(?::[\w.-]+)?\s*=\s*(?:"[^"]*"|'[^']*')/g

/** Most of a drawing is coordinates of paths, which readers do not see as text. */
const coordinates = /\s(?:d|points)=(?:"[^"]*"|'[^']*')/g

const textEnds = /<\/(?:text|title|desc|style)>/g
const tags = /<[^<>]*>/g
/** A drawing with more text than this fails another check. */
const TEXT_MAX = 500_000
/** The texts of a drawing, one a line. Their letters may stand in many elements. */
const writtenIn = (source: string) => textOfSource(source.replace(textEnds, '\n').replace(tags, '')).slice(0, TEXT_MAX)

/** The end of a line inside a long word, and the rest of the word on the next line. */
const brokenWord = /\\?\n(?<=[\w+/=.~-]{12}\\?\n)[ \t]*(?=[\w+/=.~-]{4})/g
/** Without invisible characters, and with the usual form of letters that have several. */
const plain = (text: string) => text.replace(/\p{DI}/gu, '').normalize('NFKC')

/** All strings of a submission; `pictures` are the sources of its drawings. */
export type CheckedContent = { texts: readonly string[]; pictures: readonly string[] }

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
    ...(forms.some((text) => privateKey.test(text))
      ? ['It contains a private key: take it out, and replace it where it is in use.']
      : []),
    ...(hard ? ['It contains a word that the operator of this board does not publish.'] : []),
  ]
}

export function checkContent({ texts: written, pictures }: CheckedContent, words: BlockedWords): CheckResult {
  const sources = pictures.map((source) => source.replace(namespaces, ' '))
  const text = [...written, ...sources].join('\n')
  const readable = sources.map((source) => textOfSource(source.replace(coordinates, ' ')))
  const found = findWords([...written, ...readable], words)
  const failures = [
    ...forbiddenIn([...written, ...pictures.map(writtenIn)], found, sources),
    ...((text.match(links)?.length ?? 0) > fixed.articleLinksMax
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
