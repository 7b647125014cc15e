/** PostgreSQL behind a network that swallows packets on every open connection, under load. */
import { engines, freshDatabase } from '../setup/databases.ts'
import { signUp } from '../setup/people.ts'
import { connect, startServer } from '../setup/processes.ts'
import { openSlowPeer } from '../setup/slow-peer.ts'
import type { Row } from './row.ts'

const WRITERS = 4

export async function silence(rounds: number): Promise<Row[]> {
  if (!engines.includes('postgres')) return []
  const times = Math.min(rounds, 5)
  const database = await freshDatabase('postgres')
  await using peer = await openSlowPeer(database.url)
  await using server = await startServer({ DATABASE_URL: peer.url })
  const { call, close } = connect(server.url)
  const ada = await signUp(call, 'ada')
  const acknowledged: string[] = []
  let [refused, key, longest] = [0, 0, 0]

  for (let round = 0; round < times; round++) {
    peer.silence()
    let firstFailure: number | undefined
    const write = async () => {
      // Until this writer is served again.
      for (;;) {
        const id = `silence-request-${String(++key).padStart(6, '0')}`
        const { status, body } = await ada.posts({}, id)
        if (status === 201) return acknowledged.push(body.id)
        refused++
        firstFailure ??= performance.now()
      }
    }
    await Promise.all(Array.from({ length: WRITERS }, write))
    if (firstFailure !== undefined) longest = Math.max(longest, performance.now() - firstFailure)
  }
  const found = await Promise.all(acknowledged.map(async (id) => (await ada.reads(id)).status === 200))
  const lost = found.filter((isFound) => !isFound).length
  close()
  await server[Symbol.asyncDispose]()
  await database.remove()
  return [
    {
      tried: 'PostgreSQL falls silent on every connection, under writes',
      times: `${times} times, ${acknowledged.length + refused} writes`,
      happened: `${refused} refused with 503, ${lost} lost; served again ${(longest / 1000).toFixed(1)} s after the first failure, at most`,
      ok: lost === 0 && longest < 15_000,
    },
  ]
}
