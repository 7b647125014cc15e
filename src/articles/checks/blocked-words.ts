/** Finds the operator's words as they are written, signs included. A word inside a longer word is not found. */
import { must } from '../../kernel/must.ts'
import type { BlockedWords } from '../../kernel/operation.ts'
import { fold } from '../../search/rules.ts'

/** These scripts put no spaces between words, so the text does not show where a word begins or ends. */
const unspaced = '[\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}]'
const letter = `[[\\p{L}\\p{M}\\p{N}_]--${unspaced}]`
const words = new RegExp(`${letter}+`, 'gv')
const endsWithLetter = new RegExp(`${letter}$`, 'v')
/**
 * An entry that begins with an emoji or in such a script is found even after a letter. Other signs are not: `.net` must
 * not be found in an address, nor `@name` in a mail address.
 */
const standsAlone = new RegExp(`^[\\p{So}${unspaced}]`, 'v')

/** Both test one place of a text. They are made once, because making one takes longer than searching a long text. */
const [noLetterBefore, noLetterAfter] = [new RegExp(`(?<!${letter})`, 'vy'), new RegExp(`(?!${letter})`, 'vy')]
const betweenWords = /[^\p{L}\p{M}\p{N}_]+/vy

/** Ignores the case, the width, the form of accents and apostrophes, and invisible characters. */
const normalize = (text: string) => fold(text.replace(/\p{DI}/gu, '')).replaceAll('’', "'")

/** An entry of punctuation alone would be found in every text. */
export const isFindable = (entry: string) => /[\p{L}\p{N}\p{So}]/u.test(normalize(entry))

/** An entry is a word, or several in a row with no letters between them. */
export function findWords(texts: readonly string[], { hard, soft }: BlockedWords): { hard: boolean; soft: boolean } {
  if (hard.length + soft.length === 0) return { hard: false, soft: false }
  const normalized = texts.map(normalize)
  const known = new Set(normalized.flatMap((text) => text.match(words) ?? []))
  const isThere = (entry: string) => {
    const wanted = normalize(entry)
    const parts = wanted.match(words) ?? []
    if (!parts.every((part) => known.has(part))) return false // most entries end here, without a search
    return normalized.some((text) => holdsPhrase(text, wanted.trim().split(/\s+/)))
  }
  return { hard: hard.some(isThere), soft: soft.some(isThere) }
}

function holdsPhrase(text: string, phrase: readonly string[]): boolean {
  const first = must(phrase[0], 'the first word of a phrase')
  for (let at = text.indexOf(first); at >= 0; at = text.indexOf(first, at + 1))
    if ((standsAlone.test(first) || isAt(noLetterBefore, text, at)) && isPhraseAt(text, phrase, at)) return true
  return false
}

function isPhraseAt(text: string, phrase: readonly string[], start: number): boolean {
  let at = start
  for (const [n, part] of phrase.entries()) {
    if (n > 0) at = isAt(betweenWords, text, at) ? betweenWords.lastIndex : text.length
    if (!text.startsWith(part, at)) return false
    at += part.length
  }
  return !endsWithLetter.test(phrase.at(-1) ?? '') || isAt(noLetterAfter, text, at) // `C++` is in `C++20`
}

function isAt(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at
  return pattern.test(text)
}
