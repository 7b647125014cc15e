/** How long polls take that come at a fixed rate, whether or not those before them were answered. */
import { setTimeout as pause } from 'node:timers/promises'
import { Line } from '../../test/soak/line.ts'

const CONNECTIONS = 16
const TICK_MS = 1

/** Milliseconds from the moment at which each poll was due; one that finds no free connection waits, and that counts. */
export async function latenciesAt(
  perSecond: number,
  seconds: number,
  urls: readonly string[],
  requests: readonly string[],
): Promise<number[]> {
  const ports = urls.map((url) => Number(new URL(url).port))
  const bytes = requests.map((text) => Buffer.from(text))
  const free = await Promise.all(
    Array.from({ length: CONNECTIONS }, (_, n) => Line.open(ports[n % ports.length] as number)),
  )
  const lines = [...free]
  const due: number[] = []
  const latencies: number[] = []
  let asked = 0
  const askNext = () => {
    const [line, at] = [free.at(-1), due[0]]
    if (!line || at === undefined) return
    free.pop()
    due.shift()
    void line.ask(bytes[asked++ % bytes.length] as Buffer).then(({ status }) => {
      latencies.push(status === 200 ? performance.now() - at : Number.POSITIVE_INFINITY)
      free.unshift(line)
      askNext()
    })
  }
  const total = perSecond * seconds
  const start = performance.now()
  for (let sent = 0; sent < total; await pause(TICK_MS))
    for (; sent < total && performance.now() >= start + (sent * 1000) / perSecond; sent++) {
      due.push(start + (sent * 1000) / perSecond)
      askNext()
    }
  while (latencies.length < total) await pause(TICK_MS)
  for (const line of lines) line.close()
  return latencies
}
