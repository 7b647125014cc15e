/** A proxy that drops, delays, duplicates and cuts, by a fixed sequence of faults. Its target can be replaced. */
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

type Fate = 'pass' | 'request dropped' | 'answer dropped' | 'answer cut' | 'delayed' | 'duplicated'

/** Two of three requests pass. The length is a prime, so that no kind of request always gets the same fault. */
const fates: Fate[] = Array.from({ length: 23 }, () => 'pass')
fates[2] = fates[13] = 'answer dropped'
fates[5] = 'request dropped'
fates[8] = fates[19] = 'duplicated'
fates[11] = 'delayed'
fates[16] = 'answer cut'

const DELAY_MS = 20

export async function startFaultyProxy(firstTarget: string) {
  let target = firstTarget
  let count = 0
  const met = new Map<Fate, number>()

  async function bodyOf(incoming: IncomingMessage) {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk as Buffer)
    return Buffer.concat(chunks)
  }

  const forward = ({ method, url, headers }: IncomingMessage, body: Buffer) =>
    new Promise<{ answer: IncomingMessage; body: Buffer }>((resolve, reject) => {
      const sent = request(target + url, { method, headers: { ...headers, connection: 'close' } }, (answer) => {
        bodyOf(answer).then((body) => resolve({ answer, body }), reject)
      })
      sent.on('error', reject).end(body)
    })

  async function handle(incoming: IncomingMessage, outgoing: ServerResponse) {
    const fate = fates[count++ % fates.length] as Fate
    met.set(fate, (met.get(fate) ?? 0) + 1)
    const sent = await bodyOf(incoming)
    if (fate === 'request dropped') return outgoing.destroy()
    if (fate === 'delayed') await pause(DELAY_MS)
    if (fate === 'duplicated') await forward(incoming, sent)
    const { answer, body } = await forward(incoming, sent)
    if (fate === 'answer dropped') return outgoing.destroy()
    outgoing.writeHead(answer.statusCode as number, answer.headers)
    if (fate !== 'answer cut') return outgoing.end(body)
    outgoing.write(body.subarray(0, body.length / 2), () => outgoing.destroy())
  }

  const server = createServer((incoming, outgoing) => {
    handle(incoming, outgoing).catch(() => outgoing.destroy()) // the board is down
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    met,
    leadTo(next: string) {
      target = next
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
