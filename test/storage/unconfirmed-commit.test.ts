/**
 * A disk that does not confirm a commit of SQLite. No test can make a real disk fail, so the driver is replaced at its
 * COMMIT; docs/decisions/0037 has what SQLite did when the system's fsync was made to fail.
 */
import assert from 'node:assert/strict'
import { DatabaseSync, StatementSync } from 'node:sqlite'
import { describe, it, type TestContext } from 'node:test'
import { openBoard } from '../board.ts'
import { codeOf } from '../setup/call.ts'
import { engines } from '../setup/databases.ts'
import { freshRequestId } from '../setup/people.ts'

const IOERR_FSYNC = 1034

type Values = Parameters<StatementSync['run']>

/** The commit of the next write ends like this, and reports that the disk did not confirm it. */
function failNextCommit(t: TestContext, ending: 'ROLLBACK' | 'COMMIT') {
  const { exec } = DatabaseSync.prototype
  const { run } = StatementSync.prototype
  let writing: DatabaseSync | undefined
  const begins = t.mock.method(DatabaseSync.prototype, 'exec', function begin(this: DatabaseSync, text: string) {
    if (text === 'BEGIN IMMEDIATE') writing = this
    return exec.call(this, text)
  })
  const commits = t.mock.method(StatementSync.prototype, 'run', function end(this: StatementSync, ...values: Values) {
    if (!writing || this.sourceSQL !== 'COMMIT') return run.apply(this, values)
    for (const mocked of [begins, commits]) mocked.mock.restore()
    exec.call(writing, ending)
    throw Object.assign(new Error('disk I/O error'), { code: 'ERR_SQLITE_ERROR', errcode: IOERR_FSYNC })
  })
}

describe('a commit that the disk did not confirm', { skip: !engines.includes('sqlite') }, () => {
  // In the same process it is undone; after a crash it may be found in the log.
  for (const [ending, repeated] of [['ROLLBACK', 201] as const, ['COMMIT', 200] as const])
    it(`is reported as unknown, and can be repeated, when it ended with ${ending}`, async (t) => {
      await using board = await openBoard('sqlite')
      const ada = await board.account('ada')
      const key = freshRequestId()

      failNextCommit(t, ending)
      const unknown = await ada.posts({}, key)
      const again = await ada.posts({}, key)

      assert.equal(codeOf(unknown), '503 UNAVAILABLE')
      assert.equal(unknown.body.error.details.outcome, 'unknown')
      assert.match(unknown.body.error.message, /outcome is unknown.*Repeat the same request/)
      assert.equal(again.status, repeated)
      assert.equal((await ada.get('/v1/posts')).body.items.length, 1)
    })
})
