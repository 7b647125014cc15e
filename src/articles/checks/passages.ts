/** Prose as a language detector wants it: words only, in passages long enough to judge and short enough to be in one language. */
import { utf8Length } from '../../kernel/text.ts'

/** Less is too little to tell. Bytes rather than letters, because a Chinese letter says as much as several Latin ones. */
const PASSAGE_MIN_BYTES = 60
const PASSAGE_MAX_CHARACTERS = 100

const sentenceEnd = /[.!?](?=\s)|[。！？]/g
const quotedCode = /`[^`\n]*`/g
const asciiRun = /[!-~]+/g
/** Addresses, paths, numbers, markup and names like `fooBar`, `foo_bar` or `foo.bar`. */
const notAWord = /[0-9_/\\@{}<>$=|~^*#]|[A-Za-z][.:()[\]][A-Za-z]|[a-z][A-Z]/
const notALetter = /[^\p{L}\p{M}'’\n-]+/gu

/** Lines are kept. Only runs of ASCII are dropped: a Chinese sentence has no spaces, and would vanish with one digit in it. */
const wordsOf = (prose: string) =>
  prose
    .replace(quotedCode, ' ')
    .replace(sentenceEnd, '\n')
    .replace(asciiRun, (run) => (notAWord.test(run) ? ' ' : run))
    .replace(notALetter, ' ')

/** As much as fits, up to a space if there is one. */
const piece = new RegExp(`.{1,${PASSAGE_MAX_CHARACTERS}}(?: |$)|.{1,${PASSAGE_MAX_CHARACTERS}}`, 'gu')

/** Long lines are cut, short ones joined. What is too short at the end is dropped, so that too little prose has no passage. */
export function passagesOf(prose: string): string[] {
  const passages: string[] = []
  let passage = ''
  for (const line of wordsOf(prose).split('\n')) {
    for (const more of line.trim().match(piece) ?? []) {
      passage += `${more} `
      if (utf8Length(passage) < PASSAGE_MIN_BYTES) continue
      passages.push(passage)
      passage = ''
    }
  }
  return passages
}
