/** A disk that does not confirm a commit of SQLite. No test can make a real disk fail, so the system's call is replaced. */
import assert from 'node:assert/strict'
import fs from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { describe, it, type TestContext } from 'node:test'
import { sqlitePath } from '../../src/storage/open.ts'
import { Connection } from '../../src/storage/sqlite-connection.ts'
import { type Board, openBoard } from '../board.ts'
import { codeOf } from '../setup/call.ts'
import { engines } from '../setup/databases.ts'
import { freshRequestId } from '../setup/people.ts'

const refuse = (_file: number, done: fs.NoParamCallback) => done(Object.assign(new Error('EIO'), { code: 'EIO' }))

/** A snapshot that is open keeps the log. */
function useLog(_t: TestContext, { databaseUrl }: Board) {
  const reader = new DatabaseSync(sqlitePath(databaseUrl))
  reader.exec('BEGIN; SELECT COUNT(*) FROM posts')
  return () => reader.close()
}

function breakCopying(t: TestContext) {
  const { exec } = Connection.prototype
  const broken = t.mock.method(Connection.prototype, 'exec', function (this: Connection, text: string) {
    if (text === 'PRAGMA synchronous = FULL') throw new Error('broken on purpose')
    exec.call(this, text)
  })
  return () => broken.mock.restore()
}

describe('a commit that the disk did not confirm', { skip: !engines.includes('sqlite') }, () => {
  it('is reported as unknown, and the same request can be repeated', async (t) => {
    await using board = await openBoard('sqlite')
    const ada = await board.account('ada')
    const key = freshRequestId()

    t.mock.method(fs, 'fdatasync', refuse as typeof fs.fdatasync, { times: 1 })
    const unknown = await ada.posts({}, key)
    const again = await ada.posts({}, key)

    assert.equal(codeOf(unknown), '503 UNAVAILABLE')
    assert.equal(unknown.body.error.details.outcome, 'unknown')
    assert.match(unknown.body.error.message, /outcome is unknown.*Repeat the same request/)
    assert.equal(again.status, 200, 'a replay: the commit is there, and now on the disk')
    assert.equal((await ada.get('/v1/posts')).body.items.length, 1)
  })

  for (const [obstacle, obstruct] of Object.entries({ 'a reader uses the log': useLog, 'that fails': breakCopying }))
    it(`stops all writes until the whole log has been copied into the file: ${obstacle}`, async (t) => {
      await using board = await openBoard('sqlite')
      const ada = await board.account('ada')
      await ada.posts()
      const end = obstruct(t, board)

      t.mock.method(fs, 'fdatasync', refuse as typeof fs.fdatasync, { times: 1 })
      const answers = [await ada.posts(), await ada.posts(), await ada.posts()]
      end()
      const first = await ada.posts()
      const endAgain = obstruct(t, board)
      const after = [first, await ada.posts()]
      endAgain()

      assert.deepEqual([...answers, ...after].map(codeOf), [...Array(3).fill('503 UNAVAILABLE'), '201', '201'])
      const outcomes = answers.map(({ body }) => body.error.details.outcome)
      assert.deepEqual(outcomes, ['unknown', undefined, undefined])
    })
})
