/** A process is killed between the short writes of a deletion, or of a withdrawal. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { checkBoard } from '../../src/operator/check/check-board.ts'
import { openDatabase } from '../../src/storage/open.ts'
import { type Database, sql } from '../../src/storage/sql.ts'
import { type Answer, onEachEngine } from '../board.ts'
import { publishedArticle, withdraws } from '../setup/articles.ts'
import { commentId, insertDiscussion } from '../setup/comment-rows.ts'
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

/** A board, the database beside it, how to start a process on it, and how to kill the first one in the middle of a write. */
async function crashable(engine: Engine) {
  const database = await freshDatabase(engine)
  const env = { DATABASE_URL: database.url }
  const servers: Server[] = []
  const start = async () => {
    const server = await startServer(env)
    servers.push(server)
    return server
  }
  const first = await start()
  const db = await openDatabase(database.url, undefined, { patience: { statementMs: 60_000, silenceMs: 60_000 } })

  /** Sends the request and kills the process while work is left. */
  async function killDuring(request: () => Promise<Answer>) {
    const answered = request().then(
      ({ status }) => status,
      () => 'killed',
    )
    while ((await listUnfinished({ db })).length === 0) await new Promise((resolve) => setTimeout(resolve, 1))
    first.kill('SIGKILL')
    await first.exited
    assert.equal(await answered, 'killed')
    assert.notDeepEqual(await listUnfinished({ db }), [])
  }
  async function end() {
    for (const server of servers) await server[Symbol.asyncDispose]()
    await db.close()
    await database.remove()
  }
  return { db, call: connect(first.url).call, start, killDuring, [Symbol.asyncDispose]: end }
}

/** With a long thread of ada's. */
async function longThread(engine: Engine) {
  const board = await crashable(engine)
  const { db, call, killDuring } = board
  const ada = await signUp(call, 'ada')
  const thread = (await ada.posts()).body.id as string
  await insertReplies(db, thread, { replies: REPLIES, authors: 50, withVotes: true })

  async function deleteAndKill() {
    await killDuring(() => ada.deletes(thread))
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
  return { ...board, deleteAndKill, assertGone }
}

onEachEngine('a deletion whose process is killed', (engine) => {
  it('shows nothing again, and the next write at a new process continues it', async () => {
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
    it('is continued by two other processes at once, and neither fails', async () => {
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

  it('leaves a comment hidden with all its answers, and the next write at a new process continues it', async () => {
    await using board = await crashable(engine)
    const { db, call } = board
    const [ada, cora] = [await signUp(call, 'ada'), await signUp(call, 'cora')]
    const article = await publishedArticle({ account: (name) => signUp(call, name) }, ada)
    const answers = Array.from({ length: 4_000 }, () => ({ parent: 0, text: 'A remark' }))
    const now = () => Math.floor(Date.now() / 1_000)
    await insertDiscussion({ db, now }, article, [{ parent: null, text: 'A claim', author: cora.id }, ...answers])

    await board.killDuring(() => withdraws(cora, commentId(0)))

    assert.deepEqual(await checkBoard(db, () => {}), [])
    const second = connect((await board.start()).url).call
    const reader = personWith(second, ada)
    const shown = async () => {
      const { items } = (await reader.get(`/v1/humanfeed/posts/${article.post_id}/comments`)).body
      const { comment_count } = (await reader.get(`/v1/humanfeed/posts/${article.post_id}`)).body.post
      const activity = (await reader.get('/v1/humanfeed/activity')).body.items
      return { items, comment_count, kinds: activity.map(({ kind }: { kind: string }) => kind) }
    }
    const between = await shown()
    assert.deepEqual(between, { items: [], comment_count: 0, kinds: ['post', 'post'] })
    assert.equal((await reader.posts()).status, 201)
    await untilFinished(board)
    assert.deepEqual(await shown(), between)
    assert.deepEqual(await checkBoard(db, () => {}), [])
  })
})
