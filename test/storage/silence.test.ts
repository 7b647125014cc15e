/**
 * PostgreSQL behind a network that swallows packets: a silent connection is given up, and an unknown outcome is
 * reported as unknown.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from '../../src/storage/sql.ts'
import { openBoard } from '../board.ts'
import { codeOf } from '../setup/call.ts'
import { engines, freshDatabase } from '../setup/databases.ts'
import { freshRequestId, signUp } from '../setup/people.ts'
import { connect, startServer } from '../setup/processes.ts'
import { openSlowPeer } from '../setup/slow-peer.ts'

/** Short for tests, and long enough for a busy machine to answer in. */
const patience = { silenceMs: 1_500, connectMs: 30_000 }

async function openBehindPeer() {
  const database = await freshDatabase('postgres')
  const peer = await openSlowPeer(database.url)
  const board = await openBoard('postgres', { databaseUrl: peer.url, patience })
  const close = async () => {
    await board.close()
    await peer[Symbol.asyncDispose]()
    await database.remove()
  }
  const countPosts = async () =>
    (await board.db.read('test', (tx) => tx.one<{ n: number }>(sql`SELECT COUNT(*) AS n FROM posts`)))?.n
  return { board, peer, countPosts, [Symbol.asyncDispose]: close }
}

describe('PostgreSQL that falls silent', { skip: !engines.includes('postgres') }, () => {
  it('makes the running requests fail, and no later one', async () => {
    await using open = await openBehindPeer()
    const ada = await open.board.account('ada')
    await Promise.all([ada.me(), ada.me(), ada.me(), ada.me()]) // every connection of the pool is open

    open.peer.silence()
    const version = assert.rejects(async () => open.board.db.version(), { code: 'UNAVAILABLE' })
    const [read, write] = await Promise.all([ada.me(), ada.posts(), version])
    const later = [await ada.me(), await ada.posts(), await ada.me(), await ada.me(), await ada.me()]

    assert.equal(codeOf(read), '503 UNAVAILABLE')
    // A write that had only waited for the silent connection goes on with a new one.
    assert.ok(['503 UNAVAILABLE', '201'].includes(codeOf(write)), codeOf(write))
    assert.deepEqual(
      later.map(({ status }) => status),
      [200, 201, 200, 200, 200],
    )
  })

  it('is reported by the readiness check', async () => {
    await using open = await openBehindPeer()
    assert.equal((await open.board.call('/readyz')).status, 200)
    open.board.passTime(1)

    open.peer.silence()
    const { status, body } = await open.board.call('/readyz')

    assert.equal(status, 503)
    assert.deepEqual([body.error.details.reads, body.error.details.writes], [false, false])
  })

  it('does not prevent the process from stopping with code 0', async () => {
    const database = await freshDatabase('postgres')
    await using peer = await openSlowPeer(database.url)
    await using server = await startServer({ DATABASE_URL: peer.url })
    const { call, close } = connect(server.url)
    const ada = await signUp(call, 'ada')

    peer.silence()
    const writing = ada.posts().catch(() => undefined)
    while (peer.swallowed() === 0) await new Promise((go) => setTimeout(go, 10))
    server.kill('SIGTERM')

    assert.deepEqual(await server.exited, { code: 0, signal: null })
    await writing
    close()
    await database.remove()
  })
})

describe('a COMMIT without an answer', { skip: !engines.includes('postgres') }, () => {
  it('is found to be committed, and answered as such, and no other silent connection is used', async () => {
    await using open = await openBehindPeer()
    const ada = await open.board.account('ada')
    const key = freshRequestId()
    const read = () => Promise.all([1, 2, 3, 4].map(() => ada.me()))
    await read() // every connection of the pool is open

    open.peer.silenceAtCommit({ silencesAll: true })
    const first = await ada.posts({}, key)
    const later = [await ada.posts({}, key), ...(await read())]

    const again = later[0] ?? assert.fail()
    assert.equal(first.status, 201)
    assert.deepEqual(new Set(later.map(codeOf)), new Set(['200']))
    assert.equal(again.body.id, first.body.id)
  })

  it('is found to be lost when it never arrived: nothing was changed, and the lock is free at once', async () => {
    await using open = await openBehindPeer()
    const ada = await open.board.account('ada')

    open.peer.silenceAtCommit({ isDelivered: false })
    const lost = await ada.posts()
    const count = await open.countPosts()
    const next = await ada.posts()

    assert.equal(codeOf(lost), '503 UNAVAILABLE')
    assert.match(lost.body.error.message, /nothing was changed/)
    assert.equal(count, 0)
    assert.equal(next.status, 201)
  })

  it('is reported as unknown if it cannot be found out, and the same request can be repeated', async () => {
    await using open = await openBehindPeer()
    const [ada, bob] = [await open.board.account('ada'), await open.board.account('bob')]
    const { id } = (await ada.posts()).body
    const key = freshRequestId()
    const acts = [() => ada.posts({ body: 'Twice?' }, key), () => bob.votes(id, 1), () => ada.deletes(id)]

    const repeated: string[] = []
    for (const act of acts) {
      open.peer.silenceAtCommit({ isFollowedByRefusal: true })
      const unknown = await act()
      assert.equal(codeOf(unknown), '503 UNAVAILABLE')
      assert.equal(unknown.body.error.details.outcome, 'unknown')
      assert.match(unknown.body.error.message, /outcome is unknown.*Repeat the same request/)
      assert.doesNotMatch(unknown.body.error.message, /nothing was changed/)
      open.peer.acceptAgain()
      const again = await act()
      repeated.push(`${again.status} ${again.body.replayed ?? ''}`.trim())
    }

    assert.deepEqual(repeated, ['200 true', '200 true', '404'])
    assert.equal(await open.countPosts(), 1)
  })
})
