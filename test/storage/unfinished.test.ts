/** Work that is too long for one write is done in short ones. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { Failure } from '../../src/kernel/errors.ts'
import { openDatabase } from '../../src/storage/open.ts'
import {
  beginWork,
  finishAll,
  type LongWork,
  leaveWork,
  ROWS_PER_PART,
  ROWS_PER_WRITE,
  unfinishedWork,
} from '../../src/storage/unfinished.ts'
import { onEachEngine } from '../board.ts'
import { type Engine, freshDatabase } from '../setup/databases.ts'
import { listUnfinished, untilFinished } from '../setup/unfinished.ts'

/** Works whose rows are only counted, on a database that records its writes. */
async function openWorks(engine: Engine) {
  const database = await freshDatabase(engine, { hasTables: true })
  const db = await openDatabase(database.url)
  const left = new Map<number, number>()
  const writes: { isStaged: boolean; rows: number; ended: number }[] = []
  const faults: unknown[] = []
  let [rows, begun] = [0, 0]
  const workOf = (kind: LongWork['kind'], seen = false): LongWork => ({
    kind,
    isSeen: async () => seen,
    async doPart(_tx, number) {
      if (faults.length > 0) throw faults.shift()
      const done = Math.min(ROWS_PER_PART, left.get(number) ?? 0)
      left.set(number, (left.get(number) ?? 0) - done)
      rows += done
      return done
    },
  })
  const hidden = workOf('thread')
  const seen = workOf('comment', true)
  const recorded =
    (isStaged: boolean, write: typeof db.stage): typeof db.stage =>
    async (name, work) => {
      begun += Number(name === 'unfinished work')
      const before = (await listUnfinished({ db })).length
      rows = 0
      const answer = await write(name, work)
      if (name === 'unfinished work')
        writes.push({ isStaged, rows, ended: before - (await listUnfinished({ db })).length })
      return answer
    }
  Object.assign(db, { stage: recorded(true, db.stage), write: recorded(false, db.write) })
  return {
    db,
    works: [hidden, seen],
    hidden,
    seen,
    left,
    writes,
    faults,
    begun: () => begun,
    leaves: (work: LongWork, sizes: readonly number[], from = 1) =>
      db.write('leave', async (tx) => {
        for (const [n, size] of sizes.entries()) left.set(from + n, size)
        await leaveWork(tx, work, ...sizes.map((_, n) => from + n))
      }),
    async [Symbol.asyncDispose]() {
      await db.close()
      await database.remove()
    },
  }
}

onEachEngine('long work', (engine) => {
  it('is done in writes of at most so many rows, whether it is one long work or many short ones', async () => {
    for (const sizes of [[450], [ROWS_PER_WRITE], Array(50).fill(20), Array(450).fill(0), [150, 150, 150]]) {
      await using works = await openWorks(engine)
      await works.leaves(works.hidden, sizes)

      await finishAll(works.db, works.works)

      const all = sizes.reduce((sum, size) => sum + size, 0)
      assert.deepEqual(await listUnfinished(works), [])
      assert.equal(
        [...works.left.values()].reduce((sum, size) => sum + size),
        0,
      )
      assert.equal(
        works.writes.reduce((sum, { rows }) => sum + rows, 0),
        all,
      )
      // The last work that a write begins may be as long as a write.
      const most = sizes.length === 1 ? ROWS_PER_WRITE : 2 * ROWS_PER_WRITE
      for (const { isStaged, rows, ended } of works.writes)
        assert.ok(isStaged && rows <= most && ended <= ROWS_PER_WRITE, JSON.stringify(works.writes))
      // One more write finds that nothing is left; none is made for each short work.
      assert.ok(works.writes.length <= (all + sizes.length) / 100 + 2, JSON.stringify(works.writes))
    }
  })

  it('is staged until readers see what it changes', async () => {
    await using works = await openWorks(engine)
    await works.leaves(works.hidden, [120])
    await works.leaves(works.seen, [350], 2)

    await finishAll(works.db, works.works)

    const rowsOf = (staged: boolean) =>
      works.writes.filter(({ isStaged }) => isStaged === staged).reduce((sum, { rows }) => sum + rows, 0)
    assert.deepEqual([rowsOf(true) + rowsOf(false), rowsOf(false) >= 350], [470, true])
    assert.deepEqual(await listUnfinished(works), [])
  })

  it('of a few rows is done in the write that begins it', async () => {
    await using works = await openWorks(engine)
    const { db, hidden, left } = works
    for (const [number, rows] of [
      [1, ROWS_PER_WRITE - 1],
      [2, ROWS_PER_WRITE + 1],
    ] as const) {
      left.set(number, rows)
      await db.write('begin', (tx) => beginWork(tx, hidden, number, rows))
    }
    assert.deepEqual([left.get(1), left.get(2)], [0, ROWS_PER_WRITE + 1])
    assert.deepEqual(
      (await listUnfinished(works)).map(({ kind, number }) => [kind, number]),
      [['thread', 2]],
    )
    await db.write('none', (tx) => leaveWork(tx, hidden))
    await db.write('again', (tx) => leaveWork(tx, hidden, 2))
    assert.equal((await listUnfinished(works)).length, 1)
  })

  it('goes on with the next write, once for all that ask, and reports what is a fault', async () => {
    await using works = await openWorks(engine)
    const { db, hidden, left, faults, begun } = works
    const reported: unknown[] = []
    const unfinished = unfinishedWork({ db, works: works.works, report: (error) => reported.push(error) })
    const look = () => db.read('look', (tx) => unfinished.look(tx))

    await look()
    unfinished.goOn()
    assert.equal(begun(), 0) // there was nothing to do

    await works.leaves(hidden, [50])
    unfinished.goOn()
    assert.equal(begun(), 0) // nobody has looked
    await look()
    unfinished.goOn()
    await Promise.all([unfinished.finish(), unfinished.finish()])
    assert.deepEqual([left.get(1), begun()], [0, 1])
    unfinished.goOn()
    assert.equal(begun(), 1) // it has been done

    await works.leaves(hidden, [50], 2)
    const [broken, refused, busy] = [new Error('broken on purpose'), new Failure('GONE'), new Failure('UNAVAILABLE')]
    for (const fault of [broken, refused, busy]) {
      faults.push(fault)
      await unfinished.finish()
    }
    assert.deepEqual(reported, [broken, refused])
    assert.equal(left.get(2), 50)
    await look()
    unfinished.goOn()
    await untilFinished(works)
    assert.equal(left.get(2), 0)
    await unfinished.finish()
  })
})
