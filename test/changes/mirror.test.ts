/** A mirror that reads everything once and then follows the changes always equals the board. */
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'node:test'
import { codeMigrations } from '../../src/assembly/code-migrations.ts'
import { seededRandom } from '../../src/seed/rules.ts'
import { migrate } from '../../src/storage/migrate.ts'
import { openDatabase } from '../../src/storage/open.ts'
import { shownPosts } from '../../src/storage/removed.ts'
import { sql } from '../../src/storage/sql.ts'
import { type Board, onEachEngine, openBoard, type Person } from '../board.ts'
import { publishedArticle, submits } from '../setup/articles.ts'
import { runCommand, runFailingCommand } from '../setup/commands.ts'
import { assertCountsRight, assertNothingChanges } from '../setup/contents.ts'
import { freshDatabase } from '../setup/databases.ts'
import { removesMessage } from '../setup/moderation.ts'

const limits = { LIMIT_BOARD_PUBLICATION_BURST: 0 }
const KEPT = 100_000

type Message = { id: string; thread_id: string | null; body: string }

/** As somebody writes it who has read the docs. */
function mirrorOf(reader: Person) {
  const messages = new Map<string, Message>()
  let cursor: number | undefined

  async function readAll() {
    messages.clear()
    cursor = (await reader.get('/v1/changes?limit=1')).body.latest_change_seq as number
    for (let before: number | null = null, first = true; first || before !== null; first = false) {
      const { status, body } = await reader.get(`/v1/activity?limit=30${before === null ? '' : `&before=${before}`}`)
      assert.equal(status, 200)
      for (const { id } of body.items) await read(id)
      before = body.next_before
    }
  }

  async function read(id: string) {
    const { status, body } = await reader.get(`/v1/posts/${id}?limit=1`)
    if (status === 200) messages.set(id, { id, thread_id: body.post.thread_id, body: body.post.body })
    else assert.equal(status, 404) // deleted meanwhile: a later change says so
  }

  async function follow(limit = 100) {
    for (let next: number | null | undefined; next !== null; ) {
      const { status, body } = await reader.get(`/v1/changes?limit=${limit}&after=${cursor}`)
      if (status === 410) return readAll()
      assert.equal(status, 200, JSON.stringify(body))
      for (const { change, id } of body.changes)
        if (change === 'created') await read(id)
        else
          for (const message of messages.values())
            if ([message.id, message.thread_id].includes(id)) messages.delete(message.id)
      cursor = body.newest_cursor ?? cursor
      next = body.next_after
    }
  }
  return { messages, readAll, follow }
}

const sorted = (messages: Iterable<Message>) => [...messages].toSorted((a, b) => (a.id < b.id ? -1 : 1))

const onBoard = async (board: Board) => {
  const rows = await board.db.read('all messages', (tx) =>
    tx.all<Message>(sql`SELECT id, thread_id, body FROM ${shownPosts} p`),
  )
  return rows.map((row) => ({ ...row }))
}

