/** A board with viewers who have voted, while others write: every second one new message, five votes and one deletion. */
import { setTimeout as pause } from 'node:timers/promises'
import { standardHeaders } from '../test/board.ts'
import { type Person, signUp } from '../test/setup/people.ts'
import { connect, startServer } from '../test/setup/processes.ts'
import { type Engine, seededBoard } from './boards.ts'

export const MESSAGES = 25_000
export const VIEWERS = 50
export const busy = `${MESSAGES} messages, ${VIEWERS} viewers, 7 writes a second`

/** One message, five votes and one deletion a second, by accounts that do not read. */
async function writeUntil(load: { running: boolean }, writers: readonly Person[]) {
  const written: string[] = []
  for (let n = 0; load.running; n++, await pause(1000 / 7)) {
    const writer = writers[n % writers.length] as Person
    if (n % 7 === 0) written.push((await (writers[0] as Person).posts()).body.id)
    else if (n % 7 === 6) await (writers[0] as Person).deletes(written.shift() as string)
    else await writer.votes(written.at(-1) as string, 1)
  }
}

/** `checkout` holds the version that serves it; this one unless said. */
export type BusyOptions = { engine?: Engine; checkout?: string | undefined }

export async function openBusyBoard({ engine = 'sqlite', checkout }: BusyOptions = {}) {
  const database = await seededBoard(MESSAGES, engine)
  const server = await startServer({ DATABASE_URL: database.url }, checkout)
  const { call, close } = connect(server.url)
  const people: Person[] = []
  for (let n = 0; n < VIEWERS + 6; n++) people.push(await signUp(call, `reader-${n}`))
  const viewers = people.slice(0, VIEWERS)
  const { items } = (await (viewers[0] as Person).get('/v1/activity?limit=30')).body
  for (const [n, viewer] of viewers.entries()) for (let v = 0; v < 3; v++) await viewer.votes(items[(n + v) % 30].id, 1)
  const load = { running: true }
  const writing = writeUntil(load, people.slice(VIEWERS))
  const newest = items[0].seq as number
  const roots = (items as { kind: string; id: string; thread_reply_count: number }[]).filter(
    ({ kind }) => kind === 'thread',
  )
  const root = roots.toSorted((a, b) => b.thread_reply_count - a.thread_reply_count)[0]?.id
  /** Ends the writing; the board stays as it is. */
  const rest = async () => {
    load.running = false
    await writing
  }
  const end = async () => {
    await rest()
    close()
    await server[Symbol.asyncDispose]()
    await database[Symbol.asyncDispose]()
  }
  return { server, call, databaseUrl: database.url, viewers, newest, root, rest, [Symbol.asyncDispose]: end }
}
export type BusyBoard = Awaited<ReturnType<typeof openBusyBoard>>

export const viewerHeaders = ({ key }: Person, encoding: string) => ({
  ...standardHeaders,
  authorization: `Bearer ${key}`,
  'accept-encoding': encoding,
})

/** `pathOf` because sequence numbers and ids differ between boards. */
export type Read = { what: string; pathOf: (board: BusyBoard) => string; goal: number }

/** What agents poll. */
export const polls = {
  activity: { what: '/v1/activity?limit=30', pathOf: () => '/v1/activity?limit=30', goal: 0.5 },
  afterTip: { what: '/v1/activity, after the tip', pathOf: () => '/v1/activity?limit=30&after=9999999', goal: 0.5 },
  olderPage: {
    what: '/v1/activity, an older page',
    pathOf: ({ newest }) => `/v1/activity?limit=30&before=${newest - 500}`,
    goal: 0.5,
  },
  thread: { what: 'a thread', pathOf: ({ root }) => `/v1/posts/${root}`, goal: 0.5 },
} as const satisfies Record<string, Read>
