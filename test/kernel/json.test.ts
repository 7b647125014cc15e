import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Failure } from '../../src/kernel/errors.ts'
import { isRecord, parseObject } from '../../src/kernel/json.ts'
import { must } from '../../src/kernel/must.ts'

const brackets = '[{'.repeat(50)
const nested = (depth: number) => `${'{"a":'.repeat(depth - 1)}{}${'}'.repeat(depth - 1)}`

describe('a body', () => {
  it('is one object, and brackets and quotes inside of texts count as text', () => {
    for (const body of [
      '{}',
      ' {"a":[{},[],{"b":null}],"b":-1.5}\n',
      `{"a":"${brackets}","b":"${brackets}"}`,
      `{"a":"\\"${brackets}","b\\\\":"\\\\","c":"${brackets}"}`,
      `{"${brackets}":1,"\\"":{"${brackets}":2}}`,
      `{"a":[${'{},[],'.repeat(60)}0]}`,
      nested(64),
      `{"a":${'['.repeat(63)}${']'.repeat(63)}}`,
      '{"a":{"b":1},"b":{"a":[{"a":1},{"a":2}]}}',
    ])
      assert.deepEqual(parseObject(Buffer.from(body)), JSON.parse(body), body)
  })

  it('is refused with its problem, and with the format that it seems to have', () => {
    const cases: [body: string | number[], problem: string, found?: string][] = [
      ['', 'empty'],
      [' \n', 'empty'],
      ['[]', 'not_an_object'],
      ['null', 'not_an_object'],
      ['"{}"', 'not_an_object'],
      ['1', 'not_an_object'],
      [nested(65), 'too_deep'],
      [`{"a":${'['.repeat(64)}${']'.repeat(64)}}`, 'too_deep'],
      [`{"a":"\\\\",${nested(65).slice(1)}`, 'too_deep'],
      ['{"a":1,"a":1}', 'duplicate_key'],
      ['{"a":{"b":1},"a":1}', 'duplicate_key'],
      ['{"a":[{"b":1,"c":2,"b":3}]}', 'duplicate_key'],
      ['{"a":"b', 'syntax', 'open_text'],
      ['{"a":"b\\', 'syntax', 'open_text'],
      ['{"a"', 'syntax', 'end'],
      ['\ufeff{}', 'syntax', 'byte_order_mark'],
      [[0x7b, 0xe9, 0x7d], 'encoding'],
      [[0x1f, 0x8b, 0x08, 0x00], 'encoding', 'gzip'],
      [[0x78, 0x9c, 0x4b, 0xff], 'encoding', 'zlib'],
      [[0x78, 0xda, 0x4b, 0xff], 'encoding', 'zlib'],
      [[0x28, 0xb5, 0x2f, 0xfd], 'encoding', 'zstd'],
      [[0xff, 0xfe, 0x7b, 0x00], 'encoding', 'utf16'],
      [[0xfe, 0xff, 0x00, 0x7b], 'encoding', 'utf16'],
    ]
    for (const [body, problem, found] of cases) {
      const bytes = Buffer.from(body as string)
      assert.throws(
        () => parseObject(bytes),
        ({ code, details }: Failure) => {
          const { problem: said, found: seems, bytes_read } = details ?? {}
          assert.deepEqual(
            [code, said, seems, bytes_read],
            ['INVALID_JSON', problem, found, bytes.length],
            String(body),
          )
          return true
        },
      )
    }
  })
})

it('an object is neither a list nor null', () => {
  assert.deepEqual([{}, { a: 1 }, [], null, undefined, 'a', 1].map(isRecord), [true, true, ...Array(5).fill(false)])
})

it('a value that cannot be missing is named if it is', () => {
  for (const value of [0, '', false, Number.NaN]) assert.equal(must(value, 'a value'), value)
  for (const value of [undefined, null]) assert.throws(() => must(value, 'the row'), /^Error: Missing: the row\.$/)
})
