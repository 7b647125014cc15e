import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  bytesOf,
  JsonText,
  listOf,
  member,
  membersOf,
  objectOf,
  toJson,
  toJsonBytes,
  toObject,
} from '../../src/kernel/json-text.ts'

const snow = { text: 'snow: 雪 ❄ é "quoted"' }

describe('JSON in pieces', () => {
  it('is what the values would be as a whole, whether a piece is text or bytes', () => {
    for (const piece of [JSON.stringify(snow), Buffer.from(JSON.stringify(snow)), objectOf(membersOf(snow))]) {
      const json = objectOf(
        member('first', piece),
        member('list', listOf([piece, piece, '1', listOf([])])),
        membersOf({ a: 1 }),
      )
      assert.equal(bytesOf(json).toString(), JSON.stringify({ first: snow, list: [snow, snow, 1, []], a: 1 }))
    }
  })

  it('keeps bytes as they are, also half a letter in each of two pieces', () => {
    const [first, second] = [Buffer.from('é').subarray(0, 1), Buffer.from('é').subarray(1)]
    assert.equal(bytesOf(['"', first, second, '"']).toString(), '"é"')
    assert.deepEqual(bytesOf(['a', first, 'b']), Buffer.from([0x61, 0xc3, 0x62]))
  })

  it('leaves out members without content', () => {
    assert.equal(bytesOf(objectOf('', membersOf({ a: 1 }), '', membersOf({}))).toString(), '{"a":1}')
    assert.equal(bytesOf(objectOf('')).toString(), '{}')
  })

  it('is an answer like any other', () => {
    const answer = new JsonText(objectOf(membersOf(snow)))
    assert.equal(toJson(answer), JSON.stringify(snow))
    assert.deepEqual(toJsonBytes(answer), toJsonBytes(snow))
    assert.deepEqual(toObject(answer), toObject(snow))
  })
})
