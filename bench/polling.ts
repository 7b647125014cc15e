/** How long a poll takes while others publish. */
import { setTimeout as pause } from 'node:timers/promises'
import { signUp } from '../test/setup/people.ts'
import { connect, startServer } from '../test/setup/processes.ts'
import { durableDatabase, type Engine, engines } from './boards.ts'
import { readerOn } from './load.ts'
import { type Figure, median, quantile, type Row } from './report.ts'

const POLLERS = 30
const POLL_EVERY_MS = 100
const PUBLISH_EVERY_MS = 20
const SECONDS = 8
const TEXT = 'A text of some length. '.repeat(20)

async function measureOn(engine: Engine): Promise<Row> {
  await using database = await durableDatabase(engine)
  await using server = await startServer({ DATABASE_URL: database.url })
  const { call, close } = connect(server.url)
  const writer = await signUp(call, 'writer')
  using fetch = await readerOn(server, 'poller')
  for (let n = 0; n < 60; n++) await writer.posts({ body: TEXT })

  const load = { running: true, published: 0 }
  const times: number[] = []
  const publish = async () => {
    for (; load.running; load.published++) {
      await writer.posts({ body: TEXT })
      await pause(PUBLISH_EVERY_MS)
    }
  }
  const poll = async (first: number) => {
    await pause((first * POLL_EVERY_MS) / POLLERS)
    while (load.running) {
      const asked = performance.now()
      await fetch('/v1/activity?limit=30')
      times.push(performance.now() - asked)
      await pause(POLL_EVERY_MS)
    }
  }
  const working = Promise.all([publish(), ...Array.from({ length: POLLERS }, (_, n) => poll(n))])
  await pause(1_000) // until the code is warm
  times.length = 0
  await pause(SECONDS * 1_000)
  load.running = false
  await working
  close()
  return {
    what: `poll with ${POLLERS} pollers while publishing, ${engine}, p99`,
    value: quantile(times, 0.99),
    unit: 'ms',
    how: `${Math.round(times.length / SECONDS)} polls of 30 messages and ${Math.round(load.published / (SECONDS + 1))} publications a second; median ${median(times).toFixed(1)} ms`,
  }
}

export const polling: Figure = {
  name: 'polling',
  async measure() {
    const rows: Row[] = []
    for (const engine of engines) rows.push(await measureOn(engine))
    return rows
  },
}
