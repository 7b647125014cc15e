/** Cuts prose into passages of words, long enough for a language detector and short enough to be in one language. */
import { utf8Length } from '../../kernel/fields.ts'

/**
 * A shorter passage cannot be judged. The length is in bytes, because a Chinese letter says as much as several Latin
 * ones.
 */
const PASSAGE_MIN_BYTES = 60
const PASSAGE_MAX_CHARACTERS = 100

const sentenceEnd = /[.!?](?=\s)|[。！？]/g
const quotedCode = /`[^`\n]*`/g
const asciiRun = /[!-~]+/g
/** Matches addresses, paths, numbers, markup and names like `fooBar`, `foo_bar` or `foo.bar`. */
const notAWord = /[0-9_/\\@{}<>$=|~^*#]|[A-Za-z][.:()[\]][A-Za-z]|[a-z][A-Z]/
const notALetter = /[^\p{L}\p{M}'’\n-]+/gu

/** Matches text between quotation marks on one line. */
const quotation = /"[^"\n]+"|“[^”\n]+”|„[^“”\n]+[“”]|«[^»\n]+»|‘[^’\n]+’|‹[^›\n]+›|「[^」\n]+」/g

/** Quotations do not count against the author if they are the smaller part. */
function withoutQuotations(prose: string): string {
  const own = prose.replace(quotation, ' ')
  return utf8Length(own) * 2 >= utf8Length(prose) ? own : prose
}

/** Lists of names have no language. In a list, at least this share of the words is a capital letter and small ones. */
const NAMES_SHARE = 0.7
const name = /^\p{Lu}\p{M}*[\p{Ll}\p{M}'’-]/u
function isNames(text: string): boolean {
  const words = text.trim().split(/\s+/)
  return words.filter((word) => name.test(word)).length >= NAMES_SHARE * words.length
}

/**
 * Keeps the lines. Only words of ASCII are dropped: a Chinese sentence has no spaces, so one digit in it would drop all
 * of it.
 */
const wordsOf = (prose: string) =>
  prose
    .replace(quotedCode, ' ')
    .replace(sentenceEnd, '\n')
    .replace(asciiRun, (run) => (notAWord.test(run) ? ' ' : run))
    .replace(notALetter, ' ')

/** The longest beginning that fits; it ends at a space if there is one. */
const piece = new RegExp(`.{1,${PASSAGE_MAX_CHARACTERS}}(?: |$)|.{1,${PASSAGE_MAX_CHARACTERS}}`, 'gu')

/**
 * Cuts long lines and joins short ones. A remainder that is too short is dropped, so too little prose has no passage.
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
