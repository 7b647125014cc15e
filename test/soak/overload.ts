/** Three times as many reads as the process can serve, over many connections, with every limit off. */
import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { standardHeaders } from '../setup/call.ts'
import { freshDatabase } from '../setup/databases.ts'
import { signUp } from '../setup/people.ts'
import { connect, startServer } from '../setup/processes.ts'
import { quantile, type Row } from './row.ts'

const CONNECTIONS = 3_000
const SECONDS = 10
const TICK_MS = 10

type Timed = { status: number; ms: number }

function ask(url: string, agent: Agent | undefined, headers: Record<string, string>): Promise<Timed> {
  const start = performance.now()
  return new Promise((resolve) => {
    const done = (status: number) => resolve({ status, ms: performance.now() - start })
    request(url, { headers, ...(agent ? { agent } : { agent: false }) }, (response) =>
      response.resume().on('end', () => done(response.statusCode as number)),
    )
      .on('error', () => done(0))
      .end()
  })
}

const ms = (answers: Timed[], share: number) =>
  `${Math.round(
    quantile(
      answers.map((answer) => answer.ms),
      share,
    ),
  )} ms`

export async function overload(): Promise<Row[]> {
  const database = await freshDatabase('sqlite')
  await using server = await startServer({ DATABASE_URL: database.url, LOG_LEVEL: 'warn' })
  const { call, close } = connect(server.url)
  const ada = await signUp(call, 'ada')
  for (let n = 0; n < 40; n++) await ada.posts({ body: 'y'.repeat(400) })
  const url = `${server.url}/v1/activity?limit=30`
  const headers = { ...standardHeaders, authorization: `Bearer ${ada.key}` }

  // Capacity: a few callers without a pause.
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  let served = 0
  const until = performance.now() + 4_000
  await Promise.all(
    Array.from({ length: 16 }, async () => {
      while (performance.now() < until) if ((await ask(url, agent, headers)).status === 200) served++
    }),
  )
  const capacity = served / 4

  const answers: Promise<Timed>[] = []
  const checks: Promise<Timed>[] = []
  const start = performance.now()
  let sent = 0
  while (performance.now() - start < SECONDS * 1000) {
    const due = ((performance.now() - start) / 1000) * capacity * 3
    for (; sent < due; sent++) answers.push(ask(url, agent, headers))
    if (checks.length < (performance.now() - start) / 100) {
      checks.push(ask(`${server.url}/healthz`, undefined, {}))
      checks.push(ask(`${server.url}/readyz`, undefined, {}))
    }
    await pause(TICK_MS)
  }
  const all = await Promise.all(answers)
  const health = await Promise.all(checks)
  agent.destroy()
  close()
  const of = (status: number) => all.filter((answer) => answer.status === status)
  const [ok, refused, reset] = [of(200), of(503), of(0)]
  return [
    {
      tried: 'three times the capacity of reads, limits off',
      times: `${all.length} reads in ${SECONDS} s against ${Math.round(capacity)} a second`,
      happened: `${ok.length} served (p99 ${ms(ok, 0.99)}), ${refused.length} refused with 503 (median ${ms(refused, 0.5)}, p99 ${ms(refused, 0.99)}), ${reset.length} reset; health checks on new connections p99 ${ms(health, 0.99)}, ${health.filter(({ status }) => status !== 200).length} failed`,
      ok: reset.length === 0 && health.every(({ status }) => status === 200),
    },
  ]
}
