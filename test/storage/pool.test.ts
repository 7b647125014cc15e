/** The pool of connections. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { deadlineIn, Line, Pool, retrying, runner, type Verdict } from '../../src/storage/pool.ts'

it('a pool keeps an item that was made for somebody who stopped waiting, and forgets nobody else who waits', async () => {
  const made: PromiseWithResolvers<string>[] = []
  const make = () => {
    made.push(Promise.withResolvers())
    return (made.at(-1) as PromiseWithResolvers<string>).promise
  }
  const pool = new Pool<string>({ max: 1, make, isBroken: (item) => item === 'broken' })
  const patient = deadlineIn(60_000)
  const held = Promise.withResolvers<void>()
  const first = pool.use(patient, () => held.promise)
  made[0]?.resolve('broken')
  const refused = assert.rejects(pool.use({ remainingMs: () => 50 }, async (item) => item))
  const second = pool.use(patient, async (item) => item)

  await new Promise((resolve) => setImmediate(resolve)) // the first has its item
  held.resolve()
  await first
  await refused
  made[1]?.resolve('new')

  assert.equal(await second, 'new')
  assert.equal(await pool.use(patient, async (item) => item), 'new')
})

const unavailable = { code: 'UNAVAILABLE' }

it('a closed pool lends nothing, not even what was being made, and makes nothing', async () => {
  const made: PromiseWithResolvers<string>[] = []
  const make = () => {
    made.push(Promise.withResolvers())
    return (made.at(-1) as PromiseWithResolvers<string>).promise
  }
  const pool = new Pool<string>({ max: 2, make })
  const early = pool.use(deadlineIn(60_000), async (item) => item)
  const closing = pool.close(deadlineIn(60_000))
  const late = pool.use(deadlineIn(60_000), async (item) => item)
  for (const { resolve } of made) resolve('made')

  await assert.rejects(early, unavailable)
  await assert.rejects(late, unavailable)
  assert.deepEqual([await closing, made.length], [['made'], 1])
})

it('a line takes 2,000 and refuses the next', async () => {
  const line = new Line<number, void>()
  const waiting = Array.from({ length: 2_000 }, (_, n) => line.wait(n, deadlineIn(60_000)))
  assert.throws(() => line.wait(2_000, deadlineIn(60_000)), unavailable)
  line.shift()?.resolve()
  waiting.push(line.wait(2_001, deadlineIn(60_000)))
  line.refuseAll()
  const outcomes = await Promise.allSettled(waiting)
  assert.equal(outcomes.filter(({ status }) => status === 'rejected').length, 2_000)
})

it('a waiter leaves a line at its deadline, and the others keep their places', async () => {
  const line = new Line<string, string>()
  const waits = ['first', 'second', 'third'].map((name) =>
    line.wait(name, name === 'second' ? { remainingMs: () => 5 } : deadlineIn(60_000)),
  )
  await assert.rejects(waits[1] as Promise<string>, unavailable)
  assert.equal(line.first, 'first')
  for (const name of ['first', 'third']) {
    assert.equal(line.isEmpty, false)
    const waiter = line.shift()
    assert.equal(waiter?.wanted, name)
    waiter?.resolve(name)
  }
  assert.deepEqual([line.isEmpty, line.first, line.shift()], [true, undefined, undefined])
  assert.deepEqual(await Promise.all([waits[0], waits[2]]), ['first', 'third'])
})

it('a pool makes no more items than it may, lends each to one user, and makes new ones for those that it dropped', async () => {
  let made = 0
  let [used, most] = [0, 0]
  const pool = new Pool<number>({ max: 2, make: () => ++made })
  const use = () =>
    pool.use(deadlineIn(60_000), async (item) => {
      most = Math.max(most, ++used)
      await new Promise((resolve) => setImmediate(resolve))
      used--
      return item
    })
  const five = () => Promise.all(Array.from({ length: 5 }, use))
  assert.deepEqual([new Set(await five()), made, most], [new Set([1, 2]), 2, 2])
  const dropped: number[] = []
  pool.dropIdle((item) => dropped.push(item))
  assert.deepEqual(dropped.toSorted(), [1, 2])
  assert.deepEqual([new Set(await five()), made, most], [new Set([3, 4]), 4, 2])
  assert.deepEqual((await pool.close(deadlineIn(60_000))).toSorted(), [3, 4])
})

it('a pool that is closed waits for its users, also for one whose item broke or could not be made, until its deadline', async () => {
  const never = new Promise<void>(() => {})
  const held = Promise.withResolvers<void>()
  const brokenLater = new Pool<string>({ max: 1, make: () => 'item', isBroken: () => true })
  const use = brokenLater.use(deadlineIn(60_000), () => held.promise)
  await nextTurn()
  const closing = brokenLater.close(deadlineIn(60_000))
  held.resolve()
  assert.deepEqual([await closing, await use], [[], undefined])

  const making = Promise.withResolvers<string>()
  const unmade = new Pool<string>({ max: 1, make: () => making.promise })
  const refused = assert.rejects(
    unmade.use(deadlineIn(60_000), async () => {}),
    /broken on purpose/,
  )
  const closed = unmade.close(deadlineIn(60_000))
  making.reject(new Error('broken on purpose'))
  assert.deepEqual(await closed, [])
  await refused

  const stuck = new Pool<string>({ max: 1, make: () => 'item' })
  void stuck.use(deadlineIn(60_000), () => never)
  await nextTurn()
  assert.deepEqual(await stuck.close(deadlineIn(5)), ['item'])
})

it('a waiter that was served in time takes no place from others at its deadline', async () => {
  const line = new Line<string, string>()
  const quick = line.wait('quick', { remainingMs: () => 1 })
  line.shift()?.resolve('served')
  assert.equal(await quick, 'served')
  const other = line.wait('other', deadlineIn(60_000))
  await new Promise((resolve) => setTimeout(resolve, 10))
  assert.equal(line.first, 'other')
  line.refuseAll()
  await assert.rejects(other, unavailable)
})

/** Work that fails as it is told, and counts its attempts. */
function failing(...verdicts: Verdict[]) {
  let attempts = 0
  const work = async () => {
    const verdict = verdicts[attempts++]
    if (verdict) throw new Error(verdict)
    return 'done'
  }
  return { work, judge: (error: unknown) => (error as Error).message as Verdict, attempts: () => attempts }
}

