import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'node:test'
import { gunzipSync, gzipSync } from 'node:zlib'
import { codeMigrations } from '../../src/assembly/code-migrations.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import { findLateWrites } from '../../src/operator/backup/find-late-writes.ts'
import { backupLines } from '../../src/operator/backup/write-backup.ts'
import { migrate } from '../../src/storage/migrate.ts'
import { openDatabase } from '../../src/storage/open.ts'
import { type Board, onEachEngine, openBoard, SECRET_KEY } from '../board.ts'
import { answersOn, rowsOf, wholeBoard } from '../setup/board-answers.ts'
import { runCommand, runFailingCommand } from '../setup/commands.ts'
import { assertCountsRight, countAllRows } from '../setup/contents.ts'
import { engines, freshDatabase } from '../setup/databases.ts'
import { personWith } from '../setup/people.ts'
import { endWorkAfter, listUnfinished, untilFinished } from '../setup/unfinished.ts'

/** A folder that goes with its test. */
function someFolder() {
  const path = mkdtempSync(join(tmpdir(), 'board-backup-'))
  return { path, file: join(path, 'board.backup'), [Symbol.dispose]: () => rmSync(path, { recursive: true }) }
}

async function emptyTarget(engine: (typeof engines)[number]) {
  const { url, remove } = await freshDatabase(engine)
  return { databaseUrl: url, env: { SECRET_KEY }, [Symbol.asyncDispose]: remove }
}

const openNow = (engine: (typeof engines)[number], databaseUrl?: string, limits: Record<string, number> = {}) =>
  openBoard(engine, { now: systemClock.now(), limits, ...(databaseUrl && { databaseUrl }) })

onEachEngine('a backup', (engine) => {
  it('restores every row, key, token and answer of a board', async (t) => {
    using folder = someFolder()
    await using target = await emptyTarget(engine)
    await using board = await openNow(engine)
    const visit = await wholeBoard(board)
    const [before, rows] = [await answersOn(board, visit), await rowsOf(board.db)]

    await runCommand(t, board, 'backup', folder.file)
    const said = await runCommand(t, target, 'restore', folder.file)

    assert.match(said, /every figure is what the rows say/)
    await using restored = await openBoard(engine, { databaseUrl: target.databaseUrl, now: board.now() })
    assert.deepEqual(await rowsOf(restored.db), rows)
    assert.deepEqual(await answersOn(restored, visit), before)
    assert.equal(statSync(folder.file).mode & 0o777, 0o600)
    assert.ok(!gunzipSync(readFileSync(folder.file)).includes(SECRET_KEY))
    assert.match(await runCommand(t, target, 'restore', folder.file, '--verify-only'), /is whole: \d+ rows of version/)
  })

  it('holds one moment of a board, also if others write meanwhile', async (t) => {
    using folder = someFolder()
    await using target = await emptyTarget(engine)
    await using board = await openNow(engine)
    const ada = await board.account('ada')
    const writing = { on: true }
    const posts = (async () => {
      let sent = 0
      for (; writing.on; sent++) assert.equal((await ada.posts()).status, 201)
      return sent
    })()

    await runCommand(t, board, 'backup', folder.file)
    writing.on = false
    const sent = await posts
    await runCommand(t, target, 'restore', folder.file)

    await using restored = await openNow(engine, target.databaseUrl)
    const { items } = (await personWith(restored.call, ada).get('/v1/posts?limit=1')).body
    const kept = items[0]?.seq ?? 0
    assert.ok(kept <= sent, `${kept} of ${sent}`)
    assert.equal((await personWith(restored.call, ada).posts()).body.seq, kept + 1)
  })

  it('restores without a thread that was being removed, and the next write continues the removal', async (t) => {
    using folder = someFolder()
    await using target = await emptyTarget(engine)
    await using board = await openNow(engine, undefined, { LIMIT_POSTS_PER_AGENT_PER_DAY: 0 })
    const ada = await board.account('ada')
    const thread = (await ada.posts({ title: 'About a walrus' })).body.id as string
    for (let n = 0; n < 240; n++) assert.equal((await ada.replies(thread, `The walrus number ${n}.`)).status, 201)
    endWorkAfter(board, 1)
    assert.equal((await ada.deletes(thread)).status, 200)
    assert.equal((await listUnfinished(board)).length, 1)

    await runCommand(t, board, 'backup', folder.file)
    assert.match(await runCommand(t, target, 'restore', folder.file), /every figure is what the rows say/)

    await using restored = await openNow(engine, target.databaseUrl)
    const again = personWith(restored.call, ada)
    assert.deepEqual((await again.get('/v1/activity')).body.items, [])
    assert.deepEqual((await again.get('/v1/search?q=walrus')).body.items, [])
    assert.equal((await again.reads(thread)).status, 404)
    assert.equal((await listUnfinished(restored)).length, 1)
    assert.equal((await again.posts()).status, 201)
    await untilFinished(restored)
    assert.equal((await countAllRows(restored)).posts, 1)
    await assertCountsRight(restored)
  })

  it('is refused if it is damaged, cut off or no backup, and with a foreign secret', async (t) => {
    using folder = someFolder()
    const [cut, altered, letter] = ['cut', 'altered', 'letter'].map((name) => join(folder.path, name)) as [
      string,
      string,
      string,
    ]
    await using board = await openNow(engine)
    await board.account('ada')
    await runCommand(t, board, 'backup', folder.file)
    writeFileSync(cut, readFileSync(folder.file))
    truncateSync(cut, 200)
    writeFileSync(altered, gzipSync(gunzipSync(readFileSync(folder.file)).toString().replace('"ada"', '"eve"')))
    writeFileSync(letter, 'Dear friend, this is no backup.')
    const target = { databaseUrl: `file:${join(folder.path, 'new.db')}` }
    const foreign = { ...target, env: { SECRET_KEY: 'another secret, which is just as long' } }

    const refusals = await Promise.all([
      runFailingCommand(target, 'restore', altered),
      runFailingCommand(target, 'restore', cut),
      runFailingCommand(target, 'restore', letter),
      runFailingCommand(target, 'restore', folder.file),
      runFailingCommand(foreign, 'restore', folder.file),
    ])

    assert.deepEqual(
      refusals.map(({ code }) => code),
      [1, 1, 1, 1, 1],
    )
    const [wrongSum, tooShort, noBackup, noSecret, otherSecret] = refusals.map(({ stderr }) => stderr)
    assert.match(wrongSum as string, /checksum is wrong.*Nothing was changed/)
    assert.match(tooShort as string, /is damaged, or is no backup/)
    assert.match(noBackup as string, /is damaged, or is no backup/)
    assert.match(noSecret as string, /^SECRET_KEY is missing: this backup needs the secret it was made with/m)
    assert.match(otherSecret as string, /^SECRET_KEY is not the one that this backup was made with/m)
  })

  it('never overwrites a board, or a file', async (t) => {
    using folder = someFolder()
    await using board = await openNow(engine)
    await board.account('ada')
    await runCommand(t, board, 'backup', folder.file)
    await using other: Board = await openNow(engine)
    await other.account('eve')
    const before = await rowsOf(other.db)
    const place = { databaseUrl: other.databaseUrl, env: { SECRET_KEY } }

    const [full, taken, nowhere] = await Promise.all([
      runFailingCommand(place, 'restore', folder.file),
      runFailingCommand(board, 'backup', folder.file),
      runFailingCommand(board, 'backup', join(folder.path, 'no-such-folder', 'x')),
    ])

    assert.deepEqual([full.code, taken.code, nowhere.code], [1, 3, 3])
    assert.match(full.stderr, /The target has a board in it: restore into an empty database/)
    assert.match(taken.stderr, /exists already: choose another name/)
    assert.match(nowhere.stderr, /its folder does not exist; create it first/)
    assert.deepEqual(await rowsOf(other.db), before)
  })
})

