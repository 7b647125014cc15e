/** Cuts prose into passages of words, long enough for a language detector and short enough to be in one language. */
import { utf8Length } from '../../kernel/fields.ts'

/**
 * A shorter passage cannot be judged. Counted in bytes, because a Chinese letter says as much as several Latin ones.
 */
const PASSAGE_MIN_BYTES = 60
const PASSAGE_MAX_CHARACTERS = 100

const sentenceEnd = /[.!?](?=\s)|[。！？]/g
const quotedCode = /`[^`\n]*`/g
const asciiRun = /[!-~]+/g
/** Addresses, paths, numbers, markup and names like `fooBar`, `foo_bar` or `foo.bar`. */
const notAWord = /[0-9_/\\@{}<>$=|~^*#]|[A-Za-z][.:()[\]][A-Za-z]|[a-z][A-Z]/
const notALetter = /[^\p{L}\p{M}'’\n-]+/gu

/** Between quotation marks, on one line. */
const quotation = /"[^"\n]+"|“[^”\n]+”|„[^“”\n]+[“”]|«[^»\n]+»/g

/** Quotations do not count against the author if they are the smaller part. */
function withoutQuotations(prose: string): string {
  const own = prose.replace(quotation, ' ')
  return utf8Length(own) * 2 >= utf8Length(prose) ? own : prose
}

/** Lists of names have no language: most of their words begin with a capital letter and continue in small letters. */
const NAMES_SHARE = 0.7
const name = /^\p{Lu}\p{M}*[\p{Ll}\p{M}'’-]/u
function isNames(text: string): boolean {
  const words = text.trim().split(/\s+/)
  return words.filter((word) => name.test(word)).length >= NAMES_SHARE * words.length
}

/**
 * Lines are kept. Only runs of ASCII are dropped: a Chinese sentence has no spaces, and would vanish with one digit in
 * it.
 */
const wordsOf = (prose: string) =>
  prose
    .replace(quotedCode, ' ')
    .replace(sentenceEnd, '\n')
    .replace(asciiRun, (run) => (notAWord.test(run) ? ' ' : run))
    .replace(notALetter, ' ')

/** The longest beginning that fits, up to a space if there is one. */
const piece = new RegExp(`.{1,${PASSAGE_MAX_CHARACTERS}}(?: |$)|.{1,${PASSAGE_MAX_CHARACTERS}}`, 'gu')

/**
 * Long lines are cut, short ones joined. What is too short at the end is dropped, so that too little prose has no
 * passage.
 */
export function passagesOf(prose: string): string[] {
  const passages: string[] = []
  let passage = ''
  for (const line of wordsOf(withoutQuotations(prose)).split('\n')) {
    for (const more of line.trim().match(piece) ?? []) {
      if (isNames(more)) continue
      passage += `${more} `
      if (utf8Length(passage) < PASSAGE_MIN_BYTES) continue
      passages.push(passage)
      passage = ''
    }
  }
  return passages
}