it('work is repeated while a lock is held, until its deadline, and after no other error', async () => {
  const cases: [verdicts: Verdict[], remainingMs: number, outcome: string, attempts: number][] = [
    [[], 60_000, 'done', 1],
    [['retry', 'retry', 'retry'], 60_000, 'done', 4],
    [['retry'], 0, 'UNAVAILABLE', 1],
    [['unavailable'], 60_000, 'UNAVAILABLE', 1],
    [['retry', 'unavailable'], 60_000, 'UNAVAILABLE', 2],
    [['fault'], 60_000, 'fault', 1],
    [['fault'], 0, 'fault', 1],
  ]
  for (const [verdicts, remainingMs, expected, attempts] of cases) {
    const { work, judge, attempts: made } = failing(...verdicts)
    const outcome = await retrying(judge, { remainingMs: () => remainingMs }, work).catch(
      (error) => error.code ?? error.message,
    )
    assert.deepEqual([outcome, made()], [expected, attempts], JSON.stringify(verdicts))
  }
})

it('work that has to be repeated lets others work in between, and pauses for longer each time', async () => {
  let attempts = 0
  const busy = retrying(
    () => 'retry',
    deadlineIn(300),
    async () => {
      attempts++
      throw new Error('busy')
    },
  )
  await assert.rejects(busy, unavailable)
  assert.ok(attempts >= 2 && attempts < 20, `${attempts} attempts`)
})

it('a deadline counts down to zero, and each unit of work is reported with its seconds and its error', async (t) => {
  let now = 1_000
  const clock = t.mock.method(performance, 'now', () => now)
  const deadline = deadlineIn(500)
  const remaining = [0, 499, 500, 9_000].map((ms) => {
    now = 1_000 + ms
    return deadline.remainingMs()
  })
  assert.deepEqual(remaining, [500, 1, 0, 0])

  const reports: unknown[][] = []
  const run = runner(
    () => 'fault',
    (...report) => reports.push(report),
  )
  const unit = { name: 'unit', kind: 'read', maxWaitMs: 9 } as const
  const takes = (error?: Error) => async () => {
    now += 2_500
    if (error) throw error
    return 'done'
  }
  assert.equal(await run({ ...unit, work: takes() }), 'done')
  const broken = new Error('broken on purpose')
  await assert.rejects(run({ ...unit, work: takes(broken) }), broken)
  assert.deepEqual(reports, [
    ['unit', 'read', 2.5, true],
    ['unit', 'read', 2.5, false, broken],
  ])
  clock.mock.restore()
})
