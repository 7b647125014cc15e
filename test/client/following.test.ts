/** Followers: what they repeat, what they acknowledge, and how often they ask. */
import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { fileCheckpoint } from '../../src/client/file-checkpoint.ts'
import { connect, type FollowOptions, memoryCheckpoint } from '../../src/client/index.ts'
import { onFirstEngine, openBoard } from '../board.ts'
import { clientOn } from '../setup/client.ts'

const draft = { title: 'Hello', body: 'Who else reads logs?' }

/** Takes so many items, then stops in the middle of the last one, as a kill would. */
async function take<Item>(items: AsyncIterable<Item>, count: number): Promise<Item[]> {
  const taken: Item[] = []
  for await (const item of items) if (taken.push(item) === count) break
  return taken
}

const seqs = (items: { seq: number }[]) => items.map(({ seq }) => seq)

onFirstEngine('a follower', (engine) => {
  it('begins with the oldest message or with what is new, and repeats only what it was processing', async () => {
    await using board = await openBoard(engine)
    const { client, fates } = clientOn(board, (await board.account('ada')).key)
    const old = memoryCheckpoint()
    for (let n = 0; n < 35; n++) await client.posts.create(draft)

    assert.deepEqual(seqs(await take(client.follow({ checkpoint: old, from: 'start' }), 1)), [1])
    assert.deepEqual(
      seqs(await take(client.follow({ checkpoint: old, from: 'start' }), 33)),
      Array.from(Array(33), (_, n) => n + 1),
    )
    fates.push('answer lost', 'answer cut')
    assert.deepEqual(seqs(await take(client.follow({ checkpoint: old }), 3)), [33, 34, 35])
    assert.equal(await old.load(), 34)

    const begun = Promise.withResolvers<number>()
    const next = client
      .follow({ checkpoint: { load: async () => undefined, save: async (at) => begun.resolve(at) } })
      .next()
    assert.equal(await begun.promise, 35)
    await client.posts.create({ ...draft, topic: 'logs' })
    assert.equal((await next).value?.seq, 36)
    assert.deepEqual(seqs(await take(client.follow({ checkpoint: memoryCheckpoint(0), topic: 'logs' }), 1)), [36])
  })

  it('acknowledges an item of the inbox when the loop asks for the next one', async () => {
    await using board = await openBoard(engine)
    const { client } = clientOn(board, (await board.account('ada')).key)
    const { client: bob } = clientOn(board, (await board.account('bob')).key)
    const { id: thread_id } = await client.posts.create(draft)
    for (let n = 0; n < 3; n++) await bob.posts.reply({ thread_id, body: `Reply ${n} to @ada` })

    const [first, second] = await take(client.inbox.follow(), 2)
    assert.deepEqual([first?.preview, second?.preview], ['Reply 0 to @ada', 'Reply 1 to @ada'])
    assert.equal((await client.inbox.list()).unread, 2)
    assert.deepEqual(
      (await take(client.inbox.follow(), 2)).map(({ preview }) => preview),
      ['Reply 1 to @ada', 'Reply 2 to @ada'],
    )
  })

  it('lists what was created and deleted', async () => {
    await using board = await openBoard(engine)
    const { client } = clientOn(board, (await board.account('ada')).key)
    const { id } = await client.posts.create(draft)
    await client.posts.delete(id)
    const checkpoint = memoryCheckpoint()

    const changes = await take(client.changes.follow({ checkpoint }), 2)
    assert.deepEqual(
      changes.map((change) => [change.change, change.id]),
      [
        ['created', id],
        ['deleted', id],
      ],
    )
    assert.equal(await checkpoint.load(), 1)

    const ahead = take(client.changes.follow({ checkpoint: memoryCheckpoint(3) }), 1)
    const details = { latest_change_seq: 2 }
    await assert.rejects(
      ahead,
      { name: 'RefusedError', code: 'CURSOR_EXPIRED', details },
      'restored from an older copy',
    )
  })
})

type Scripted = { items?: number[]; next_after?: number; latest_seq?: number; takes?: number; retryAfter?: number }

/** A board that answers as written, after `takes` seconds; collects when each call began and what it asked. */
function scriptedBoard(pages: Scripted[]) {
  let now = 1000
  const calls: { at: number; query: string }[] = []
  const stop = new AbortController()
  const runtime = {
    now: () => now,
    sleep: async (seconds: number) => {
      now += seconds
    },
    fetch: async (url: string) => {
      calls.push({ at: now - 1000, query: new URL(url).search })
      const page = pages.shift()
      if (!page) stop.abort(new Error('the script is over'))
      const { items = [], next_after = null, latest_seq = 99, takes = 0, retryAfter } = page ?? {}
      now += takes
      const rows = items.map((seq) => ({ seq, inbox_seq: seq }))
      return {
        status: 200,
        headers: {
          get: (name: string) =>
            ({ 'content-type': 'application/json', 'retry-after': retryAfter?.toString() })[name] ?? null,
        },
        text: async () => JSON.stringify({ items: rows, changes: [], next_after, latest_seq }),
      }
    },
  }
  const board = connect({ url: 'http://board.test', key: 'brd_', runtime })
  /** What is left of the follower when the script is over. */
  const timesOf = async (items: AsyncIterable<unknown>) => {
    await assert.rejects(async () => {
      for await (const _item of items);
    }, /the script is over/)
    return calls.map(({ at }) => at)
  }
  const follow = (options: FollowOptions = {}) =>
    board.follow({ checkpoint: memoryCheckpoint(5), signal: stop.signal, ...options })
  return { board, calls, follow, timesOf, signal: stop.signal }
}

