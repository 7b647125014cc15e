/**
 * Words and where they occur. For each term and block of 1,024 sequence numbers the index keeps the messages that
 * hold the term, two characters each. Finding messages that hold several terms is then an intersection of small
 * sets, block by block from the newest: its cost is bounded by the number of blocks, whatever the words are.
 */
import { createHash } from 'node:crypto'
import { normalize } from '../kernel/normalize.ts'

const BLOCK = 1_024
const ascii = /^\p{ASCII}*$/u
const word = /[\p{L}\p{M}\p{N}_]+/gu

/**
 * JavaScript has no case folding. Lower, upper and lower case in turn bring together what Unicode's folding does; a
 * sigma is lower-cased by what stands beside it, so its final form is folded last.
 */
export const fold = (text: string) =>
  ascii.test(text)
    ? text.toLowerCase() // text in ASCII needs no more than this
    : normalize(normalize(text, 'NFKC').toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ'), 'NFKC')

/** Every word of a text, in its order, repetitions included. */
export const tokensOf = (text: string): string[] => fold(text).match(word) ?? []

/** Terms that are not words contain a character that no word can contain. */
export const RETAINED = '*'
const topicTerm = (topic: string) => `topic:${topic}`
const AUTHOR = 'author:'
const authorTerm = (authorId: string) => AUTHOR + authorId
/** The term of a root message. */
export const THREAD = 'is:thread'
/** All terms of authors sort from the first of these to before the second. */
export const authorTerms = [AUTHOR, 'author;'] as const
const LONGEST_TERM = 64
const termOf = (token: string) =>
  token.length <= LONGEST_TERM ? token : `sha256:${createHash('sha256').update(token).digest('base64url')}`

/**
 * The terms of a message. Topic, author and being a thread are terms, too, so filtering by one costs no more than another
 * word.
 */
export const termsOfMessage = (title: string, body: string): string[] => [
  ...new Set(Array.from(new Set([...tokensOf(title), ...tokensOf(body)]), termOf)),
]
export const termsWithPlace = (
  terms: readonly string[],
  { topic, author_id, thread_id }: { topic: string; author_id: string; thread_id: string | null },
) => [...terms, topicTerm(topic), authorTerm(author_id), ...(thread_id === null ? [THREAD] : []), RETAINED]

/** The term that is missing for messages that were indexed without their author. */
export const authorTermsOf = ({ author_id }: { author_id: string }) => [authorTerm(author_id)]

export type Filters = { topic?: string | undefined; author?: string | undefined; rootsOnly?: boolean }

/** Every term that a message must have; the last one leaves out what was deleted. */
export const termsOfQuery = (tokens: readonly string[], { topic, author, rootsOnly }: Filters = {}): string[] => [
  ...new Set(tokens.map(termOf)),
  ...(topic === undefined ? [] : [topicTerm(topic)]),
  ...(author === undefined ? [] : [authorTerm(author)]),
  ...(rootsOnly ? [THREAD] : []),
  RETAINED,
]

export const blockOf = (seq: number) => Math.floor(seq / BLOCK)

const digits = '-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz'
const values = new Map([...digits].map((digit, value) => [digit.charCodeAt(0), value]))

const digitAt = (postings: string, at: number) => values.get(postings.charCodeAt(at)) ?? 0

/** A message's place in its block, as two digits of base 64. */
export function postingOf(seq: number): string {
  const place = seq % BLOCK
  return digits.charAt(place >> 6) + digits.charAt(place & 63)
}

/** A message with what it is found by. */
export type Indexed = { seq: number; terms: readonly string[] }

/** Term → postings of messages of one block, which come in ascending order. */
export function postingsOf(messages: readonly Indexed[]): [term: string, postings: string][] {
  const postings = new Map<string, string>()
  for (const { seq, terms } of messages) {
    const posting = postingOf(seq)
    for (const term of terms) postings.set(term, (postings.get(term) ?? '') + posting)
  }
  return [...postings]
}

/** One bit a message of the block. */
export function decode(postings: string): Uint32Array {
  const bits = new Uint32Array(BLOCK / 32)
  for (let i = 0; i < postings.length; i += 2) {
    const place = (digitAt(postings, i) << 6) | digitAt(postings, i + 1)
    bits[place >> 5]! |= 1 << (place & 31)
  }
  return bits
}

/** Sequence numbers, ascending, that are in every one of the sets. */
export function intersect(block: number, sets: readonly string[]): number[] {
  const [first = new Uint32Array(), ...others] = sets.toSorted((a, b) => a.length - b.length).map(decode)
  const found: number[] = []
  for (let i = 0; i < BLOCK / 32; i++) {
    let bits = others.reduce((common, set) => common & (set[i] ?? 0), first[i] ?? 0)
    while (bits !== 0) {
      const lowest = 31 - Math.clz32(bits & -bits)
      found.push(block * BLOCK + i * 32 + lowest)
      bits &= bits - 1
    }
  }
  return found
}

/** The postings of a block without some of its messages. */
export function without(postings: string, seqs: readonly number[]): string {
  const gone = new Set(seqs.map(postingOf))
  return (postings.match(/../g) ?? []).filter((posting) => !gone.has(posting)).join('')
}
