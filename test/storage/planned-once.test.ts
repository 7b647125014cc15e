import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from '../../src/storage/sql.ts'
import { openBoard } from '../board.ts'
import { engines } from '../setup/databases.ts'
import { insertReplies } from '../setup/reply-rows.ts'
import { insertVotes } from '../setup/vote-rows.ts'

/** PostgreSQL makes plans for the values of five runs before it may keep one for all values. */
const ROUNDS = 12

/** Every statement that this connection has prepared. */
const prepared = sql`SELECT statement, generic_plans AS kept, custom_plans AS made FROM pg_prepared_statements`

describe('a statement of PostgreSQL', { skip: !engines.includes('postgres') }, () => {
  it('is planned for a few runs, and not again at each', async () => {
    await using board = await openBoard('postgres')
    const { postId } = await insertVotes(board.db, { votes: 1_000, voters: 1_000 })
    await insertReplies(board.db, postId, { replies: 5_000, authors: 5 })
    const [ada, bob] = [await board.account('ada'), await board.account('bob')]
    const { id } = (await ada.posts()).body
    for (let n = 0; n < 3; n++) {
      await bob.replies(id)
      await ada.posts()
    }
    await board.db.write('analyze', (tx) => tx.script('ANALYZE'))
    const paths = [
      'activity?limit=4',
      'activity?after=5003',
      'posts?limit=3',
      `posts/${id}`,
      'search?q=text',
      'me',
      'inbox',
      'changes?after=5004',
    ]

    for (let n = 0; n < ROUNDS; n++) for (const path of paths) assert.equal((await bob.get(`/v1/${path}`)).status, 200)

    type Plans = { statement: string; kept: number; made: number }
    const plans = await board.db.read('prepared', (tx) => tx.all<Plans>(prepared))
    const often = plans.filter(({ kept, made }) => kept + made >= ROUNDS)
    const again = often.filter(({ kept }) => kept === 0).map(({ statement }) => statement)
    assert.ok(often.length > 4, `${often.length}`)
    assert.deepEqual(again, [])
  })
})
