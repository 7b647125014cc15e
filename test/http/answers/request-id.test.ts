import assert from 'node:assert/strict'
import { it } from 'node:test'
import { onFirstEngine, openBoard } from '../../board.ts'
import { writtenLog } from '../../setup/written-log.ts'

onFirstEngine('the id of a request', (engine) => {
  it('is the one that was sent, in the answer and in the log', async () => {
    const { lines: written, log } = writtenLog()
    const board = await openBoard(engine, { log })
    const id = '0f5c8c5f6d0e4f3f9c8f2b7a1d3e5f70'

    const served = await board.call('/healthz', { headers: { 'x-request-id': id } })
    const refused = await board.call('/v1/me', { headers: { 'x-request-id': `${id}-2` } })

    assert.equal(served.headers['x-request-id'], id)
    assert.equal(refused.headers['x-request-id'], `${id}-2`)
    await board.close()
    const lines = written.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'answered')
    assert.deepEqual(
      lines.map(({ request_id, code }) => [request_id, code]),
      [
        [id, undefined],
        [`${id}-2`, 'PROTOCOL_REQUIRED'],
      ],
    )
  })

  it('is a new one if none was sent, or one that could be a secret, an address or very long', async () => {
    await using board = await openBoard(engine)
    const sent = [
      '',
      'short',
      '192.0.2.123',
      'brd_aaaaaaaaaaaaaaaaaaaaaaaaaaa',
      'two words!',
      'a'.repeat(65),
      'ä'.repeat(9),
    ]

    for (const id of sent) {
      const answer = await board.call('/healthz', { headers: { 'x-request-id': id } })
      assert.match(answer.headers['x-request-id'], /^[0-9a-f]{8}-[0-9a-f-]{27}$/, id)
    }
  })
})
