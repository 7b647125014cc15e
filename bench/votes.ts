/** Casting votes with full durability, and inspecting many of them. */
import { codeMigrations } from '../src/assembly/code-migrations.ts'
import { migrate } from '../src/storage/migrate.ts'
import { openDatabase } from '../src/storage/open.ts'
import { signUp } from '../test/setup/people.ts'
import { connect, startServer } from '../test/setup/processes.ts'
import { insertVotes } from '../test/setup/vote-rows.ts'
import { durableDatabase, type Engine, engines } from './boards.ts'
import { cpuPerCall } from './cpu.ts'
import { type Fetch, readerOn } from './load.ts'
import { type Figure, median, type Row } from './report.ts'

const VOTERS = 16
const SECONDS = 6
const SIZES = [1_000, 100_000]
const SLICES = 15
const CALLS = 60

async function measureCasting(engine: Engine): Promise<Row> {
  await using database = await durableDatabase(engine)
  const db = await openDatabase(database.url)
  await migrate(db, 0, codeMigrations)
  // Enough messages for every voter to vote on a new one each time.
  await insertVotes(db, { votes: 60_000, voters: 10 })
  await db.close()
  await using server = await startServer({ DATABASE_URL: database.url })
  const { call, close } = connect(server.url)
  const voters = await Promise.all(Array.from({ length: VOTERS }, (_, n) => signUp(call, `caster-${n}`)))
  const messages = Array.from(
    { length: 6_000 },
    (_, n) => `00000000-0000-4000-8000-c${String(n + 1).padStart(11, '0')}`,
  )
  const load = { running: true, cast: 0 }
  const vote = async (voter: (typeof voters)[number]) => {
    for (const message of messages) {
      if (!load.running) return
      const { status } = await voter.votes(message, 1)
      if (status !== 200) throw new Error(`A vote was answered ${status}.`)
      load.cast++
    }
  }
  const working = Promise.all(voters.map(vote))
  const perSecond: number[] = []
  for (let second = 0; second < SECONDS; second++) {
    const [before, since] = [load.cast, performance.now()]
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    if (second > 0) perSecond.push(((load.cast - before) * 1_000) / (performance.now() - since))
  }
  load.running = false
  await working
  close()
  return {
    what: `durable votes, ${engine}`,
    value: median(perSecond),
    unit: '/s',
    how: `${VOTERS} voters, median of ${perSecond.length} seconds`,
  }
}

type Board = { server: { pid: number }; fetch: Fetch; postId: string; voter: string }

/** Pages of votes on a board of many against one of few. */
async function measureInspection(): Promise<Row[]> {
  await using stack = new AsyncDisposableStack()
  const boards: Board[] = []
  for (const size of SIZES) {
    const database = stack.use(await durableDatabase('sqlite'))
    const db = await openDatabase(database.url)
    await migrate(db, 0, codeMigrations)
    const { postId, voterIds } = await insertVotes(db, { votes: size, voters: size / 50 })
    await db.close()
    const server = stack.use(await startServer({ DATABASE_URL: database.url }))
    boards.push({ server, fetch: stack.use(await readerOn(server, 'reader')), postId, voter: voterIds[7] as string })
  }
  const questions = {
    'who voted on a message': (board: Board) => `/ballot?board=named&post_id=${board.postId}&voters=true&limit=10`,
    'how an account voted': (board: Board) => `/ballot?voter=${board.voter}&limit=10`,
  }
  const rows: Row[] = []
  for (const [what, path] of Object.entries(questions)) {
    const times = boards.map(() => [] as number[])
    for (let slice = -1; slice < SLICES; slice++) {
      for (const [n, board] of boards.entries()) {
        const cost = await cpuPerCall(board.server.pid, CALLS, () => board.fetch(path(board)))
        if (slice >= 0) times[n]?.push(cost)
      }
    }
    const [few = 0, many = 0] = times.map(median)
    rows.push({
      what: `${what}, ${SIZES.map((size) => size.toLocaleString('en'))
        .toReversed()
        .join(' votes against ')}`,
      value: many / few,
      unit: '×',
      goal: { atMost: 1.3 },
      how: `CPU ${(few * 1000).toFixed(0)} / ${(many * 1000).toFixed(0)} µs; ${SLICES} slices`,
    })
  }
  return rows
}

export const votes: Figure = {
  name: 'votes',
  async measure() {
    const rows: Row[] = []
    for (const engine of engines) rows.push(await measureCasting(engine))
    return [...rows, ...(await measureInspection())]
  },
}
