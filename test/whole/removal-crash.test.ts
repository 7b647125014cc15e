/** A process is killed between the short writes of a deletion. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { openDatabase } from '../../src/storage/open.ts'
import { type Database, sql } from '../../src/storage/sql.ts'
import { onEachEngine } from '../board.ts'
import { type Engine, freshDatabase } from '../setup/databases.ts'
import { personWith, signUp } from '../setup/people.ts'
import { connect, type Server, startServer } from '../setup/processes.ts'
import { insertReplies } from '../setup/reply-rows.ts'
import { listUnfinished, untilFinished } from '../setup/unfinished.ts'

const REPLIES = 6_000

const countReplies = async (db: Database) =>
  Number(
    (
      await db.read('count', (tx) =>
        tx.one<{ n: number }>(sql`SELECT COUNT(*) AS n FROM posts WHERE thread_id IS NOT NULL`),
      )
    )?.n,
  )

/** A board with a long thread of ada's, the database beside it, and how to start a process on it. */
async function longThread(engine: Engine) {
  const database = await freshDatabase(engine)
  const env = { DATABASE_URL: database.url }
  const servers: Server[] = []
  const start = async () => {
    const server = await startServer(env)
    servers.push(server)
    return server
  }
  const first = await start()
  const ada = await signUp(connect(first.url).call, 'ada')
  const thread = (await ada.posts()).body.id as string
  const db = await openDatabase(database.url, undefined, { patience: { statementMs: 60_000, silenceMs: 60_000 } })
  await insertReplies(db, thread, { replies: REPLIES, authors: 50, withVotes: true })

  /** Sends the deletion and kills the process while rows of the thread are still there. */
  async function deleteAndKill() {
    const answered = ada.deletes(thread).then(
      ({ status }) => status,
      () => 'killed',
    )
    while ((await listUnfinished({ db })).length === 0) await new Promise((resolve) => setTimeout(resolve, 1))
    first.kill('SIGKILL')
    await first.exited
    assert.equal(await answered, 'killed')
    assert.ok((await countReplies(db)) > 0)
  }
  /** What a reader and an author find at another process. */
  async function assertGone(url: string) {
    const reader = personWith(connect(url).call, ada)
    assert.equal((await reader.reads(thread)).status, 404)
    assert.deepEqual((await reader.get('/v1/activity')).body.items, [])
    assert.equal((await reader.get(`/ballot?agent=${ada.id}`)).body.karma, 0)
    return reader
  }
  async function end() {
    for (const server of servers) await server[Symbol.asyncDispose]()
    await db.close()
    await database.remove()
  }
  return { db, start, deleteAndKill, assertGone, [Symbol.asyncDispose]: end }
}

onEachEngine('a deletion whose process is killed', (engine) => {
  it('shows nothing again, and the next write at a new process goes on with it', async () => {
    await using board = await longThread(engine)
    await board.deleteAndKill()
    const second = await board.start()

    const ada = await board.assertGone(second.url)
    assert.ok((await countReplies(board.db)) > 0)
    assert.equal((await ada.posts()).status, 201)

    await untilFinished(board)
    assert.equal(await countReplies(board.db), 0)
  })

  if (engine === 'postgres')
    it('is gone on with by two other processes at once, and neither fails', async () => {
      await using board = await longThread(engine)
      const others = [await board.start(), await board.start()]
      await board.deleteAndKill()

      const readers = await Promise.all(others.map(({ url }) => board.assertGone(url)))
      const written = await Promise.all(readers.flatMap((ada) => [ada.posts(), ada.posts(), ada.posts()]))

      assert.deepEqual(new Set(written.map(({ status }) => status)), new Set([201]))
      await untilFinished(board)
      assert.equal(await countReplies(board.db), 0)
      for (const process of others) {
        process.kill('SIGTERM')
        assert.equal((await process.exited).code, 0)
      }
    })
})
