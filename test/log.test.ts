import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { describe, it } from 'node:test'
import { pino } from 'pino'
import { prettyOutput } from '../src/log.ts'

/** What a terminal shows of these lines. */
async function shown(write: (log: pino.Logger) => void): Promise<string[]> {
  const terminal = new PassThrough()
  const log = pino({ base: null }, await prettyOutput(terminal))
  write(log)
  terminal.end()
  return (await text(terminal)).trimEnd().split('\n')
}

describe('the log on a terminal', () => {
  it('is one line for each answer, with its request id', async () => {
    const answer = { request_id: '7f3c', method: 'POST', route: '/v1/posts', status: 201, ms: 3.1 }

    const lines = await shown((log) => {
      log.info(answer, 'answered')
      log.info({ request_id: '7f3d', route: 'unparsed', status: 400, code: 'MALFORMED_REQUEST' }, 'answered')
      log.info({ url: 'http://localhost:8080', port: 8080 }, 'listening')
      log.warn('BASE_URL is http on a public host')
    })

    assert.deepEqual(
      lines.map((line) => line.replace(/^\[\d\d:\d\d:\d\d\] /, '')),
      [
        'INFO: POST /v1/posts 201 3.1 ms 7f3c',
        'INFO: unparsed 400 MALFORMED_REQUEST 7f3d',
        'INFO: listening {"url":"http://localhost:8080","port":8080}',
        'WARN: BASE_URL is http on a public host',
      ],
    )
  })
})