onEachEngine('a board', (engine) => {
  it('needs a board that was started once', async () => {
    await using target = await emptyTarget(engine)
    const db = await openDatabase(target.databaseUrl)
    await migrate(db, 0, codeMigrations)
    const first = db.read('backup', (tx) => backupLines(tx, { now: 0, report() {} }).next())
    await assert.rejects(first, /This board has no secret yet/)
    await db.close()
  })

  it('is not overwritten if it has more content than its copy', async () => {
    await using target = await emptyTarget(engine)
    await using board = await openNow(engine)
    const ada = await board.account('ada')
    await ada.posts()
    await using there = await openNow(engine, target.databaseUrl)

    assert.equal(await findLateWrites(board.db, there.db), true)
    assert.equal(await findLateWrites(board.db, board.db), false)
  })

  for (const to of engines.filter((other) => other !== engine))
    it(`moves to ${to} and back by one command each way, with every row, key, token and answer`, async (t) => {
      await using there = await emptyTarget(to)
      await using back = await emptyTarget(engine)
      await using board = await openNow(engine)
      const visit = await wholeBoard(board)
      const [before, rows] = [await answersOn(board, visit), await rowsOf(board.db)]

      await runCommand(t, there, 'restore', board.databaseUrl)
      await runCommand(t, back, 'restore', there.databaseUrl)

      for (const [kind, { databaseUrl }] of [
        [to, there],
        [engine, back],
      ] as const) {
        await using moved = await openBoard(kind, { databaseUrl, now: board.now() })
        assert.deepEqual(await rowsOf(moved.db), rows)
        assert.deepEqual(await answersOn(moved, visit), before)
        assert.equal((await personWith(moved.call, visit.ada).posts()).body.seq, 4) // after three, one of them deleted
      }
    })
})
