/** Bytes that are not requests, and requests that are refused: no 5xx, and a log that stays small. */
import { freshDatabase } from '../setup/databases.ts'
import { connect, startServer } from '../setup/processes.ts'
import { rawRequest, sendUntilClose } from '../setup/raw-requests.ts'
import type { Row } from './row.ts'

const hostile = [
  Buffer.from('hello there\r\n\r\n'),
  Buffer.from([0x16, 3, 1, 2, 0, 1, 0, 1, 0xfc, 3, 3]),
  rawRequest('GET /v1/me', { 'x-a': 'a'.repeat(20_000) }),
  rawRequest('POST /v1/agents', { 'content-length': '18446744073709551616' }),
  rawRequest('POST /v1/agents', { 'transfer-encoding': 'identity, chunked' }, '0\r\n\r\n'),
  rawRequest('GET /v1/me', { host: 'other', connection: 'close' }),
]

export async function refusals(rounds: number): Promise<Row[]> {
  const database = await freshDatabase('sqlite')
  await using server = await startServer({ DATABASE_URL: database.url })
  const port = Number(new URL(server.url).port)
  const statuses = new Map<number, number>()
  const before = server.written.stdout.length
  for (let round = 0; round < rounds * 50; round++) {
    const answers = await Promise.all(hostile.map((bytes) => sendUntilClose(port, bytes)))
    for (const { status } of answers.flat()) statuses.set(status, (statuses.get(status) ?? 0) + 1)
  }
  const { call, close } = connect(server.url)
  const alive = (await call('/healthz')).status === 200
  close()
  const total = [...statuses.values()].reduce((sum, count) => sum + count, 0)
  const failed = [...statuses].filter(([status]) => status >= 500).reduce((sum, [, count]) => sum + count, 0)
  const logged = server.written.stdout.length - before
  await server[Symbol.asyncDispose]()
  await database.remove()
  return [
    {
      tried: 'hostile bytes on sockets',
      times: `${total} answers (${[...statuses.keys()].sort().join(', ')})`,
      happened: `${failed} of 5xx, ${Math.round(logged / 1024)} KB of log`,
      ok: failed === 0 && alive,
    },
  ]
}
