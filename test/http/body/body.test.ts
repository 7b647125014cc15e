import assert from 'node:assert/strict'
import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { describe, it } from 'node:test'
import { readPieces } from '../../../src/http/body/body.ts'

const PIECE_BYTES = 65_536

describe('the body of a request', () => {
  it('is read in small parts if it arrives at once, and other requests are served in between', async () => {
    const bytes = 64 * PIECE_BYTES
    let sent = 0
    const source = new Readable({
      read() {
        this.push(sent < bytes ? Buffer.alloc(PIECE_BYTES) : null)
        sent += PIECE_BYTES
      },
    })
    let [inThisTurn, mostInOneTurn] = [0, 0]
    const countBodyBytes = (count: number) => {
      if (inThisTurn === 0) setImmediate(() => (inThisTurn = 0))
      inThisTurn += count
      mostInOneTurn = Math.max(mostInOneTurn, inThisTurn)
    }

    const raw = Object.assign(source, { headers: {} }) as unknown as IncomingMessage
    const pieces = await readPieces({ raw, incoming: { countBodyBytes } }, bytes, 60_000)

    assert.equal(Buffer.concat(pieces).length, bytes)
    assert.ok(mostInOneTurn <= 2 * PIECE_BYTES, `${mostInOneTurn} bytes in one turn`)
  })
})
