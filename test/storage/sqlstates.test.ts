/** What an error that PostgreSQL reports means for a read or a write, by its SQLSTATE. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openDatabase } from '../../src/storage/open.ts'
import { sql, type Tx } from '../../src/storage/sql.ts'
import { engines, freshDatabase } from '../setup/databases.ts'

const meanings = {
  'it is tried again': ['40001', '40P01'],
  'it is refused for a while': ['25006', '3B001', '53100', '55P03', '57014', '58030'],
  'it is refused for a while, and its session is given up': ['08006', '08P01'],
  'it is a fault': ['22012', '23505', '42P01', '42P07', '55006', 'P0001', 'XX000'],
}

describe('an error of PostgreSQL', { skip: !engines.includes('postgres') }, () => {
  for (const [meaning, codes] of Object.entries(meanings))
    it(`${codes.join(', ')}: ${meaning}`, async () => {
      const database = await freshDatabase('postgres')
      const db = await openDatabase(database.url)
      const sessionOf = async (tx: Tx) => (await tx.one<{ pid: number }>(sql`SELECT pg_backend_pid() AS pid`))?.pid
      for (const way of ['read', 'write'] as const)
        for (const code of codes) {
          const before = await db[way]('session', sessionOf)
          let attempts = 0
          const outcome = await db[way]('test', async (tx) => {
            if (++attempts === 1) await tx.script(`DO $$ BEGIN RAISE EXCEPTION SQLSTATE '${code}'; END $$`)
            return 'done'
          }).catch((error) => error.code)
          const isSame = (await db[way]('session', sessionOf)) === before

          const expected = {
            'it is tried again': ['done', 2, true],
            'it is refused for a while': ['UNAVAILABLE', 1, true],
            'it is refused for a while, and its session is given up': ['UNAVAILABLE', 1, false],
            'it is a fault': [code, 1, true],
          }[meaning]
          assert.deepEqual([outcome, attempts, isSame], expected, `${way} ${code}`)
        }
      await db.close()
      await database.remove()
    })
})
