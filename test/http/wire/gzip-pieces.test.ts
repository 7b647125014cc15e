import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { deflateRawSync, gunzipSync } from 'node:zlib'
import { gzipPieces, type TextBlocks } from '../../../src/http/wire/gzip-pieces.ts'
import { type Json, JsonText, listOf, member, membersOf, objectOf } from '../../../src/kernel/json-text.ts'
import { seededRandom } from '../../../src/seed/rules.ts'

const nothing: TextBlocks = new Map()
const gzip = ({ pieces, bytes }: JsonText, known = nothing) => gzipPieces(pieces, bytes, known)

let made = 0
/** A message as it stands in a page: much of it is as in every other. */
function message(): Buffer {
  made++
  const words = Array.from({ length: 20 }, (_, n) => `word${(made * 31 + n * n * 17) % 997}`)
  const fixed = {
    topic: 'general',
    kind: 'thread',
    score: 0,
    your_vote: null,
    actions: [{ template: 'read', args: {} }],
  }
  return Buffer.from(JSON.stringify({ seq: made, preview: words.join(' '), ...fixed }))
}
const page = (items: readonly Json[], viewer: string) =>
  new JsonText(objectOf(member('items', listOf(items)), membersOf({ viewer, snow: '雪'.repeat(80) })))

/** Until every piece has been compressed by itself. */
function gzipUntilReady(answer: JsonText) {
  for (let times = 1; times <= 20; times++) {
    const result = gzip(answer)
    if (result) return { ...result, times }
  }
  return assert.fail('It was never ready.')
}

describe('a gzip body of shared pieces', () => {
  it('is what its pieces are, and smaller than they would be without what stands before them', () => {
    const items = Array.from({ length: 30 }, message)
    const answer = page(items, 'ada')
    const { gzip: body } = gzipUntilReady(answer)
    assert.ok(gunzipSync(body).equals(answer.bytes))
    const alone = items.reduce((sum, item) => sum + deflateRawSync(item, { level: 1 }).length, 0)
    assert.ok(body.length < 0.7 * alone, `${body.length} bytes, ${alone} alone`)
  })

  it('is made only of pieces that have come before, and compresses only a few of them in one answer', () => {
    const items = Array.from({ length: 30 }, message)
    assert.equal(gzipUntilReady(page(items, 'ada')).times, 1 + Math.ceil(30 / 4))
    assert.ok(gzip(page(items, 'bob')))

    const changed = items.with(12, message())
    assert.equal(gzip(page(changed, 'ada')), undefined)
    const { gzip: body } = gzip(page(changed, 'bob')) ?? assert.fail('The new piece has come before.')
    assert.ok(gunzipSync(body).equals(page(changed, 'bob').bytes))
  })

  it('compresses the text of an answer again only where it is new', () => {
    const items = [message(), message()]
    const { texts } = gzipUntilReady(page(items, 'ada'))
    const again = gzip(page(items, 'ada'), texts) ?? assert.fail('It has come before.')
    for (const [text, blocks] of again.texts) assert.equal(texts.get(text), blocks)
    const other = gzip(page(items, 'bob'), texts) ?? assert.fail('Its pieces have come before.')
    assert.ok([...other.texts.keys()].some((text) => !texts.has(text)))
  })

  it('is right whatever the sizes, the order and the text between are', () => {
    const random = seededRandom(7)
    const upTo = (max: number) => Math.floor(random() * max)
    const pool = [0, 1, 199, 200, 1_000, 5_000, 33_000, 65_536, 65_537].map((length) =>
      Buffer.from(Array.from({ length }, () => 97 + upTo(20))),
    )
    const between = [',', ',', ',', '', '雪', ',,', 'x'.repeat(300)]
    let ready = 0
    for (let n = 0; n < 400; n++) {
      const parts: Json[] = Array.from({ length: upTo(8) }, () => [
        pool[upTo(pool.length)] as Buffer,
        between[upTo(between.length)] as string,
      ])
      const answer = new JsonText(parts)
      const result = gzip(answer)
      if (!result) continue
      ready++
      assert.ok(gunzipSync(result.gzip).equals(answer.bytes))
    }
    assert.ok(ready > 20, `${ready} of 400 were ready`)
  })
})
