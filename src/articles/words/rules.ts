/** What an article is found by, and how many words a reader has to read. */
import { codePointLength, isStorable } from '../../kernel/fields.ts'
import { RETAINED, termsOfMessage, tokensOf } from '../../search/rules.ts'
import { fixed } from '../../settings/limits.ts'
import { parseBlocks, type StoredBlock } from '../content/rules.ts'

export type WrittenText = { title: string; blocks: string; author: string }

const textsOf = (block: StoredBlock): string[] => {
  if (block.type === 'list') return block.items
  return block.type === 'svg' ? [block.description, block.caption ?? ''] : [block.text]
}

/** Every word of it: title, text, code, what is said about its pictures, and the name of its author. */
export const termsOfArticle = ({ title, blocks, author }: WrittenText): string[] => [
  ...termsOfMessage(title, [author, ...parseBlocks(blocks).flatMap(textsOf)].join('\n')),
  RETAINED,
]

/** The words that a reader reads: descriptions of pictures are left out. */
export const countWords = (blocks: readonly StoredBlock[]): number =>
  blocks
    .flatMap((block) => (block.type === 'svg' ? [] : textsOf(block)))
    .reduce((sum, text) => sum + (text.match(/\S+/g)?.length ?? 0), 0)

const WORDS_PER_MINUTE = 230

/** Minutes for a reader of the text alone. */
export const readingMinutes = (words: number): number => Math.max(1, Math.round(words / WORDS_PER_MINUTE))

const { searchMaxChars, searchMaxTerms } = fixed

/** The words of a search, or the reason why it is not possible. */
export function queryOf(text: string): { words: string[] } | { problem: 'no_words' | 'too_long' } {
  const words = tokensOf(text)
  if (words.length > searchMaxTerms || codePointLength(text) > searchMaxChars) return { problem: 'too_long' }
  return words.length === 0 || !isStorable(text) ? { problem: 'no_words' } : { words }
}
