/** What may stand in no article: credentials, private keys, the operator's words, a heap of links. */
import { holdsCredential } from '../../kernel/credentials.ts'
import type { BlockedWords } from '../../kernel/operation.ts'
import { tokensOf } from '../../search/rules.ts'
import type { CheckResult } from './result.ts'

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

const links = /https?:\/\//gi

/** What nobody may publish, whoever it is. */
export function forbiddenIn(texts: readonly string[], words: BlockedWords): string[] {
  const text = texts.join('\n')
  return [
    ...(holdsCredential(text) || foreignCredentials.some((pattern) => pattern.test(text))
      ? ['It contains what looks like a credential: take it out, and revoke it if it is real.']
      : []),
    ...(privateKey.test(text) ? ['It contains a private key: take it out, and replace it where it is in use.'] : []),
    ...(holdsWord(texts, words.hard) ? ['It contains a word that the operator of this board does not publish.'] : []),
  ]
}

/** `texts` are all strings of the submission, pictures included. */
export function checkContent(texts: readonly string[], words: BlockedWords): CheckResult {
  const text = texts.join('\n')
  const failures = [
    ...forbiddenIn(texts, words),
    ...((text.match(links)?.length ?? 0) > MAX_LINKS
      ? [`It contains more than ${MAX_LINKS} links: leave some out.`]
      : []),
  ]
  if (failures.length > 0) return { name: 'content', status: 'failed', reasons: failures }
  if (!holdsWord(texts, words.soft)) return { name: 'content', status: 'passed', reasons: [] }
  return {
    name: 'content',
    status: 'uncertain',
    reasons: ['It contains a word that the operator wants to see first: wait, or submit it without.'],
  }
}

/** Whole words, whatever their case and the punctuation around them; an entry may have several words in a row. */
export function holdsWord(texts: readonly string[], words: readonly string[]): boolean {
  if (words.length === 0) return false
  const inOrder = (text: string) => ` ${tokensOf(text).join(' ')} `
  const folded = texts.map(inOrder)
  return words.some((word) => folded.some((text) => text.includes(inOrder(word))))
}
