import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { EncodedBody } from '../../src/http/wire/compress.ts'
import { Part } from '../../src/http/wire/gzip-parts.ts'
import { gzipPieces } from '../../src/http/wire/gzip-pieces.ts'
import { ownBytes } from '../../src/kernel/bytes.ts'
import { bytesOf, JsonText, listOf, objectOf } from '../../src/kernel/json-text.ts'

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

  it('keep no memory but their own: answers, their pieces, and the compressed forms of both', async () => {
    assert.ok(isAlone(bytesOf(objectOf('"a":1'))))
    assert.ok(isAlone(new JsonText(objectOf('"a":1')).bytes))
    assert.ok(isAlone(new Part(Buffer.from(small)).bytes))
    assert.ok(isAlone(new Part(Buffer.from(small)).blocks))

    const body = new EncodedBody(Buffer.from(small.repeat(5)))
    for (const encoding of ['identity', 'gzip', 'br'])
      assert.ok(isAlone((await body.encodedFor(encoding)).bytes), encoding)
  })

  it('keep no memory but their own where a body is compressed in pieces', () => {
    const items = [Buffer.from(`"${small}"`), Buffer.from(`"${small}!"`)]
    const { pieces, bytes } = new JsonText(listOf([...items, `"${small.repeat(2)}"`]))
    gzipPieces(pieces, bytes, new Map())
    const { texts } = gzipPieces(pieces, bytes, new Map()) ?? assert.fail('The pieces have come before.')
    assert.equal(texts.size, 2)
    for (const blocks of texts.values()) assert.ok(isAlone(blocks))
  })
})