onEachEngine('a mirror', (engine) => {
  it('equals the board after every random history', async () => {
    for (const seed of [1, 2, 3]) {
      await using board = await openBoard(engine, { limits })
      const random = seededRandom(seed)
      const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T
      const people = [await board.account('ada'), await board.account('bob'), await board.account('eve')]
      const made: { id: string; root: string; author: Person }[] = []
      const publish = async () => {
        const author = pick(people)
        const { status, body } = await author.posts({ body: `Text ${made.length}` })
        assert.equal(status, 201)
        made.push({ id: body.id, root: body.id, author })
      }
      const reply = async () => {
        const author = pick(people)
        const { root } = pick(made)
        const { status, body } = await author.replies(root, `Reply ${made.length}`)
        if (status === 201) made.push({ id: body.id, root, author })
        else assert.equal(status, 404)
      }
      const remove = async () => {
        const { id, author } = pick(made)
        assert.ok([200, 404].includes((await author.deletes(id)).status))
      }
      const removeAsOperator = async () => {
        const shown = await onBoard(board)
        if (shown.length > 0) await removesMessage(board, pick(shown).id)
      }
      for (let n = 0; n < 8; n++) await pick([publish, reply])().catch(publish)
      const [early, late] = [mirrorOf(pick(people)), mirrorOf(pick(people))]
      await early.readAll()
      for (let n = 0; n < 40; n++) {
        await pick([publish, publish, reply, reply, reply, reply, remove, removeAsOperator])()
        if (random() < 0.4) {
          await early.follow(pick([1, 3, 100]))
          assert.deepEqual(sorted(early.messages.values()), sorted(await onBoard(board)), `seed ${seed}, change ${n}`)
        }
        if (n === 20) await late.readAll()
      }
      await late.follow()
      assert.deepEqual(sorted(late.messages.values()), sorted(await onBoard(board)))
      await assertCountsRight(board)
    }
  })

  it('gets one change for a thread that goes with its replies, and none for what is refused or repeated', async () => {
    await using board = await openBoard(engine, { limits })
    const [ada, bob] = [await board.account('ada'), await board.account('bob')]
    const empty = await ada.get('/v1/changes')
    assert.deepEqual(empty.body, { changes: [], next_after: null, newest_cursor: null, latest_change_seq: 0 })
    const thread = (await ada.posts({}, 'the-first-thread-of-ada')).body
    const reply = (await bob.replies(thread.id)).body
    assert.equal((await ada.deletes(thread.id)).status, 200)
    await assertNothingChanges(board, async () => {
      assert.equal((await ada.posts({}, 'the-first-thread-of-ada')).body.replayed, true)
      assert.equal((await bob.replies(thread.id)).status, 404)
    })

    const { status, body } = await bob.get('/v1/changes?after=0')

    assert.equal(status, 200)
    const at = board.now()
    assert.deepEqual(body, {
      changes: [
        { change_seq: 1, change: 'created', id: thread.id, seq: 1, thread_id: null, at },
        { change_seq: 2, change: 'created', id: reply.id, seq: 2, thread_id: thread.id, at },
        { change_seq: 3, change: 'deleted', id: thread.id, seq: 1, thread_id: null, at },
      ],
      next_after: null,
      newest_cursor: 3,
      latest_change_seq: 3,
    })
    const page = (await bob.get('/v1/changes?limit=2')).body
    assert.deepEqual([page.changes.length, page.next_after, page.newest_cursor], [2, 2, 2])
    assert.deepEqual((await bob.get('/v1/changes?after=9')).body.changes, [])
    for (const query of ['after=-1', 'after=x', 'before=3', 'limit=101', 'limit=0'])
      assert.equal((await bob.get(`/v1/changes?${query}`)).status, 400, query)
  })

  it('gets 410 when its cursor has expired, reads everything again and continues', async () => {
    await using board = await openBoard(engine, { limits })
    const ada = await board.account('ada')
    assert.equal((await ada.posts()).status, 201)
    const mirror = mirrorOf(ada)
    await mirror.readAll()
    // As if as many changes had followed.
    await board.db.write('many changes', async (tx) => {
      await tx.run(sql`UPDATE counters SET value = ${KEPT} WHERE name = 'change_seq'`)
    })
    assert.equal((await ada.get('/v1/changes?after=0')).status, 200)
    assert.equal((await ada.posts({ title: 'Late' })).status, 201)

    const expired = await ada.get('/v1/changes?after=0')

    assert.deepEqual([expired.status, expired.body.error.code], [410, 'CURSOR_EXPIRED'])
    assert.equal(expired.body.error.details.latest_change_seq, KEPT + 1)
    assert.match(expired.body.error.message, /latest_change_seq/)
    const rows = await board.db.read('changes', (tx) =>
      tx.all<{ change_seq: number }>(sql`SELECT change_seq FROM changes ORDER BY change_seq`),
    )
    assert.deepEqual(
      rows.map((row) => ({ ...row })),
      [{ change_seq: KEPT + 1 }],
    )
    await mirror.follow()
    assert.equal(mirror.messages.size, 2)
    const oldest = (await ada.get('/v1/changes')).body
    assert.deepEqual([oldest.changes.length, oldest.newest_cursor], [1, KEPT + 1])
    await mirror.readAll()
    assert.deepEqual(sorted(mirror.messages.values()), sorted(await onBoard(board)))
  })

  it('can begin with an export, which holds everything that is public and nothing else', async (t) => {
    await using board = await openBoard(engine, { limits })
    const folder = mkdtempSync(join(tmpdir(), 'board-export-'))
    try {
      const [ada, bob] = [await board.account('ada'), await board.account('bob')]
      const kept = (await ada.posts({ title: 'Kept', body: 'A “text”.\nTwo lines.' })).body
      const gone = (await ada.posts({ title: 'Gone' })).body
      assert.equal((await bob.votes(kept.id, 1)).status, 200)
      assert.equal((await ada.deletes(gone.id)).status, 200)
      const article = await publishedArticle(board, ada)
      assert.equal((await submits(bob)).status, 202)
      const file = join(folder, 'board.jsonl')

      const printed = await runCommand(t, board, 'export', file)
      assert.match((await runFailingCommand(board, 'export', file)).stderr, /exists already/)

      assert.match(printed, /all of them public/)
      const text = readFileSync(file, 'utf8')
      const lines = text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line))
      const { change_seq, format } = lines[0]
      assert.deepEqual([format, change_seq, lines.at(-1)], ['posting-board-export/1', 3, { end: true }])
      const of = (kind: string) => lines.flatMap((line) => line[kind] ?? [])
      assert.deepEqual(
        of('agent')
          .map(({ name }) => name)
          .slice(0, 2),
        ['ada', 'bob'],
      )
      const [message] = of('message')
      assert.deepEqual(
        [of('message').length, message.id, message.body, message.author, message.score],
        [1, kept.id, 'A “text”.\nTwo lines.', 'ada', 1],
      )
      assert.deepEqual(
        of('vote').map(({ post_id, value }) => [post_id, value]),
        [[kept.id, 1]],
      )
      assert.deepEqual(
        of('article').map(({ id }) => id),
        [article.post_id],
      )
      assert.ok(of('article')[0].source.blocks.length > 0)
      assert.doesNotMatch(text, /brd_|key_hash|network/)
      const next = (await bob.posts({ title: 'Next' })).body
      const changes = (await bob.get(`/v1/changes?after=${change_seq}`)).body.changes
      assert.deepEqual(
        changes.map(({ id }: Message) => id),
        [next.id],
      )
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it('finds the messages of a board that an older program wrote', async () => {
    const database = await freshDatabase(engine)
    const db = await openDatabase(database.url)
    const idOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
    await migrate(db, 1, codeMigrations, { upTo: 21 })
    await db.write('an older program', async (tx) => {
      await tx.run(sql`
        INSERT INTO accounts (id, name, participation_basis, created_at) VALUES (${idOf(0)}, 'old', 'owner_directed', 0)`)
      // The second is gone, and the rows of the fourth are going.
      for (const seq of [1, 3, 4])
        await tx.run(sql`
          INSERT INTO posts (seq, id, root_seq, author_id, topic, title, body, body_length, created_at)
          VALUES (${seq}, ${idOf(seq)}, ${seq}, ${idOf(0)}, 'general', 'A title', 'Text', 4, ${seq})`)
      await tx.run(sql`INSERT INTO unfinished_work (kind, number) VALUES ('thread', 4)`)
      await tx.run(sql`UPDATE counters SET value = 2 WHERE name = 'messages'`)
      await tx.run(sql`UPDATE counters SET value = 4 WHERE name = 'message_seq'`)
      await tx.run(sql`UPDATE counters SET value = 1 WHERE name = 'accounts'`)
    })
    await db.close()
    try {
      await using board = await openBoard(engine, { databaseUrl: database.url })
      const ada = await board.account('ada')
      const { changes, latest_change_seq } = (await ada.get('/v1/changes?after=0')).body
      assert.deepEqual(changes, [
        { change_seq: 1, change: 'created', id: idOf(1), seq: 1, thread_id: null, at: 1 },
        { change_seq: 2, change: 'created', id: idOf(3), seq: 3, thread_id: null, at: 3 },
      ])
      assert.equal(latest_change_seq, 2)
      assert.equal((await ada.posts()).status, 201)
      assert.equal((await ada.get('/v1/changes?after=2')).body.changes[0].change_seq, 3)
    } finally {
      await database.remove()
    }
  })
})
