import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { z } from 'zod'
import { Failure } from '../../src/kernel/errors.ts'
import {
  codePointLength,
  firstCodePoints,
  isBlank,
  isPlain,
  isStorable,
  messageText,
  refuse,
  requestId,
  text,
  topic,
  uuid,
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

describe('a refusal', () => {
  const name = text({ description: '', min: 2, max: 3, pattern: /^[a-z]+$/, characters: 'a-z' })
  const schema = z.strictObject({
    n: z.int(),
    name: name.optional(),
    names: z.array(name).optional(),
    note: text({ description: '', max: 2 }).optional(),
    body: messageText(8).optional(),
    id: uuid('').optional(),
    ids: z.array(uuid('')).default([]),
    request_id: requestId().optional(),
    topic: topic.optional(),
  })
  const refusalOf = (given: object) => {
    const raw = { n: 1, ...given }
    const { error } = schema.safeParse(raw)
    try {
      return error && refuse(schema, error, raw)
    } catch (failure) {
      assert.ok(failure instanceof Failure)
      return [failure.code, failure.details]
    }
  }

  it('names the field, its problem and what the field accepts', () => {
    const ofName = { min: 2, max: 3, unit: 'characters', pattern: '^[a-z]+$', characters: 'a-z' }
    const ofKey = { pattern: '^[A-Za-z0-9_-]{16,128}$', min_length: 16, max_length: 128 }
    const ofTopic = { min: 1, max: 40, unit: 'characters', pattern: '^[a-z0-9][a-z0-9-]*$' }
    const cases: [given: object, code: string, details: object][] = [
      [{ n: undefined }, 'INVALID_FIELD', { field: 'n', problem: 'missing' }],
      [{ n: 'x' }, 'INVALID_FIELD', { field: 'n', problem: 'wrong_type', expected: 'number' }],
      [{ name: 'a' }, 'INVALID_FIELD', { field: 'name', problem: 'too_short', ...ofName, actual_length: 1 }],
      [{ name: 'abcd' }, 'INVALID_FIELD', { field: 'name', problem: 'too_long', ...ofName, actual_length: 4 }],
      [{ name: 'A1' }, 'INVALID_FIELD', { field: 'name', problem: 'pattern', ...ofName }],
      [{ name: 5 }, 'INVALID_FIELD', { field: 'name', problem: 'wrong_type', expected: 'string', ...ofName }],
      [{ names: ['ab', 'A1'] }, 'INVALID_FIELD', { field: 'names', index: 1, problem: 'pattern', ...ofName }],
      [{ names: 'ab' }, 'INVALID_FIELD', { field: 'names', problem: 'wrong_type', expected: 'array' }],
      [
        { note: 'abc' },
        'INVALID_FIELD',
        { field: 'note', problem: 'too_long', min: 0, max: 2, unit: 'characters', actual_length: 3 },
      ],
      [
        { body: '' },
        'INVALID_FIELD',
        { field: 'body', problem: 'too_short', min: 1, max: 8, unit: 'bytes', actual_length: 0 },
      ],
      [{ body: 'x'.repeat(9) }, 'BODY_TOO_LARGE', { scope: 'post_body', max_bytes: 8, actual_bytes: 9 }],
      [{ id: 'x' }, 'INVALID_ID', { field: 'id', problem: 'not_allowed', accepted: 'uuid' }],
      [{ ids: ['x'] }, 'INVALID_ID', { field: 'ids', index: 0, problem: 'not_allowed', accepted: 'uuid' }],
      [
        { request_id: 'x' },
        'IDEMPOTENCY_KEY_REQUIRED',
        { field: 'request_id', problem: 'not_allowed', ...ofKey, actual_length: 1 },
      ],
      [{ topic: 'X' }, 'INVALID_TOPIC', { field: 'topic', problem: 'pattern', ...ofTopic }],
    ]
    for (const [given, code, details] of cases)
      assert.deepEqual(refusalOf(given), [code, details], JSON.stringify(given))
    assert.equal(refusalOf({ name: 'ab', note: '', body: 'x', topic: 'x' }), undefined)
  })
})
