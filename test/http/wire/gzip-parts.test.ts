import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { it } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { gzipOf, OncePart, Part } from '../../../src/http/wire/gzip-parts.ts'

const text = Buffer.from('All that is said here is said again. '.repeat(500))

it('a gzip body in parts is what its parts are, whatever their size and order', () => {
  const bodies = [
    Buffer.alloc(0),
    Buffer.from('x'),
    text,
    randomBytes(65_535),
    randomBytes(65_536),
    randomBytes(200_000),
  ]
  const parts = bodies.flatMap((bytes) => [new Part(bytes), new OncePart(bytes)])
  for (const order of [[], parts, parts.toReversed(), [...parts, ...parts]]) {
    const whole = Buffer.concat(order.map(({ bytes }) => bytes))
    assert.ok(gunzipSync(gzipOf(order)).equals(whole))
  }
})

it('a part is compressed, and only once', () => {
  const part = new Part(text)
  assert.equal(part.blocks, part.blocks)
  assert.ok(gzipOf([new OncePart(Buffer.from('1')), part, part]).length < text.length / 10)
})
