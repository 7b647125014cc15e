import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { SharedBody } from '../../src/http/answers/compress.ts'
import { ownBytes } from '../../src/kernel/bytes.ts'
import { bytesOf, objectOf } from '../../src/kernel/json-text.ts'

const isAlone = ({ buffer, length }: Buffer) => buffer.byteLength === length
const small = 'A text that is much smaller than a block of memory. '.repeat(8)

describe('bytes that are remembered', () => {
  it('are copied out of a larger block, and only then', () => {
    const cut = Buffer.from(small)
    assert.ok(!isAlone(cut), 'Node cuts small buffers from larger blocks')
    assert.ok(isAlone(ownBytes(cut)) && ownBytes(cut).equals(cut))
    const own = ownBytes(cut)
    assert.equal(ownBytes(own), own)
  })

  it('keep no other memory alive: pieces of answers, and shared bodies with their compressed forms', async () => {
    assert.ok(isAlone(bytesOf(objectOf('"a":1'))))
    const body = new SharedBody(Buffer.from(small.repeat(5)), 'small')
    for (const encoding of ['identity', 'gzip', 'br'])
      assert.ok(isAlone((await body.encodedFor(encoding)).bytes), encoding)
  })
})
