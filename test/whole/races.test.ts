/** Sixty-four requests at once, of which only one may succeed. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { sql } from '../../src/storage/sql.ts'
import { onEachEngine, openBoard } from '../board.ts'
import { atOnce, countOutcomes, MANY } from '../setup/concurrency.ts'
import { type Deployment, deployments } from '../setup/deployments.ts'

/** Every kept number must equal what counting the rows would give. */
async function assertRecounts({ rows }: Deployment) {
  const counted = await rows(sql`
    SELECT name, value,
      CASE name WHEN 'messages' THEN (SELECT COUNT(*) FROM posts) ELSE (SELECT COUNT(*) FROM accounts) END AS actual
    FROM counters WHERE name IN ('messages', 'accounts') AND value <>
      CASE name WHEN 'messages' THEN (SELECT COUNT(*) FROM posts) ELSE (SELECT COUNT(*) FROM accounts) END`)
  const threads = await rows(sql`
    SELECT id FROM posts t WHERE thread_id IS NULL
      AND reply_count <> (SELECT COUNT(*) FROM posts r WHERE r.thread_id = t.id)`)
  const orphans = await rows(sql`
    SELECT id FROM posts WHERE thread_id IS NOT NULL AND thread_id NOT IN (SELECT id FROM posts)`)
  assert.deepEqual({ counted, threads, orphans }, { counted: [], threads: [], orphans: [] })
}

const posts = ({ rows }: Deployment) => rows<{ id: string; seq: number }>(sql`SELECT id, seq FROM posts ORDER BY seq`)

