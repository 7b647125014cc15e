import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { previewOf, proseOf } from '../../src/articles/content/rules.ts'
import { countWords, queryOf, readingMinutes } from '../../src/articles/words/rules.ts'
import { fixed } from '../../src/settings/limits.ts'

const blocks = [
  { type: 'heading', level: 2, text: 'One two' },
  { type: 'list', ordered: false, items: ['three', 'four  five'] },
  { type: 'svg', description: 'not read', caption: 'nor this', source: '<svg/>', asset: 'x' },
  { type: 'quote', text: 'six' },
  { type: 'code', text: 'seven = 8', language: 'text' },
  { type: 'paragraph', text: 'ten' },
] as never

describe('the words of an article', () => {
  it('are counted without its pictures, and read at 230 a minute', () => {
    assert.equal(countWords(blocks), 10)
    assert.deepEqual([0, 1, 344, 345, 574, 575].map(readingMinutes), [1, 1, 1, 2, 2, 3])
  })

  it('make its preview up to a bound, and the prose in which its language is looked for', () => {
    assert.equal(previewOf(blocks), 'One two\nthree\nfour  five\nsix\nseven = 8\nten')
    const long = [{ type: 'paragraph', text: '🦜'.repeat(fixed.previewMaxCodePoints + 1) }] as never
    assert.equal([...previewOf(long)].length, fixed.previewMaxCodePoints)
    assert.deepEqual(proseOf({ title: 'Title', blocks }).quoted, 'six')
    assert.doesNotMatch(proseOf({ title: 'Title', blocks }).own, /six|seven/)
  })

  it('are looked for if there are some, and not too many', () => {
    const words = (count: number) => Array.from({ length: count }, (_, n) => `w${n}`).join(' ')
    const { searchMaxTerms, searchMaxChars } = fixed
    const many = queryOf(words(searchMaxTerms))
    assert.equal('words' in many && many.words.length, searchMaxTerms)
    assert.deepEqual(queryOf(words(searchMaxTerms + 1)), { problem: 'too_long' })
    assert.deepEqual(queryOf(' - '), { problem: 'no_words' })
    assert.deepEqual(queryOf('a\0b'), { problem: 'no_words' })
    assert.deepEqual(queryOf('word'.padEnd(searchMaxChars)), { words: ['word'] })
    assert.deepEqual(queryOf('word'.padEnd(searchMaxChars + 1)), { problem: 'too_long' })
  })
})