describe('a follower', () => {
  it('begins at most one call in ten seconds on a whole feed, and reads the pages of a backlog at once', async () => {
    const pages = [
      { items: [6], takes: 3 },
      { items: [7], takes: 12 },
      { items: [9, 8], next_after: 9 },
      { items: [10] },
    ]
    const { calls, follow, timesOf } = scriptedBoard(pages)
    assert.deepEqual(await timesOf(follow()), [0, 10, 22, 22, 32])
    assert.match(calls[0]?.query ?? '', /after=5&wait=50/)
    assert.match(calls[3]?.query ?? '', /after=9&wait=50/)
  })

  it('waits without a pause on a topic, an author and an inbox', async () => {
    const script = () => [{ takes: 50 }, { items: [6], takes: 3 }, { items: [7], takes: 1 }]
    for (const filter of [{ topic: 'logs' }, { author: 'me' }]) {
      const { follow, timesOf } = scriptedBoard(script())
      assert.deepEqual(await timesOf(follow(filter)), [0, 50, 53, 54])
    }
    const { board, calls, signal, timesOf } = scriptedBoard([{ takes: 50 }, { items: [6], takes: 3 }])
    await timesOf(board.inbox.follow({ signal }))
    assert.deepEqual(
      calls.map(({ at, query }) => [at, query]),
      [
        [0, '?compact=true&limit=30&wait=50'],
        [50, '?compact=true&limit=30&wait=50'],
        [53, ''], // the acknowledgement
      ],
    )
  })

  it('polls once a minute if the board does not let it wait, or as the board asks', async () => {
    const refused = scriptedBoard([{ takes: 1 }, { takes: 1 }, { takes: 1, retryAfter: 90 }])
    assert.deepEqual(await refused.timesOf(refused.follow({ topic: 'logs' })), [0, 60, 120, 211])
    const changes = scriptedBoard([{ takes: 1 }, { takes: 1 }])
    assert.deepEqual(await changes.timesOf(changes.board.changes.follow({ signal: changes.signal })), [0, 60, 120])
    const hasty = scriptedBoard([
      { takes: 50, retryAfter: 0 },
      { takes: 50, retryAfter: -5 },
      { takes: 50, next_after: 6 },
    ])
    assert.deepEqual(await hasty.timesOf(hasty.follow({ topic: 'logs' })), [0, 51, 102, 152], 'never without a pause')
    const lying = scriptedBoard([{ next_after: 6 }, { next_after: 6 }])
    assert.deepEqual(await lying.timesOf(lying.follow({ topic: 'logs' })), [0, 60, 120], 'more, it says, and has none')
    const empty = scriptedBoard([{ latest_seq: 0 }, { latest_seq: 0 }, { latest_seq: 1, items: [1] }])
    assert.deepEqual(await empty.timesOf(empty.follow({ checkpoint: memoryCheckpoint(0) })), [0, 60, 120, 120])
  })

  it('goes on from the newest message of a board that was restored from an older copy', async () => {
    const { calls, follow, timesOf } = scriptedBoard([
      { latest_seq: 3, takes: 50 },
      { items: [4], takes: 1 },
    ])
    const checkpoint = memoryCheckpoint(5)
    await timesOf(follow({ checkpoint }))
    assert.match(calls[1]?.query ?? '', /after=3&/)
    assert.equal(await checkpoint.load(), 4)
  })

  it('begins with the first message of a board that was replaced by an empty one', async () => {
    const { calls, follow, timesOf } = scriptedBoard([
      { latest_seq: 0, takes: 50 },
      { latest_seq: 1, items: [1] },
    ])
    const checkpoint = memoryCheckpoint(5)
    assert.deepEqual(await timesOf(follow({ checkpoint })), [0, 110, 110])
    assert.match(calls[1]?.query ?? '', /before=2$/)
    assert.match(calls[2]?.query ?? '', /after=1&/)
    assert.equal(await checkpoint.load(), 1)
  })
})

describe('a checkpoint in a file', () => {
  it('holds the last number, leaves no other file, and refuses a file with other content', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'board-checkpoint-'))
    const path = join(folder, 'position')
    const checkpoint = fileCheckpoint(path)

    assert.equal(await checkpoint.load(), undefined)
    for (const position of [0, 7, 9_007_199_254_740_991]) {
      await checkpoint.save(position)
      assert.equal(await fileCheckpoint(path).load(), position)
    }
    assert.deepEqual(readdirSync(folder), ['position'])
    assert.equal(readFileSync(path, 'utf8'), '9007199254740991\n')
    const other = join(folder, 'other')
    writeFileSync(other, 'of somebody else', { mode: 0o644 })
    symlinkSync(other, `${path}.new`)
    await checkpoint.save(8)
    assert.deepEqual([readFileSync(path, 'utf8'), readFileSync(other, 'utf8')], ['8\n', 'of somebody else'])
    writeFileSync(`${path}.new`, 'left by a kill', { mode: 0o644 })
    await checkpoint.save(9)
    assert.deepEqual([await checkpoint.load(), statSync(path).mode & 0o777], [9, 0o600])
    writeFileSync(path, '12')
    await assert.rejects(checkpoint.load(), /not a checkpoint/)
    rmSync(folder, { recursive: true })
  })
})
