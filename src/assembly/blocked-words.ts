/** The operator's file of words, read again when it has changed. It is checked before each use; nothing watches it. */
import { readFileSync, statSync } from 'node:fs'
import type { Logger } from 'pino'
import { isFindable } from '../articles/checks/blocked-words.ts'
import type { BlockedWords } from '../kernel/operation.ts'
import { codeOf } from '../kernel/thrown.ts'
import { ConfigError, type Environment } from '../settings/config.ts'

const MAX_BYTES = 1_048_576
const none: BlockedWords = { hard: [], soft: [] }
const accepted =
  'the file must be UTF-8 text with the sections [hard] and [soft], one word or phrase a line below them, and comments that begin with #'

/** What is wrong with the file, and on which line. */
class MalformedWords extends Error {}

/** Words by section; `#` begins a comment, empty lines separate. */
export function parseWords(text: string): BlockedWords {
  const words: Record<keyof BlockedWords, string[]> = { hard: [], soft: [] }
  let section: string[] | undefined
  for (const [index, line] of text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .entries()) {
    const entry = line.replace(/(^|\s)#.*/, '').trim()
    const refuse = (problem: string): never => {
      throw new MalformedWords(`line ${index + 1} ${problem}`)
    }
    if (entry === '') continue
    if (entry === '[hard]') section = words.hard
    else if (entry === '[soft]') section = words.soft
    else if (entry.startsWith('[')) refuse('names another section')
    else if (!section) refuse('stands before the first section')
    else if (!isFindable(entry)) refuse('has neither a letter nor a digit nor a symbol')
    else section.push(entry)
  }
  return words
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

function readWords(file: string): BlockedWords {
  const bytes = readFileSync(file)
  if (bytes.length > MAX_BYTES) throw new MalformedWords(`it is larger than ${MAX_BYTES} bytes`)
  let text: string
  try {
    text = utf8.decode(bytes)
  } catch {
    throw new MalformedWords('it is not UTF-8')
  }
  return parseWords(text)
}

/** Changes whenever the file does: it may be written in place or replaced. */
function stampOf(file: string): string {
  try {
    const { mtimeNs, size, ino } = statSync(file, { bigint: true })
    return `${mtimeNs} ${size} ${ino}`
  } catch (error) {
    return `unreadable: ${codeOf(error)}`
  }
}

const reasonOf = (error: unknown) =>
  error instanceof MalformedWords ? error.message : `it cannot be read (${codeOf(error)})`

const refusalOf = (file: string, error: unknown) =>
  `BLOCKED_WORDS_FILE=${JSON.stringify(file)} is not accepted: ${reasonOf(error)}; ${accepted}.`

function requireWords(file: string): BlockedWords {
  try {
    return readWords(file)
  } catch (error) {
    throw new ConfigError(refusalOf(file, error))
  }
}

export function checkBlockedWords({ BLOCKED_WORDS_FILE: file = 'none' }: Environment): void {
  if (file !== 'none') requireWords(file)
}

/**
 * A bad file stops the start. While running, the last good words stay in force, and each bad version is logged once.
 */
export function openBlockedWords(file: string | null, log: Pick<Logger, 'info' | 'error'>): () => BlockedWords {
  if (file === null) return () => none
  let stamp = stampOf(file)
  let words = requireWords(file)
  return () => {
    const now = stampOf(file)
    if (now === stamp) return words
    stamp = now
    try {
      words = readWords(file)
      log.info({ hard: words.hard.length, soft: words.soft.length }, 'the blocked words were read again')
    } catch (error) {
      log.error(`${refusalOf(file, error)} The words read before stay in force.`)
    }
    return words
  }
}
