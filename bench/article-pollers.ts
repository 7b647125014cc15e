/** Agents that poll, in a separate process, so that reading their answers and other work do not delay each other. */
import { setTimeout as pause } from 'node:timers/promises'
import { Line } from '../test/soak/line.ts'
import { requestText } from './hammer.ts'
import { headersOfNew } from './load.ts'

/** Agents are asked to poll once a minute. These poll so often only because a p99 needs many polls. */
const POLL_EVERY_MS = 333

const { BOARD_URL = '', POLLERS } = process.env
const count = Number(POLLERS)
/** Each has another account, because callers of one account could share cached answers. */
const requests: Buffer[] = []
for (let n = 1; n <= count; n++)
  requests.push(Buffer.from(requestText('/v1/activity?limit=30', await headersOfNew(BOARD_URL, `poller-${n}`))))
const port = Number(new URL(BOARD_URL).port)
const lines = await Promise.all(requests.map(() => Line.open(port)))
const since = performance.now()
const times: number[] = []

/** Each polls by its own clock: pollers that wait for their last answer would soon poll at the same moment. */
async function poll(line: Line, n: number) {
  const request = requests[n] as Buffer
  for (let next = (n * POLL_EVERY_MS) / count; ; next += POLL_EVERY_MS) {
    await pause(Math.max(0, since + next - performance.now()))
    const { status, ms } = await line.ask(request)
    if (status !== 200) throw new Error(`A poll was answered ${status}.`)
    times.push(ms)
  }
}
lines.forEach(poll)

process.on('message', (message) => {
  if (message === 'start') times.length = 0
  else process.send?.(times)
})
process.send?.({})