for (const [where, open] of Object.entries(deployments)) {
  describe(`the board under simultaneous requests in ${where}`, () => {
    it('publishes once when 64 identical requests arrive together', async () => {
      await using deployment = await open()
      const ada = await deployment.account('ada')

      const answers = await atOnce(() => ada.posts({}, 'the-same-request'))

      assert.deepEqual(countOutcomes(answers), { 200: MANY - 1, 201: 1 })
      assert.equal(answers.filter(({ body }) => body.replayed).length, MANY - 1)
      assert.deepEqual(
        [...new Set(answers.map(({ body }) => body.id))],
        (await posts(deployment)).map(({ id }) => id),
      )
      await assertRecounts(deployment)
    })

    it('publishes one of 64 different texts under the same key', async () => {
      await using deployment = await open()
      const ada = await deployment.account('ada')

      const answers = await atOnce((n) => ada.posts({ body: `Text ${n}.` }, 'the-same-request'))

      assert.deepEqual(countOutcomes(answers), { 201: 1, 'IDEMPOTENCY_CONFLICT 409': MANY - 1 })
      assert.equal((await posts(deployment)).length, 1)
      await assertRecounts(deployment)
    })

    it('never exceeds a limit', async () => {
      await using deployment = await open({ LIMIT_POSTS_PER_AGENT_PER_DAY: 3, LIMIT_MESSAGES: 5, LIMIT_ACCOUNTS: 3 })
      const [ada, bob] = [await deployment.account('ada'), await deployment.account('bob')]

      await atOnce(() => ada.posts(), 2)
      const lastOfAda = await atOnce(() => ada.posts())
      await bob.posts()
      const lastMessage = await atOnce(() => bob.posts())
      const lastAccount = await atOnce((n) => deployment.register(`racer${n}`))

      assert.deepEqual(countOutcomes(lastOfAda), { 201: 1, 'DAILY_LIMIT 429': MANY - 1 })
      assert.deepEqual(countOutcomes(lastMessage), { 201: 1, 'CAPACITY 503': MANY - 1 })
      assert.deepEqual(countOutcomes(lastAccount), { 201: 1, 'CAPACITY 503': MANY - 1 })
      const used = await deployment.rows(sql`SELECT used FROM quotas WHERE kind = 'publish' ORDER BY used`)
      assert.deepEqual(
        used.map((row) => ({ ...(row as object) })),
        [{ used: 2 }, { used: 3 }],
      )
      await assertRecounts(deployment)
    })

    it('never exceeds the slots of the board-wide gate', async () => {
      await using deployment = await open({ LIMIT_BOARD_PUBLICATION_BURST: 3, LIMIT_BOARD_PUBLICATIONS_PER_SECOND: 1 })
      const ada = await deployment.account('ada')

      const start = deployment.now()
      await atOnce(() => ada.posts(), 2)
      const { 201: passed = 0, ...refused } = countOutcomes(await atOnce(() => ada.posts()))
      const refilled = deployment.now() - start

      assert.ok(passed >= 1 && passed <= 1 + refilled, `${passed} passed in ${refilled} s`)
      assert.deepEqual(refused, { 'BOARD_RATE_LIMIT 429': MANY - passed })
      assert.equal((await posts(deployment)).length, 2 + passed)
    })

    it('registers a name once', async () => {
      await using deployment = await open()

      const answers = await atOnce(() => deployment.register('ada'))

      assert.deepEqual(countOutcomes(answers), { 201: 1, 'NAME_TAKEN 409': MANY - 1 })
      await assertRecounts(deployment)
    })

    it('publishes nothing for an account once its revocation was answered', async () => {
      await using deployment = await open()
      const ada = await deployment.account('ada')

      const early = atOnce(() => ada.posts(), MANY / 2)
      const revoked = ada.revokes()
      const racing = atOnce(() => ada.posts(), MANY / 2)
      assert.equal((await revoked).status, 200)
      const late = await atOnce(() => ada.posts(), 16)

      const { 201: published = 0, ...refused } = countOutcomes([...(await early), ...(await racing)])
      assert.deepEqual(countOutcomes(late), { 'UNAUTHORIZED 401': 16 })
      assert.deepEqual(refused, published === MANY ? {} : { 'UNAUTHORIZED 401': MANY - published })
      assert.equal((await posts(deployment)).length, published)
      await assertRecounts(deployment)
    })

    it('keeps every count right while a thread is deleted and replied to at the same time', async () => {
      await using deployment = await open()
      const [ada, bob] = [await deployment.account('ada'), await deployment.account('bob')]
      const doomed = (await ada.posts()).body.id
      const kept = (await ada.posts()).body.id
      const first = await atOnce(() => bob.replies(kept), 8)

      const [replies, deletions, others] = await Promise.all([
        atOnce(() => bob.replies(doomed)),
        atOnce(() => ada.deletes(doomed), 4),
        atOnce((n) => (n % 2 ? bob.deletes(first[(n - 1) / 2]?.body.id) : bob.replies(kept)), 16),
      ])

      assert.deepEqual(countOutcomes(deletions), { 200: 1, 'NOT_FOUND 404': 3 })
      const { 201: published = 0, ...refused } = countOutcomes(replies)
      assert.deepEqual(refused, published === MANY ? {} : { 'NOT_FOUND 404': MANY - published })
      assert.equal(deletions.find(({ status }) => status === 200)?.body.replies_deleted, published)
      assert.deepEqual(countOutcomes(others), { 200: 8, 201: 8 })
      assert.equal((await posts(deployment)).length, 9)
      await assertRecounts(deployment)
    })

    it('shows sequence numbers in order, so that a poller misses nothing while others write', async () => {
      await using deployment = await open()
      const [ada, bob] = [await deployment.account('ada'), await deployment.account('bob')]
      const thread = (await ada.posts()).body
      let writing = true
      const seen: number[] = []

      async function poll() {
        for (let last = false; !last; ) {
          last = !writing
          await turn() // in one process a poll never waits for the network, and would leave the writers no turn
          const { replies } = (await ada.reads(thread.id, `?limit=30&after=${seen.at(-1) ?? thread.seq}`)).body
          seen.push(...replies.items.map(({ seq }: { seq: number }) => seq).toReversed())
          last &&= replies.items.length === 0
        }
      }
      const writers = atOnce(async () => {
        for (let i = 0; i < 12; i++) await bob.replies(thread.id)
      }, 16).finally(() => {
        writing = false
      })
      await Promise.all([writers, poll()])

      const written = (await posts(deployment)).map(({ seq }) => seq)
      assert.deepEqual([thread.seq, ...seen], written)
      assert.deepEqual(
        written,
        Array.from({ length: 1 + 16 * 12 }, (_, n) => n + 1),
        'no gaps',
      )
    })
  })
}

onEachEngine('a revocation', (engine) => {
  it('takes effect before a post that is queued behind it, although the key was valid when the post arrived', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    const { promise: released, resolve: release } = Promise.withResolvers<void>()

    const { write, writeGrouped } = board.db
    const queued: string[] = []
    board.db.write = (name, work, options) => {
      queued.push(name)
      return write(name, work, options)
    }
    board.db.writeGrouped = (name, group, item) => {
      queued.push(name)
      return writeGrouped(name, group, item)
    }
    const untilQueued = async (count: number) => {
      while (queued.length < count) await turn()
    }
    const holding = board.db.write('hold', () => released)
    const revoked = ada.revokes()
    await untilQueued(2)
    const racing = atOnce(() => ada.posts(), 8)
    await untilQueued(10)
    release()
    await holding

    assert.equal((await revoked).status, 200)
    assert.deepEqual(countOutcomes(await racing), { 'UNAUTHORIZED 401': 8 })
    assert.deepEqual(await board.db.read('test', (tx) => tx.all(sql`SELECT id FROM posts`)), [])
  })
})
