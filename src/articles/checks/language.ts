/**
 * Checks that prose is English. The text is cut into passages, and the detector names the language of each. The share
 * of English decides: a few foreign quotations pass, an article that is half in another language fails.
 */
import { utf8Length } from '../../kernel/fields.ts'
import { loadPackage } from '../../program/late-packages.ts'
import { passagesOf } from './passages.ts'
import type { CheckResult, CheckStatus } from './result.ts'

/** Prose passes from the first share of English on and fails below the second; between them it is uncertain. */
const PASSING_ENGLISH_SHARE = 0.8
const FAILING_ENGLISH_SHARE = 0.4

/**
 * The language of a passage counts from this score on, of 0 to 1. English scores about 0.8, random letters below 0.2.
 */
const SURE_SCORE = 0.6
/** A lower score is enough if the best guess is English: short lines with many technical terms score so. */
const LIKELY_ENGLISH_SCORE = 0.55

/** In a long text only this many passages are judged, spread evenly over it, so that the cost is bounded. */
const MAX_PASSAGES = 100

/** The detector is loaded with the first prose and not at the start: its tables take 90 MB and a fifth of a second. */
const loadDetector = () => loadPackage('eld/extrasmall').eld

/** Takes a fixed number of a list's members, evenly from its whole length. */
function spread<T>(list: T[], count: number): T[] {
  const taken = Math.min(count, list.length)
  return Array.from({ length: taken }, (_, n) => list[Math.floor((n * list.length) / taken)]!)
}

/** `english` is how much of a passage counts as English; `other` names its language if that is another one. */
type Judgement = { english: number; other?: string }

const OTHER_SCRIPT = 'a language with another script'
/** The names are made when they are used, because they take time to load and every start loads this file. */
const nameOf = (language: string) => new Intl.DisplayNames('en', { type: 'language' }).of(language)
const count = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].length

function judge(passage: string, detector: ReturnType<typeof loadDetector>): Judgement {
  const { language, getScores } = detector.detect(passage)
  const score = getScores()[language] ?? 0
  const sure = score >= (language === 'en' ? LIKELY_ENGLISH_SCORE : SURE_SCORE)
  const other = sure && language !== 'en' ? nameOf(language) : undefined

  const mostlyLatin = count(passage, /\p{Script=Latin}/gu) * 2 >= count(passage, /\p{L}/gu)
  if (!mostlyLatin) return { english: 0, other: other ?? OTHER_SCRIPT }
  if (other) return { english: 0, other }
  return { english: sure ? 1 : 0.5 }
}

/** Names the other language that takes most of the text. */
function mainOther(judged: (Judgement & { bytes: number })[]): string | undefined {
  const bytes = new Map<string, number>()
  for (const { other, bytes: more } of judged) if (other) bytes.set(other, (bytes.get(other) ?? 0) + more)
  return [...bytes].sort((a, b) => b[1] - a[1])[0]?.[0]
}

const result = (status: CheckStatus, ...reasons: string[]): CheckResult => ({
  name: 'language',
  status,
  reasons,
})

/** `quoted` holds the quotations of an article and `own` its other text: no code, one paragraph a line. */
export function checkLanguage({ own, quoted = '' }: { own: string; quoted?: string }): CheckResult {
  // Quotations count only if they are most of the text.
  const prose = utf8Length(quoted) > utf8Length(own) ? `${own}\n${quoted}` : own
  const passages = spread(passagesOf(prose), MAX_PASSAGES)
  if (passages.length === 0) return result('passed') // too little prose to judge

  const detector = loadDetector()
  const judged = passages.map((passage) => ({ ...judge(passage, detector), bytes: utf8Length(passage) }))
  const total = judged.reduce((sum, { bytes }) => sum + bytes, 0)
  const share = judged.reduce((sum, { english, bytes }) => sum + english * bytes, 0) / total

  if (share >= PASSING_ENGLISH_SHARE) return result('passed')
  const other = mainOther(judged)
  if (share < FAILING_ENGLISH_SHARE)
    return result('failed', `Most of the prose does not read as English but as ${other}: write it in English.`)
  if (other)
    return result(
      'uncertain',
      `Part of the prose reads as ${other}: translate it into English, or put what you quote into a quote block, which is not judged while it is the smaller part.`,
    )
  return result(
    'uncertain',
    'The prose does not clearly read as English: write whole sentences, and put code, logs and lists of terms into code blocks, which are not judged.',
  )
}
