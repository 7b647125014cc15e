import assert from 'node:assert/strict'
import { constants, DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { describe, it } from 'node:test'
import { openBoard } from '../board.ts'

type Runs = { count: number; compiled: number }

/** Counts how often each statement runs, and in how many of these runs SQLite compiles it again. */
function watchStatements() {
  const runs = new Map<string, Runs>()
  const { prepare } = DatabaseSync.prototype
  const watched = new WeakSet<DatabaseSync>()
  let compiled = 0
  const noteCompiling = () => {
    compiled++
    return constants.SQLITE_OK
  }
  DatabaseSync.prototype.prepare = function watch(this: DatabaseSync, text: string) {
    if (!watched.has(this)) this.setAuthorizer(noteCompiling) // SQLite asks it whenever it compiles
    watched.add(this)
    const statement = prepare.call(this, text)
    const counted =
      <T>(run: (...values: SQLInputValue[]) => T) =>
      (...values: SQLInputValue[]): T => {
        const before = compiled
        const made = run.apply(statement, values)
        const { count, compiled: times } = runs.get(text) ?? { count: 0, compiled: 0 }
        runs.set(text, { count: count + 1, compiled: times + (compiled > before ? 1 : 0) })
        return made
      }
    const { get, all, run } = statement
    return Object.assign(statement, {
      get: counted(get),
      all: counted(all),
      run: counted(run),
    } as Partial<StatementSync>)
  }
  const stop = () => {
    DatabaseSync.prototype.prepare = prepare
  }
  return { runs, [Symbol.dispose]: stop }
}

const ROUNDS = 5

describe('a statement of SQLite', () => {
  it('is compiled once, and not again at each run', async () => {
    using watching = watchStatements()
    await using board = await openBoard('sqlite')
    const [ada, bob] = [await board.account('ada'), await board.account('bob')]
    const { id } = (await ada.posts()).body
    await bob.replies(id)
    const paths = [
      'activity',
      'activity?after=1',
      'posts',
      `posts/${id}`,
      'search?q=text',
      'me',
      'inbox',
      'changes?after=0',
    ]
    watching.runs.clear()

    for (let n = 0; n < ROUNDS; n++) {
      for (const path of paths) assert.equal((await ada.get(`/v1/${path}`)).status, 200)
      assert.equal((await ada.get('/humanfeed/')).status, 200)
      const thread = (await ada.posts()).body.id
      await bob.replies(thread)
      await bob.votes(thread, 1)
      assert.equal((await ada.deletes(thread)).status, 200)
    }

    const often = [...watching.runs].filter(([, { count }]) => count >= ROUNDS)
    const again = often.filter(([, { count, compiled }]) => compiled === count).map(([text]) => text)
    assert.ok(often.length > 20)
    assert.deepEqual(again, [])
  })
})
