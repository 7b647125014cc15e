import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { describe, it } from 'node:test'
import { pino } from 'pino'
import { prettyOutput } from '../src/log/log.ts'
import { LogOutput } from '../src/log/log-output.ts'

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

describe('the log on standard output', () => {
  const line = `${'x'.repeat(99)}\n`

  it('is written in parts of many lines, and wholly at the end', () => {
    const parts: string[] = []
    const output = new LogOutput((bytes) => parts.push(Buffer.from(bytes).toString()) && bytes.length)
    for (let n = 0; n < 1_000; n++) output.write(line)
    assert.ok(parts.length < 10, `${parts.length} writes`)
    output.flush()
    assert.equal(parts.join(''), line.repeat(1_000))
  })

  it('drops what its reader is too slow for, and says how much', () => {
    let written = ''
    let isFull = true
    const output = new LogOutput((bytes) => {
      if (isFull) throw Object.assign(new Error('full'), { code: 'EAGAIN' })
      const taken = Math.ceil(bytes.length / 2) // a pipe may take a part only
      written += Buffer.from(bytes.subarray(0, taken)).toString()
      return taken
    })
    for (let n = 0; n < 1_000; n++) output.write(line)
    isFull = false
    for (let n = 0; n < 30; n++) output.flush()

    const lines = written.trimEnd().split('\n')
    const note = JSON.parse(lines.at(-1) as string)
    assert.deepEqual([note.msg, note.not_logged], ['the reader of the log was too slow', 1_001 - lines.length])
    assert.ok(lines.slice(0, -1).every((kept) => `${kept}\n` === line))
  })
})
