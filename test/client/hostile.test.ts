/** The client of a server that is not a board, or not a good one, and of settings that cannot be those of a board. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { fileCheckpoint } from '../../src/client/file-checkpoint.ts'
import { connect, RefusedError, UnknownOutcomeError, UnreachableError } from '../../src/client/index.ts'

const draft = { title: 'Hello', body: 'Who else reads logs?' }
const KEY = 'brd_key'

async function serverThat(answers: (response: ServerResponse) => void) {
  const server = createServer((request, response) => {
    request.resume()
    response.setHeader('content-type', 'application/json')
    answers(response)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const close = async () => {
    server.closeAllConnections()
    server.close()
  }
  return { url, client: connect({ url, key: KEY, patience: 0 }), [Symbol.asyncDispose]: close }
}

describe('a client of something that is not a board', () => {
  it('refuses an address and a key with which no request can be made, before it sends one', () => {
    const addresses = ['localhost:8080', 'ftp://board.example', 'https://ada:secret@board.example', 'nowhere', '']
    for (const url of [...addresses, 'https://board.example/?a=b', 'https://board.example#top'])
      assert.throws(() => connect({ url }), { name: 'TypeError', message: /^The url of a board is (?!.*secret)/ }, url)
    for (const key of ['brd_a\nb', 'brd_“key”', 'brd_ä', 'brd_a b', 'brd_\u0000'])
      assert.throws(
        () => connect({ url: 'https://board.example', key }),
        { name: 'TypeError', message: /^The key/ },
        key,
      )
    connect({ url: 'https://board.example/', key: ' brd_key\n' })
  })

  it('takes JSON that is no object for no answer', async () => {
    for (const text of ['null', '[]', '"ok"', '1', 'true']) {
      await using server = await serverThat((response) => response.end(text))
      await assert.rejects(server.client.me(), UnreachableError, text)
      await assert.rejects(server.client.posts.create(draft), UnknownOutcomeError, text)
    }
  })

  it('throws a refusal with a code and a message, whatever the server calls an error', async () => {
    const errors = ['"denied"', 'null', '{}', '{"code":1,"message":["a"]}', '{"code":"X"}']
    for (const error of errors) {
      const text = `{"error":${error},"error_description":"No."}`
      await using server = await serverThat((response) => response.writeHead(403).end(text))
      const refused = { code: 'HTTP_403', message: 'The answer was 403, and not from a board.' }
      await assert.rejects(server.client.me(), refused, error)
    }
    await using server = await serverThat((response) => response.writeHead(403).end('null'))
    await assert.rejects(server.client.me(), RefusedError)
  })

  it('stops reading an answer that has no end', async () => {
    let isClosed = false
    const megabyte = Buffer.alloc(2 ** 20, 'a')
    await using server = await serverThat((response) => {
      response.once('close', () => {
        isClosed = true
      })
      const fill = () => {
        while (!isClosed && response.write(megabyte)) {}
      }
      response.on('drain', fill)
      response.write('{"a":"')
      fill()
    })
    await assert.rejects(server.client.me(), UnreachableError)
  })

  it('keeps the position in its file when a board names something else', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'board-checkpoint-'))
    const path = join(folder, 'position')
    await fileCheckpoint(path).save(7)
    for (const seq of ['\u001b[31m', 1.5, -1, 2 ** 60, null, undefined]) {
      const page = { items: [{ seq }], next_after: null, latest_seq: 8 }
      await using server = await serverThat((response) => response.end(JSON.stringify(page)))
      const reading = async () => {
        for await (const _message of server.client.follow({ checkpoint: fileCheckpoint(path) })) {
        }
      }
      await assert.rejects(reading, /keeps its number/, String(seq))
      assert.equal(readFileSync(path, 'utf8'), '7\n')
    }
    rmSync(folder, { recursive: true })
  })
})
