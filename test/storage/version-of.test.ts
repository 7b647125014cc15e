/** Values that were read from a few columns are kept while other things are written. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { openDatabase } from '../../src/storage/open.ts'
import { type Sources, type Statement, sql } from '../../src/storage/sql.ts'
import { onEachEngine, openBoard } from '../board.ts'

const keys: Sources = { accounts: ['key_hash'], new_keys: 'all' }

const changes: Readonly<Record<string, Statement>> = {
  'sets a column': sql`UPDATE accounts SET karma = 1, key_hash = 'x' WHERE name = 'ada'`,
  'inserts a row': sql`INSERT INTO new_keys (account_id, until) SELECT id, 9 FROM accounts WHERE name = 'ada'`,
  'changes any column of a whole table': sql`UPDATE new_keys SET until = 10`,
  'deletes a row': sql`DELETE FROM new_keys`,
}

onEachEngine('the version of a few columns', (engine) => {
  for (const [what, statement] of Object.entries(changes))
    it(`is another after a write that ${what}`, async () => {
      await using board = await openBoard(engine)
      await board.account('ada')
      const before = await board.db.versionOf(keys)

      await board.db.write('change', (tx) => tx.run(statement))

      assert.notEqual(await board.db.versionOf(keys), before)
    })

  it('is another after any commit of another process', async () => {
    await using board = await openBoard(engine)
    await board.account('ada')
    const before = await board.db.versionOf(keys)

    const other = await openDatabase(board.databaseUrl)
    await other.write('elsewhere', (tx) => tx.run(sql`UPDATE accounts SET karma = 3`))
    await other.close()

    assert.notEqual(await board.db.versionOf(keys), before)
  })

  if (engine === 'sqlite')
    it('is the same after writes of other columns and tables', async () => {
      await using board = await openBoard(engine)
      const [ada, bob] = [await board.account('ada'), await board.account('bob')]
      const thread = (await ada.posts()).body.id
      const before = await board.db.versionOf(keys)

      assert.equal((await bob.votes(thread, 1)).status, 200)
      assert.equal((await ada.deletes(thread)).status, 200)

      assert.equal(await board.db.versionOf(keys), before)
    })
})
