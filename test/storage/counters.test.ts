import assert from 'node:assert/strict'
import { it } from 'node:test'
import {
  addManyToTotal,
  addNumbered,
  addToSequence,
  addToTotal,
  nextSeq,
  readLast,
  readNumbered,
  readSequence,
  readTotal,
  takeFromTotal,
} from '../../src/storage/counters.ts'
import { type Row, readRows } from '../../src/storage/dump.ts'
import { openDatabase } from '../../src/storage/open.ts'
import { sql } from '../../src/storage/sql.ts'
import { onEachEngine } from '../board.ts'
import { freshDatabase } from '../setup/databases.ts'

onEachEngine('counters', (engine) => {
  it('give consecutive numbers, and add up to their bound and not beyond', async () => {
    const database = await freshDatabase(engine, { hasTables: true })
    const db = await openDatabase(database.url)
    await db.write('counters', async (tx) => {
      const numbers = [
        await nextSeq(tx, 'message_seq'),
        await nextSeq(tx, 'message_seq', 5),
        await nextSeq(tx, 'message_seq'),
      ]
      assert.deepEqual(numbers, [1, 2, 7])
      await addToSequence(tx, 'message_seq', 3)
      assert.deepEqual([await readLast(tx, 'message_seq'), await readSequence(tx, 'message_seq')], [10, 10])

      assert.deepEqual([await addToTotal(tx, 'messages', 2), await addToTotal(tx, 'messages', 2)], [true, true])
      assert.deepEqual([await addToTotal(tx, 'messages', 2), await readTotal(tx, 'messages')], [false, 2])
      assert.deepEqual([await addToTotal(tx, 'messages', 5, 4), await addToTotal(tx, 'messages', 5, 3)], [false, true])
      assert.equal(await addToTotal(tx, 'messages', 0), true) // 0 is no bound
      assert.deepEqual([await addManyToTotal(tx, 'messages', 4), await readTotal(tx, 'messages')], [6, 10])
      await takeFromTotal(tx, 'messages', 9)
      await addNumbered(tx, 'messages', 'message_seq', 2)
      assert.deepEqual(await readNumbered(tx, 'messages', 'message_seq'), { total: 3, last: 12 })
    })
    await db.close()
    await database.remove()
  })
})

onEachEngine('all rows of a table', (engine) => {
  it('are read once, in few pages if they are short, and in pages of bounded size if they are long', async () => {
    const database = await freshDatabase(engine, { hasTables: true })
    const db = await openDatabase(database.url)
    const columns = ['name', 'value'].map((name) => ({ name, type: 'text' as const }))
    const table = { name: 'settings', columns, key: ['name'] }
    for (const [count, length] of [
      [0, 1],
      [1, 1],
      [20, 1],
      [21, 1],
      [1_300, 60],
      [24, 300_000],
    ] as const) {
      const pages = await db.write('fill', async (tx) => {
        await tx.run(sql`DELETE FROM settings`)
        const names = Array.from({ length: count }, (_, n) => `name ${String(n).padStart(5, '0')}`)
        for (const name of names)
          await tx.run(sql`INSERT INTO settings (name, value) VALUES (${name}, ${'x'.repeat(length)})`)
        const found: Row[][] = []
        for await (const page of readRows(tx, table)) found.push(page)
        assert.deepEqual(
          found.flat().map(([name]) => name),
          names,
        )
        return found
      })
      assert.ok(pages.length <= 5 + (length > 1_000 ? count : 0), `${pages.length} pages of ${count} rows`)
      // The first page is read before it is known how long the rows are.
      for (const page of pages.slice(1)) assert.ok(page.length === 1 || page.length * length <= 500_000)
    }
    await db.close()
    await database.remove()
  })
})
