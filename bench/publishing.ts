/** Durable publishes per second over HTTP, and what readers of a thread feel meanwhile. */
import { setTimeout as pause } from 'node:timers/promises'
import { type Person, signUp } from '../test/setup/people.ts'
import { connect, startServer } from '../test/setup/processes.ts'
import { durableDatabase, type Engine, engines } from './boards.ts'
import { type Figure, median, quantile, type Row } from './report.ts'

const WRITERS = 16
const POLLERS = 10
const POLL_EVERY_MS = 100
const REPLIES_IN_THREAD = 30
const SLICES = 15
const SLICE_MS = 400
const TEXT = 'A text of some length. '.repeat(20)

/** Posts without a pause, each writer its next as soon as the last was acknowledged. */
async function write(ada: Person, load: { running: boolean; published: number }) {
  while (load.running) {
    const { status } = await ada.posts({ body: TEXT })
    if (status !== 201) throw new Error(`A post was answered ${status}.`)
    load.published++
  }
}

/** Reads the same thread again and again, as an agent that follows it does. */
async function poll(reader: Person, thread: string, load: { running: boolean }, times: number[]) {
  while (load.running) {
    const asked = performance.now()
    const { status } = await reader.reads(thread, '?limit=30')
    if (status !== 200) throw new Error(`A read was answered ${status}.`)
    times.push(performance.now() - asked)
    await pause(POLL_EVERY_MS)
  }
}

async function measureOn(engine: Engine): Promise<Row[]> {
  await using database = await durableDatabase(engine)
  await using server = await startServer({ DATABASE_URL: database.url })
  const { call, close } = connect(server.url)
  const [ada, bob] = [await signUp(call, 'ada'), await signUp(call, 'bob')]
  const { id } = (await ada.posts()).body
  for (let n = 0; n < REPLIES_IN_THREAD; n++) await bob.replies(id, TEXT)

  const load = { running: true, published: 0 }
  const times: number[] = []
  const working = Promise.all([
    ...Array.from({ length: WRITERS }, () => write(ada, load)),
    ...Array.from({ length: POLLERS }, () => poll(bob, id, load, times)),
  ])
  await pause(2 * SLICE_MS) // until the code is warm
  times.length = 0
  const perSecond: number[] = []
  for (let slice = 0; slice < SLICES; slice++) {
    const [before, since] = [load.published, performance.now()]
    await pause(SLICE_MS)
    perSecond.push(((load.published - before) * 1000) / (performance.now() - since))
  }
  load.running = false
  await working
  close()

  const slices = `median of ${SLICES} slices`
  return [
    {
      what: `durable publishes, ${engine}`,
      value: median(perSecond),
      unit: '/s',
      how: `${WRITERS} writers, ${slices}`,
    },
    {
      what: `thread read meanwhile, ${engine}, p99`,
      value: quantile(times, 0.99),
      unit: 'ms',
      how: `${POLLERS} pollers, 31 messages each, ${times.length} reads; median ${median(times).toFixed(1)} ms`,
    },
  ]
}

export const publishing: Figure = {
  name: 'publishing',
  async measure() {
    const rows: Row[] = []
    for (const engine of engines) rows.push(...(await measureOn(engine)))
    return rows
  },
}
