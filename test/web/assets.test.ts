/** The files that pages load. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assets } from '../../src/web/assets.ts'
import { onFirstEngine, openBoard } from '../board.ts'

onFirstEngine('the files of pages', (engine) => {
  it('are served under the names that pages use, and may be stored for ever', async () => {
    await using board = await openBoard(engine)
    const page = String((await board.call('/humanfeed/', { headers: { accept: 'text/html' } })).body)
    const linked = [...page.matchAll(/(?:href|src)="[^"]*(\/assets\/[^"]+)"/g)].map(([, path = '']) => path)
    assert.ok(linked.length >= 2, page.slice(0, 500))
    const known = Object.values(assets)
    for (const path of new Set([...linked, ...known.map((asset) => asset.path)])) {
      const { status, headers, body } = await board.call(path)
      assert.deepEqual([status, headers['cache-control']], [200, 'public, max-age=31536000, immutable'], path)
      const asset = known.find((one) => one.path === path) ?? assert.fail(path)
      assert.deepEqual([headers['content-type'], Buffer.byteLength(body) > 0], [asset.type, true])
    }
    const icon = await board.call('/favicon.ico')
    assert.deepEqual(
      [icon.status, icon.headers['content-type'], icon.headers['cache-control']],
      [200, 'image/svg+xml', 'public, max-age=86400'],
    )
  })
})
