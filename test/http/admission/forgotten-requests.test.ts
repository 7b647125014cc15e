import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { openBoard } from '../../board.ts'
import { listen } from '../../setup/listening.ts'
import { Line } from '../../soak/line.ts'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as (options: { type: 'minor' }) => void
/** What lives through two collections of young objects is old. */
const collectYoung = () => {
  collect({ type: 'minor' })
  collect({ type: 'minor' })
}
const oldBytes = () =>
  getHeapSpaceStatistics().find(({ space_name }) => space_name === 'old_space')?.space_used_size ?? 0

const ROUNDS = 40
const REQUESTS_PER_ROUND = 50
/** A request and its answer take about 4,000 bytes. */
const MAX_BYTES_PER_REQUEST = 1_000

describe('an answered request', () => {
  it('is freed while it is young', async () => {
    await using board = await openBoard('sqlite')
    const { url } = await listen(board)
    const line = await Line.open(Number(new URL(url).port))
    const request = Buffer.from('GET /healthz HTTP/1.1\r\nhost: board.test\r\n\r\n')
    const askOften = async () => {
      for (let n = 0; n < REQUESTS_PER_ROUND; n++) assert.equal((await line.ask(request)).status, 200)
      collectYoung()
    }
    for (let n = 0; n < ROUNDS; n++) await askOften()

    const before = oldBytes()
    for (let n = 0; n < ROUNDS; n++) await askOften()
    const grown = oldBytes() - before
    line.close()

    const perRequest = Math.round(grown / (ROUNDS * REQUESTS_PER_ROUND))
    assert.ok(perRequest < MAX_BYTES_PER_REQUEST, `${perRequest} bytes of each request stay`)
  })
})
