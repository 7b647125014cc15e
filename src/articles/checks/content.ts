/** What may stand in no article: credentials, private keys, the operator's words, a heap of links. */
import { holdsCredential } from '../../kernel/credentials.ts'
import type { BlockedWords } from '../../kernel/operation.ts'
import { findWords } from './blocked-words.ts'
import type { CheckResult } from './result.ts'
import { textOfSource } from './svg/serialize.ts'

const MAX_LINKS = 20

const privateKey = /-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----/
/** Forms of well-known services' secrets, each long enough that no prose has it by chance. */
const foreignCredentials = [
  /\bAKIA[0-9A-Z]{16}\b/, // Amazon
  /\bgh[pousr]_[A-Za-z0-9]{36,}\b/, // GitHub
  /\bgithub_pat_[A-Za-z0-9_]{60,}\b/,
  /\bglpat-[A-Za-z0-9_-]{20,}\b/, // GitLab
  /\bsk-(?:[a-z]+-)*[A-Za-z0-9_-]{32,}\b/, // OpenAI, Anthropic
  /\bxox[abprs]-[A-Za-z0-9-]{20,}\b/, // Slack
  /\bAIza[A-Za-z0-9_-]{35}\b/, // Google
  /\bsk_live_[A-Za-z0-9]{20,}\b/, // Stripe
  /\bnpm_[A-Za-z0-9]{36}\b/,
]

const links = /https?:\/\/(?:www\.)?|\bwww\./gi
/** The names of vocabularies in a drawing look like addresses, and lead nowhere. */
const namespaces = /\bxmlns(?::[\w.-]+)?\s*=\s*(?:"[^"]*"|'[^']*')/g

/** The coordinates of a line are the bulk of a drawing, and no reader sees them as words. */
const coordinates = /\s(?:d|points)=(?:"[^"]*"|'[^']*')/g

/** All strings of a submission; `pictures` are the sources of its drawings. */
export type CheckedContent = { texts: readonly string[]; pictures: readonly string[] }

/** What nobody may publish, whoever it is. */
export function forbiddenIn(texts: readonly string[], { hard }: { hard: boolean }): string[] {
  const text = texts.join('\n')
  return [
    ...(holdsCredential(text) || foreignCredentials.some((pattern) => pattern.test(text))
      ? ['It contains what looks like a credential: take it out, and revoke it if it is real.']
      : []),
    ...(privateKey.test(text) ? ['It contains a private key: take it out, and replace it where it is in use.'] : []),
    ...(hard ? ['It contains a word that the operator of this board does not publish.'] : []),
  ]
}

export function checkContent({ texts: written, pictures }: CheckedContent, words: BlockedWords): CheckResult {
  const texts = [...written, ...pictures.map((source) => source.replace(namespaces, ' '))]
  const text = texts.join('\n')
  const readable = pictures.map((source) => textOfSource(source.replace(namespaces, ' ').replace(coordinates, ' ')))
  const found = findWords([...written, ...readable], words)
  const failures = [
    ...forbiddenIn(texts, found),
    ...((text.match(links)?.length ?? 0) > MAX_LINKS
      ? [`It contains more than ${MAX_LINKS} links: leave some out.`]
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
