import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { accountGroup, type Standings } from '../../src/kernel/account-group.ts'
import { Failure } from '../../src/kernel/errors.ts'
import { openDatabase } from '../../src/storage/open.ts'
import { freshDatabase } from '../setup/databases.ts'

const unfinished = { look: async () => {}, goOn() {}, finish: async () => {} }
const items = ['ada', 'bob'].map((id) => ({ caller: { id }, unfinished }))

/** What becomes of a group that forgets to ask how its accounts stand. */
async function outcomeOf(standings: Standings, ...answers: object[]) {
  const group = accountGroup({ readStandings: async () => standings, run: async () => answers, rowsOf: () => 1 })
  const database = await freshDatabase('sqlite')
  const db = await openDatabase(database.url)
  try {
    return await db.read('group', (tx) => group.run(tx, items)).catch((error) => (error as Failure).code)
  } finally {
    await db.close()
    await database.remove()
  }
}

const told = { replayed: false }

describe('a group of writes that does not look at its accounts', () => {
  it('is undone for a revoked account and for a restricted one', async () => {
    assert.equal(await outcomeOf(new Map([['ada', false]]), told, told), 'UNAUTHORIZED')
    const restricted = new Map([
      ['ada', false],
      ['bob', true],
    ])
    assert.equal(await outcomeOf(restricted, told, told), 'ACCOUNT_RESTRICTED')
    assert.deepEqual(await outcomeOf(restricted, told, { replayed: true }), [told, { replayed: true }])
    const refused = new Failure('ACCOUNT_RESTRICTED')
    assert.deepEqual(await outcomeOf(restricted, told, refused), [told, refused])
  })
})
