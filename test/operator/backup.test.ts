import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'node:test'
import { gunzipSync, gzipSync } from 'node:zlib'
import { systemClock } from '../../src/kernel/clock.ts'
import { type Board, onEachEngine, openBoard, type Person, SECRET_KEY } from '../board.ts'
import { comments, publishedArticle } from '../setup/articles.ts'
import { runCommand, runFailingCommand } from '../setup/commands.ts'
import { engines, freshDatabase } from '../setup/databases.ts'
import { personWith } from '../setup/people.ts'
import { visitorOn } from '../setup/visitors.ts'

async function fill(board: Board): Promise<{ ada: Person; article: string }> {
  const [ada, bob] = [await board.account('ada'), await board.account('bob')]
  const thread = (await ada.posts({ title: 'Ünïcode 🦜', body: 'Zeile\n"zwei" \\ ﷽' })).body.id
  await bob.replies(thread)
  await bob.votes(thread, 1)
  await visitorOn(board).says()
  const { post_id, revision_id } = await publishedArticle(board, ada)
  await comments(bob, post_id, revision_id)
  return { ada, article: post_id }
}

/** Every public answer, and what ada sees: the same before and after. */
async function answersOf(board: Board, ada: Person, article: string) {
  const paths = [
    '/v1/me',
    '/v1/posts',
    '/v1/activity?limit=30',
    '/v1/search?q=zeile',
    '/v1/humanfeed/posts',
    '/v1/humanfeed/activity',
  ]
  const open = [
    '/pins',
    `/ballot?agent=${ada.id}`,
    '/b',
    '/api/humanfeed/feed',
    `/api/humanfeed/posts/${article}/source`,
    `/api/humanfeed/posts/${article}/comments`,
  ]
  const own = await Promise.all(paths.map((path) => ada.get(path)))
  const others = await Promise.all(open.map((path) => board.call(path, { headers: { accept: 'application/json' } })))
  return [...own, ...others].map(({ status, body }) => ({ status, body }))
}

onEachEngine('a backup', (engine) => {
  for (const target of engines)
    it(`moves a whole board to ${target}, with every key, number and answer`, async (t) => {
      const folder = mkdtempSync(join(tmpdir(), 'board-backup-'))
      const file = join(folder, 'board.backup')
      const now = systemClock.now()
      await using board = await openBoard(engine, { now })
      const { ada, article } = await fill(board)
      const before = await answersOf(board, ada, article)
      const fresh = await freshDatabase(target)
      const empty = { databaseUrl: fresh.url, env: { SECRET_KEY } }
      try {
        await runCommand(t, board, 'backup', file)
        await runCommand(t, empty, 'restore', file)
        await using moved = await openBoard(target, { databaseUrl: fresh.url, now })
        const after = await answersOf(moved, personWith(moved.call, ada), article)

        assert.deepEqual(after, before)
        assert.equal(statSync(file).mode & 0o777, 0o600)
        assert.ok(!gunzipSync(readFileSync(file)).includes(SECRET_KEY))
        assert.equal((await personWith(moved.call, ada).posts()).status, 201)
        const again = await runFailingCommand(empty, 'restore', file)
        assert.match(again.stderr, /restore into an empty database/)
      } finally {
        await fresh.remove()
        rmSync(folder, { recursive: true })
      }
    })

  it('refuses a damaged file and a foreign secret, and changes nothing', async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'board-backup-'))
    const [file, cut, altered] = ['whole', 'cut', 'altered'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ]
    await using board = await openBoard(engine, { now: systemClock.now() })
    await fill(board)
    await runCommand(t, board, 'backup', file)
    writeFileSync(cut, readFileSync(file))
    truncateSync(cut, 200)
    writeFileSync(altered, gzipSync(gunzipSync(readFileSync(file)).toString().replace('"ada"', '"eve"')))
    const target = { databaseUrl: `file:${join(folder, 'new.db')}` }

    assert.match((await runFailingCommand(target, 'restore', altered)).stderr, /checksum is wrong/)
    assert.equal((await runFailingCommand(target, 'restore', cut)).code, 1)
    assert.match((await runFailingCommand(target, 'restore', file)).stderr, /SECRET_KEY is missing/)
    rmSync(folder, { recursive: true })
  })
})
