/** Commands that only read, on a file system that is mounted read-only. */
import assert from 'node:assert/strict'
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, it } from 'node:test'
import { systemClock } from '../../src/kernel/clock.ts'
import { sqlitePath } from '../../src/storage/open.ts'
import { openBoard, SECRET_KEY } from '../board.ts'
import { engines, freshDatabase } from '../setup/databases.ts'
import { cannotMount, runReadOnly } from '../setup/read-only-mount.ts'

/** Which files a board can leave behind: none after a clean stop, a log after a kill, and copies of either. */
const remains = { nothing: [''], 'its log': ['', '-wal'], 'its log and index': ['', '-wal', '-shm'] }
type Remains = keyof typeof remains

/** A folder with the files of a board on which one message was written after the last checkpoint. */
async function leaveBehind(left: Remains) {
  const path = mkdtempSync(join(tmpdir(), 'board-read-only-'))
  const folder = join(path, 'disk')
  mkdirSync(folder)
  const database = await freshDatabase('sqlite')
  const board = await openBoard('sqlite', { databaseUrl: database.url, now: systemClock.now() })
  const ada = await board.account('ada')
  assert.equal((await ada.posts()).status, 201)
  const file = sqlitePath(database.url)
  if (left === 'nothing') await board.close()
  else assert.ok(statSync(`${file}-wal`).size > 0)
  for (const suffix of remains[left]) copyFileSync(`${file}${suffix}`, join(folder, `board.db${suffix}`))
  if (left !== 'nothing') await board.close()
  await database.remove()
  const env = { DATABASE_URL: `file:${join(folder, 'board.db')}`, SECRET_KEY, BASE_URL: 'http://127.0.0.1:1' }
  const run = (...words: string[]) => runReadOnly(folder, env, ...words)
  return { path, folder, run, [Symbol.dispose]: () => rmSync(path, { recursive: true }) }
}

const skip = engines.includes('sqlite') ? cannotMount : 'SQLite is not tested in this run'

for (const left of Object.keys(remains) as Remains[])
  describe(`on a read-only file system with ${left} left behind`, { skip }, () => {
    it('commands that only read work, and see the last write', async () => {
      using board = await leaveBehind(left)
      const before = readdirSync(board.folder)
      const read = (...words: string[]) => {
        const { code, stdout, stderr } = board.run(...words)
        assert.deepEqual([code, stderr], [0, ''], words.join(' '))
        return JSON.parse(stdout)
      }

      assert.equal(read('check', '--json').clean, true)
      assert.equal(read('stats', '--json').messages.count, 1)
      for (const words of ['agent list', 'agent show ada', 'pin list', 'moderation queue'])
        assert.ok(read(...words.split(' '), '--json'), words)
      assert.deepEqual(readdirSync(board.folder), before)
    })

    it('a backup is written elsewhere, is complete, and says that its time could not be stored', async () => {
      using board = await leaveBehind(left)
      const file = join(board.path, 'board.backup')

      const { code, stderr } = board.run('backup', file)

      assert.equal(code, 0)
      assert.match(stderr, /The time of this backup could not be stored.*is read-only/)
      assert.match(board.run('restore', file, '--verify-only').stdout, /is whole/)
    })

    it('doctor says that the file system is read-only, and looks at everything else', async () => {
      using board = await leaveBehind(left)

      const { stdout, stderr } = board.run('doctor', '--json')
      const { findings } = JSON.parse(stdout) as { findings: { about: string; level: string; text: string }[] }

      assert.equal(stderr, '')
      const problems = findings.filter(({ level }) => level === 'problem')
      assert.deepEqual(
        problems.map(({ text }) => text),
        [`${board.folder} is on a file system that is mounted read-only: the service cannot write there`],
      )
      const looked = new Set(findings.map(({ about }) => about))
      for (const about of ['settings', 'disk', 'permissions', 'database', 'secret', 'clock', 'proxy'])
        assert.ok(looked.has(about as never), about)
    })

    it('the database of another program is refused', async () => {
      using board = await leaveBehind(left)
      const foreign = join(board.folder, 'foreign.db')
      const made = new DatabaseSync(foreign)
      made.exec('CREATE TABLE recipes (name TEXT)')
      made.close()

      const { code, stderr } = board.run('stats', '--database-url', `file:${foreign}`)

      assert.equal(code, 1)
      assert.match(stderr, /foreign\.db is the database of another program/)
    })

    it('commands that write are refused with the reason', async () => {
      using board = await leaveBehind(left)

      const { code, stderr } = board.run('agent', 'restrict', 'ada')

      assert.equal(code, 1)
      assert.match(stderr, /board\.db is read-only; let this user write to it/)
    })
  })
