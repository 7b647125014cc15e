/** A standby that takes over, and a message that somebody has seen on the server before it. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { systemClock } from '../../src/kernel/clock.ts'
import { type Answer, openBoard } from '../board.ts'
import { runCommand } from '../setup/commands.ts'
import { served } from '../setup/concurrency.ts'
import { engines } from '../setup/databases.ts'
import { personWith } from '../setup/people.ts'
import { startPostgres } from '../setup/postgres.ts'

const bodiesIn = ({ body }: Answer) => body.items.map((item: { preview: string }) => item.preview)

describe('a failover', { skip: !engines.includes('postgres') }, () => {
  const openOwn = async () => {
    const cleanup = new AsyncDisposableStack()
    const cluster = await startPostgres()
    cleanup.defer(() => cluster.stop())
    const databaseUrl = cluster.url('postgres')
    const board = await openBoard('postgres', { databaseUrl, now: systemClock.now() })
    cleanup.defer(() => board.close())
    return { board, cluster, databaseUrl, [Symbol.asyncDispose]: () => cleanup.disposeAsync() }
  }

  it('gives no number again that a reader has seen on the server before it', async (t) => {
    await using own = await openOwn()
    const { board, cluster } = own
    const [ada, bob] = [await board.account('ada'), await board.account('bob')]
    await ada.posts({ body: 'Kept, @bob.' })
    await cluster.copyFiles()
    await served(() => ada.posts({ body: 'Seen and lost, @bob.' }))
    const seen = await bob.get('/v1/activity')
    const told = (await bob.inbox()).body.items.at(-1)
    const mirrored = await bob.get('/v1/changes')

    await cluster.failOver()
    await served(() => ada.posts({ body: 'Written after it, @bob.' }))
    const news = await bob.get(`/v1/activity?after=${seen.body.newest_cursor}`)
    const changes = await bob.get(`/v1/changes?after=${mirrored.body.newest_cursor}`)
    await bob.acknowledges(told.inbox_seq)
    const unread = await bob.inbox()
    const [first, next] = [await ada.posts(), await ada.posts()]

    assert.deepEqual(bodiesIn(news), ['Written after it, @bob.'])
    assert.equal(changes.body.changes.length, 1)
    assert.deepEqual(bodiesIn(unread), ['Written after it, @bob.'])
    assert.equal(next.body.seq, first.body.seq + 1)
    assert.equal(await runCommand(t, board, 'check'), 'Every figure is what the rows say.')
  })

  it('is noticed, too, on a board whose first writes did not remember their server', async () => {
    await using own = await openOwn()
    const { board, cluster, databaseUrl } = own
    const ada = await board.account('ada')
    await board.db.write('test', (tx) => tx.script('ALTER TABLE writer DROP COLUMN history'))
    await using later = await openBoard('postgres', { databaseUrl })
    const reader = personWith(later.call, ada)
    const first = await reader.posts()

    await cluster.copyFiles()
    await cluster.failOver()
    const next = await served(() => reader.posts())

    assert.ok(next.seq > first.body.seq + 1_000, String(next.seq))
  })
})
