/** What the work inside a transaction may rely on, on both engines. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readFacts } from '../../src/storage/facts.ts'
import { openDatabase } from '../../src/storage/open.ts'
import { type Database, idsOf, joined, nothing, rowsOf, sql, type Tx, textOf, valuesOf } from '../../src/storage/sql.ts'
import { onEachEngine } from '../board.ts'
import { asAdmin, type Engine, engines, freshDatabase } from '../setup/databases.ts'

async function openNotes(engine: Engine, prepare?: (url: string) => Promise<unknown>) {
  const database = await freshDatabase(engine)
  await prepare?.(database.url)
  const caught: unknown[] = []
  const patience = { statementMs: 500, silenceMs: 1_500 }
  const db = await openDatabase(database.url, () => {}, { patience, reportCaught: (error) => caught.push(error) })
  await db.write('create', (tx) => tx.script('CREATE TABLE notes (id TEXT, n BIGINT); CREATE TABLE others (id TEXT)'))
  return {
    db,
    caught,
    async [Symbol.asyncDispose]() {
      await db.close()
      await database.remove()
    },
  }
}

const add = (tx: Tx, ...ids: string[]) => tx.run(sql`INSERT INTO notes (id, n) ${valuesOf(ids.map((id) => [id, 1]))}`)
const broken = (tx: Tx) => tx.run(sql`INSERT INTO no_such_table (id) VALUES (1)`)
const idsIn = (db: Database) =>
  db.read('ids', async (tx) =>
    (await tx.all<{ id: string }>(sql`SELECT id FROM notes ORDER BY id`)).map(({ id }) => id),
  )

onEachEngine('a transaction', (engine) => {
  it('cannot be used after its end', async () => {
    await using notes = await openNotes(engine)
    const { db } = notes
    const handles: Tx[] = []
    await db.write('write', async (tx) => void handles.push(tx))
    await db.read('read', async (tx) => void handles.push(tx))
    await db.write('throws', async (tx) => assert.fail(String(handles.push(tx)))).catch(() => {})
    assert.equal(handles.length, 3)
    for (const tx of handles) {
      const after = /A transaction was used after its end/
      await assert.rejects(async () => add(tx, 'late'), after)
      await assert.rejects(async () => tx.one(sql`SELECT 1 AS n`), after)
      await assert.rejects(async () => tx.all(sql`SELECT 1 AS n`), after)
      await db.write('during a later one', () => assert.rejects(async () => add(tx, 'late'), after))
    }
    assert.deepEqual(await idsIn(db), [])
  })

  it('goes on after an attempt that failed, also inside of another one, and its cause is reported', async () => {
    await using notes = await openNotes(engine)
    const { db, caught } = notes
    const answers = await db.write('attempts', async (tx) => {
      await add(tx, 'before')
      const failed = await tx.attempt(() => broken(tx))
      const inside = await tx.attempt(async () => {
        await add(tx, 'outer')
        const inner = await tx.attempt(() => broken(tx))
        return [inner, await add(tx, 'outer 2')]
      })
      return [failed, inside, await tx.attempt(() => add(tx, 'last'))]
    })
    assert.deepEqual(answers, [undefined, [undefined, 1], 1])
    assert.deepEqual(await idsIn(db), ['before', 'last', 'outer', 'outer 2'])
    assert.equal(caught.length, 2)
    for (const error of caught) assert.match(String(error), /no_such_table/)
  })

  it('is undone alone when it fails, and what shares its commit is kept', async () => {
    await using notes = await openNotes(engine)
    const { db } = notes
    const write = (...ids: string[]) =>
      db.write('write', async (tx) => {
        await add(tx, ...ids)
        if (ids.includes('bad')) await broken(tx)
        return ids.length
      })
    const writes = [write('a'), write('bad', 'x'), write('b', 'c'), write('bad'), write('d')]
    const outcomes = (await Promise.allSettled(writes)).map((one) =>
      one.status === 'fulfilled' ? one.value : 'failed',
    )
    assert.deepEqual(outcomes, [1, 'failed', 2, 'failed', 1])
    assert.deepEqual(await idsIn(db), ['a', 'b', 'c', 'd'])
  })

  it('gives numbers as numbers, texts as they were stored, and how many rows a statement changed', async () => {
    await using notes = await openNotes(engine)
    const { db } = notes
    const found = await db.write('values', async (tx) => {
      assert.equal(await add(tx, 'a', 'b', 'c'), 3)
      assert.equal(await tx.run(sql`UPDATE notes SET n = ${5_000_000_000} WHERE id <> ${'c'}`), 2)
      assert.equal(await tx.run(sql`DELETE FROM others`), 0)
      const bytes = new TextEncoder().encode('🦜 "x"')
      return tx.one(
        sql`SELECT SUM(n) AS sum, MAX(n) AS most, COUNT(*) AS count, ${textOf(tx, bytes)} AS text FROM notes`,
      )
    })
    assert.deepEqual({ ...(found as object) }, { sum: 10_000_000_001, most: 5_000_000_000, count: 3, text: '🦜 "x"' })
    assert.equal(await db.read('none', (tx) => tx.one(sql`SELECT id FROM notes WHERE 1 = 0`)), undefined)
  })

  it('takes statements that are put together from parts, whose values never become SQL', async () => {
    await using notes = await openNotes(engine)
    const { db } = notes
    const name = `x'); DROP TABLE notes; --`
    await db.write('parts', async (tx) => {
      await add(tx, name, 'b', 'c')
      const rows = rowsOf(tx, [
        ['d', 1],
        ['e', null],
      ])
      await tx.run(
        sql`INSERT INTO notes (id, n) SELECT value ->> 0, CAST(value ->> 1 AS BIGINT) FROM ${rows} WHERE 1 = 1`,
      )
      for (const ids of [[], [name], ['b'], [name, 'b', 'no'], ['no']]) {
        const found = await tx.all<{ id: string }>(sql`SELECT id FROM notes WHERE id IN ${idsOf(tx, ids)} ${nothing}`)
        assert.deepEqual(found.map(({ id }) => id).sort(), ids.filter((id) => id !== 'no').sort())
      }
      for (const chosen of ['b', sql`(SELECT MAX(id) FROM notes WHERE n = ${1})`, 'c']) {
        const found = await tx.all<{ id: string }>(sql`SELECT id FROM notes WHERE id = ${chosen}`)
        assert.deepEqual(
          found.map(({ id }) => id),
          [typeof chosen === 'string' ? chosen : name],
        )
      }
      const both = joined([sql`n = ${1}`, sql`id = ${'d'}`], ' AND ')
      assert.deepEqual(
        (await tx.all<{ id: string }>(sql`SELECT id FROM notes WHERE ${both}`)).map(({ id }) => id),
        ['d'],
      )
    })
    assert.deepEqual(await idsIn(db), ['b', 'c', 'd', 'e', name])
  })

  it('has a version that changes with every commit, also of another process, and with nothing else', async () => {
    await using notes = await openNotes(engine)
    const { db } = notes
    const versions: unknown[] = [await db.version()]
    await db.read('read', async (tx) => versions.push(await tx.version(), await tx.version()))
    await db.write('refused', (tx) => broken(tx)).catch(() => {})
    versions.push(await db.version())
    for (const ids of [['staged'], []]) {
      await db.stage('stage', async (tx) => void (ids.length > 0 && (await add(tx, ...ids))))
      versions.push(await db.version())
    }
    assert.deepEqual(new Set(versions).size, 1)
    for (const id of ['a', 'b']) {
      const before = await db.version()
      await db.write('write', (tx) => add(tx, id))
      assert.notEqual(await db.version(), before)
    }
    await db.write('write', async (tx) => assert.equal(await tx.version(), ''))
  })
})

onEachEngine('a read of one statement', (engine) => {
  it('may ask in which state it was made', async () => {
    await using notes = await openNotes(engine)
    const { db } = notes
    const read = (work: (tx: Tx) => Promise<unknown>) => db.read('one', work, { isOneStatement: true })
    const row = (await read((tx) => tx.one(sql`SELECT ${tx.versionText ?? assert.fail()} AS version`))) as {
      version: string
    }
    assert.equal(row.version, await db.version())
    if (engine === 'postgres')
      await assert.rejects(
        read(async (tx) => [await tx.one(sql`SELECT 1 AS n`), await tx.all(sql`SELECT 2 AS n`)]),
        /A read of one statement made another/,
      )
  })
})

describe('PostgreSQL', { skip: !engines.includes('postgres') }, () => {
  it('may not lose what was acknowledged, although the server would, and may lose what was staged', async () => {
    await using notes = await openNotes('postgres', (url) =>
      asAdmin(url, `ALTER DATABASE ${new URL(url).pathname.slice(1)} SET synchronous_commit = off`),
    )
    const setting = async (tx: Tx) =>
      (await tx.one<{ synchronous_commit: string }>(sql`SHOW synchronous_commit`))?.synchronous_commit
    assert.equal(await notes.db.write('write', setting), 'on')
    assert.equal(await notes.db.stage('stage', setting), 'off')
  })

  it('ends a statement that takes too long, unless its write may take longer', async () => {
    await using notes = await openNotes('postgres')
    const sleep = (tx: Tx) => tx.one(sql`SELECT pg_sleep(2)`)
    await assert.rejects(notes.db.write('short', sleep), { code: 'UNAVAILABLE' })
    await assert.rejects(notes.db.read('short', sleep), { code: 'UNAVAILABLE' })
    await notes.db.write('long', sleep, { maxWaitMs: 60_000 })
  })

  it('is known as careless by the settings under which it could lose an acknowledged commit', async () => {
    await using notes = await openNotes('postgres')
    const [facts, fsync, pages] = await notes.db.read('facts', async (tx) => [
      await readFacts(tx),
      await tx.one<{ fsync: string }>(sql`SHOW fsync`),
      await tx.one<{ full_page_writes: string }>(sql`SHOW full_page_writes`),
    ])
    const expected = [fsync?.fsync === 'off' && 'fsync', pages?.full_page_writes === 'off' && 'full_page_writes']
    assert.deepEqual(facts.careless, expected.filter(Boolean))
    assert.ok((facts.bytes ?? 0) > 1_000_000 && (facts.server_now ?? 0) > 1_700_000_000)
  })

  it('is used, too, if it does not know the functions by which a commit and a failover are recognized', async () => {
    await using notes = await openNotes('postgres', async (url) => {
      for (const name of ['pg_current_xact_id', 'pg_current_wal_insert_lsn'])
        await asAdmin(url, `ALTER FUNCTION pg_catalog.${name}() RENAME TO unknown_${name}`)
    })
    await notes.db.write('write', (tx) => add(tx, 'a'))
    assert.deepEqual(await idsIn(notes.db), ['a'])
  })

  it('refuses a write in which a statement failed and nobody looked', async () => {
    await using notes = await openNotes('postgres')
    const careless = notes.db.write('careless', async (tx) => {
      await add(tx, 'a')
      void broken(tx).catch(() => {})
      return 'done'
    })
    await assert.rejects(careless, /A statement failed, and its error was ignored/)
    assert.deepEqual(await idsIn(notes.db), [])
  })
})
