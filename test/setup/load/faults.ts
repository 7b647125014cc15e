/** Faults again and again under the mixed load: `npm test` has a few rounds of each, `npm run test:soak` many. */
import { openDatabase } from '../../../src/storage/open.ts'
import { sql } from '../../../src/storage/sql.ts'
import type { Call } from '../call.ts'
import { type Engine, freshDatabase } from '../databases.ts'
import type { Cluster } from '../postgres.ts'
import { connect, type Server, startServer } from '../processes.ts'
import { Load } from './load.ts'

/** Counted in acknowledged writes, and another number in each round, so that the faults hit different moments. */
const acknowledgedBefore = (round: number) => 40 + (round % 20)
const ROUNDS_PER_ARTICLES = 3

/** `strike` comes in the middle of the load; `recover` when every writer has stopped. */
type Fault = { strike(): unknown; recover?(): Promise<void> }

/** How often, and who is told of each round that is done. */
type Rounds = { rounds: number; report?(done: number): void }

async function strikeUnderLoad(load: Load, { rounds, report }: Rounds, { strike, recover }: Fault) {
  for (let round = 0; round < rounds; round++) {
    let isStruck = false
    const struck = Promise.withResolvers<unknown>()
    await load.run({
      count: acknowledgedBefore(round),
      withArticles: round % ROUNDS_PER_ARTICLES === 0,
      isOver: () => isStruck,
      reached() {
        isStruck = true
        struck.resolve(strike())
      },
    })
    await struck.promise
    await recover?.()
    await load.verify()
    report?.(round + 1)
  }
}

async function resultOf(load: Load, databaseUrl: string) {
  const db = await openDatabase(databaseUrl)
  const compared = await load.compare(db)
  await db.close()
  return { ...compared, faults: load.faults, acknowledged: load.acknowledged(), unacknowledged: load.unacknowledged() }
}
export type Result = Awaited<ReturnType<typeof resultOf>>

/** A board whose server can be replaced: people keep their keys and cookies, and call whichever is running. */
export async function openRestartable(databaseUrl: string) {
  let server: Server
  let client: ReturnType<typeof connect>
  const start = async (databaseUrl: string) => {
    server = await startServer({ DATABASE_URL: databaseUrl })
    client = connect(server.url)
  }
  const end = async () => {
    server.kill('SIGKILL')
    client.close()
    await server.exited
  }
  await start(databaseUrl)
  const call: Call = (path, options) => client.call(path, options)
  return { call, start, end, kill: () => server.kill('SIGKILL') }
}

/** kill -9 of the service. */
export async function killService(engine: Engine, rounds: Rounds): Promise<Result> {
  const database = await freshDatabase(engine)
  const board = await openRestartable(database.url)
  try {
    const load = await Load.open(board.call)
    const recover = async () => {
      await board.end()
      await board.start(database.url)
    }
    await strikeUnderLoad(load, rounds, { strike: board.kill, recover })
    await board.end()
    return await resultOf(load, database.url)
  } finally {
    await board.end()
    await database.remove()
  }
}

/** Every connection to PostgreSQL is ended by the server; the service goes on. */
export async function endConnections(rounds: Rounds): Promise<Result> {
  const database = await freshDatabase('postgres')
  const board = await openRestartable(database.url)
  const db = await openDatabase(database.url)
  const strike = () =>
    db.read('end the others', (tx) =>
      tx.all(sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                 WHERE datname = current_database() AND pid <> pg_backend_pid()`),
    )
  try {
    const load = await Load.open(board.call)
    await strikeUnderLoad(load, rounds, { strike })
    return await resultOf(load, database.url)
  } finally {
    await board.end()
    await db.close()
    await database.remove()
  }
}

/** kill -9 of the PostgreSQL server, which needs one for itself; the service goes on. */
export async function killDatabaseServer(cluster: Cluster, rounds: Rounds): Promise<Result> {
  const url = cluster.url('postgres')
  const board = await openRestartable(url)
  try {
    const load = await Load.open(board.call)
    await strikeUnderLoad(load, rounds, { strike: cluster.crash, recover: cluster.restart })
    return await resultOf(load, url)
  } finally {
    await board.end()
  }
}
