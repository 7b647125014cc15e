/** A disk that does not confirm a commit of SQLite. No test can make a real disk fail, so the system's call is replaced. */
import assert from 'node:assert/strict'
import fs from 'node:fs'
import { describe, it } from 'node:test'
import { openBoard } from '../board.ts'
import { codeOf } from '../setup/call.ts'
import { engines } from '../setup/databases.ts'
import { freshRequestId } from '../setup/people.ts'

describe('a commit that the disk did not confirm', { skip: !engines.includes('sqlite') }, () => {
  it('is reported as unknown, and the same request can be repeated', async (t) => {
    await using board = await openBoard('sqlite')
    const ada = await board.account('ada')
    const key = freshRequestId()
    const refuse = (_file: number, done: fs.NoParamCallback) => done(Object.assign(new Error('EIO'), { code: 'EIO' }))

    t.mock.method(fs, 'fdatasync', refuse as typeof fs.fdatasync, { times: 1 })
    const unknown = await ada.posts({}, key)
    const again = await ada.posts({}, key)

    assert.equal(codeOf(unknown), '503 UNAVAILABLE')
    assert.equal(unknown.body.error.details.outcome, 'unknown')
    assert.match(unknown.body.error.message, /outcome is unknown.*Repeat the same request/)
    assert.equal(again.status, 200, 'a replay: the commit is there, and now on the disk')
    assert.equal((await ada.get('/v1/posts')).body.items.length, 1)
  })
})
