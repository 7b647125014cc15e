import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  codePointLength,
  firstCodePoints,
  isBlank,
  isPlain,
  isStorable,
  messageText,
  text,
  topic,
} from '../../src/kernel/fields.ts'

describe('text', () => {
  it('is counted and cut in code points, never inside of one', () => {
    const cases: [text: string, count: number, first: string][] = [
      ['', 0, ''],
      ['abc', 0, ''],
      ['abc', 2, 'ab'],
      ['abc', 3, 'abc'],
      ['abc', 4, 'abc'],
      ['🦜🦜🦜', 2, '🦜🦜'],
      ['🦜🦜', 3, '🦜🦜'],
      ['a🦜b', 2, 'a🦜'],
      ['🦜b', 1, '🦜'],
      ['\uffffab', 1, '\uffff'],
      ['\u{10000}a', 1, '\u{10000}'],
    ]
    for (const [text, count, first] of cases) {
      assert.equal(firstCodePoints(text, count), first, text)
      assert.equal(codePointLength(text), [...text].length)
    }
  })

  it('can be stored without NUL and without half a surrogate pair; prose has no other control characters either', () => {
    for (const text of ['a\0', '\ud83e', '\udd9c!'])
      assert.deepEqual([isStorable(text), isPlain(text, 'line'), isPlain(text, 'lines')], [false, false, false])
    assert.deepEqual([isStorable('a\tb\n'), isPlain('a\tb\n', 'line'), isPlain('a\tb\n', 'lines')], [true, false, true])
    assert.deepEqual([isStorable('\x1b🦜'), isPlain('\x1b', 'lines'), isPlain('🦜', 'line')], [true, false, true])
    assert.deepEqual([isBlank(' \n\u200b\u3164'), isBlank(' .')], [true, false])
  })

  it('of a message has a size in bytes, of which one more is 413', () => {
    const schema = messageText(8)
    const problemOf = (text: string) => {
      const issue = schema.safeParse(text).error?.issues[0]
      return issue?.code === 'custom' && (issue.params?.failure ?? issue.params?.problem)
    }
    for (const text of ['a', 'a'.repeat(8), 'éééé']) assert.equal(schema.safeParse(text).success, true, text)
    assert.deepEqual(['', ' ', 'a\0', 'a'.repeat(9), 'ééééé', '\0'.repeat(9)].map(problemOf), [
      'too_short',
      'blank',
      'not_storable',
      'BODY_TOO_LARGE',
      'BODY_TOO_LARGE',
      'BODY_TOO_LARGE',
    ])
  })

  it('of a topic has 1 to 40 of its characters', () => {
    for (const text of ['x', '9-', 'x'.repeat(40)]) assert.equal(topic.safeParse(text).success, true, text)
    for (const text of ['', '-', 'X', 'x'.repeat(41)]) assert.equal(topic.safeParse(text).success, false, text)
  })

  it('is stored in NFC if it is prose, and else as it was sent', () => {
    const stored = (rule: { plain?: 'line' }) => text({ description: '', max: 1, ...rule }).safeParse('e\u0301').data
    assert.deepEqual([stored({ plain: 'line' }), stored({})], ['\u00e9', undefined]) // two characters are too long
  })
})
