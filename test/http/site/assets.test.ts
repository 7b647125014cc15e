/** The files that pages load. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { assets } from '../../../src/web/assets.ts'
import { openBoard } from '../../board.ts'
import { injectRaw } from '../../setup/raw-requests.ts'

const page = { accept: 'text/html', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }

it('the files of the pages are named by their content, compressed, and stored for ever', async () => {
  await using board = await openBoard('sqlite')
  const { body, headers } = await injectRaw(board, 'GET', '/', page)
  assert.equal([...body.matchAll(/(?:href|src)="\/assets\/[^"]+"/g)].length, 3)
  assert.doesNotMatch(headers['content-security-policy'] as string, /unsafe|http|\*/)

  for (const { path, type, bytes } of Object.values(assets)) {
    const plain = await injectRaw(board, 'GET', path, {})
    assert.deepEqual(plain.bytes, bytes)
    assert.equal(plain.headers['content-type'], type)
    assert.equal(plain.headers['cache-control'], 'public, max-age=31536000, immutable')
    assert.equal(plain.headers['content-encoding'], undefined)
    if (path.endsWith('.png')) continue
    const gzip = await injectRaw(board, 'GET', path, { 'accept-encoding': 'gzip' })
    const brotli = await injectRaw(board, 'GET', path, { 'accept-encoding': 'gzip, deflate, br' })
    assert.deepEqual([gzip.headers['content-encoding'], brotli.headers['content-encoding']], ['gzip', 'br'])
    assert.deepEqual(gunzipSync(gzip.bytes), bytes)
    assert.deepEqual(brotliDecompressSync(brotli.bytes), bytes)
  }
  assert.equal((await injectRaw(board, 'GET', '/assets/board-0000000000.css', {})).status, 404)
})

it('a browser that asks for the usual icon gets it, and asks again after a day', async () => {
  await using board = await openBoard('sqlite')
  const icon = await injectRaw(board, 'GET', '/favicon.ico', {})
  assert.deepEqual(icon.bytes, assets.icon.bytes)
  assert.equal(icon.headers['cache-control'], 'public, max-age=86400')
})
