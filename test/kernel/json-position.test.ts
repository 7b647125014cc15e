import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { syntaxErrorIn } from '../../src/kernel/json-position.ts'

/** A text, how many of its characters can stand where they stand, and what comes then. */
const cases: [text: string, position: number, found?: string][] = [
  ['', 0, 'end'],
  [' \t\r\n', 4, 'end'],
  ['\f{}', 0],
  ['{', 1, 'end'],
  ['{"a"', 4, 'end'],
  ['{"a":', 5, 'end'],
  ['{"a":1', 6, 'end'],
  ['{"a":1,', 7, 'end'],
  ['{"🦜":1', 6, 'end'],
  ['[', 1, 'end'],
  ["{'a':1}", 1, 'single_quote'],
  ['{"a":\'b\'}', 5, 'single_quote'],
  ['{a:1}', 1, 'bare_word'],
  ['{é:1}', 1, 'bare_word'],
  ['{"a":nil}', 5, 'bare_word'],
  ['{"a":True}', 5, 'bare_word'],
  ['{"a":1 b', 7, 'bare_word'],
  ['{"a":"b}', 5, 'open_text'],
  ['{"a":"b\nc"}', 5, 'open_text'],
  ['{"a":"\\x"}', 5, 'open_text'],
  ['{"a":"\\u12g4"}', 5, 'open_text'],
  ['{"a":1,}', 7, 'comma_before_end'],
  ['{"a":[1 , ]}', 10, 'comma_before_end'],
  ['{"a":1,b:2}', 7, 'bare_word'],
  ['[1,,2]', 3],
  ['{"a":[1}', 7],
  ['{"a":{"b":1]}', 11],
  ['{]', 1],
  ['[}', 1],
  ['{"a" 1}', 5],
  ['{"a","b"}', 4],
  ['{1:2}', 1],
  ['{"a":}', 5],
  ['{"a"::1}', 5],
  ['{"a":1:2}', 6],
  ['{,}', 1],
  ['[,1]', 1],
  ['[1 2]', 3],
  ['{"a":1 "b":2}', 7],
  ['{[1]:2}', 1],
  ['{} {}', 3],
  ['{},', 2],
  [']', 0],
  ['{"a":01}', 6],
  ['{"a":1.}', 6],
  ['{"a":-}', 5],
  ['{"a":[1,{"b":[true,false,null,-1.5e+3,"\\u00e9\\n\x7f"]}],"c":{}} x', 61, 'bare_word'],
]

describe('where a text stops being JSON', () => {
  it('is the first character that cannot stand there', () => {
    for (const [text, position, found] of cases) assert.deepEqual(syntaxErrorIn(text), { position, found }, text)
  })
})
