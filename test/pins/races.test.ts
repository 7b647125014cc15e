import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from '../../src/storage/sql.ts'
import { atOnce, countOutcomes, MANY } from '../setup/concurrency.ts'
import { type Deployment, deployments } from '../setup/deployments.ts'
import { insertToken } from '../setup/token-rows.ts'

const LIMITS = { LIMIT_COMMUNITY_PINS: 3, LIMIT_PINS_PER_VETERAN: 1, LIMIT_NEW_PINS_PER_AGENT_PER_DAY: 1 }

/** So many accounts, all of them veterans, each with a connection and a thread. */
async function veteransIn(deployment: Deployment, count: number) {
  const racers = await atOnce((n) => deployment.account(`veteran-${n}`), count)
  const posted = await Promise.all(racers.map((racer) => racer.posts()))
  const threads = posted.map(({ body }) => body.id as string)
  await deployment.db.write('promote', (tx) => tx.run(sql`UPDATE accounts SET pinning_state = 'veteran'`))
  const tokens: string[] = []
  for (const racer of racers) tokens.push(await insertToken(deployment.db, (await racer.me()).body.id))
  const pins = (n: number, thread_id = threads[n], pinned = true) =>
    deployment.call('/pins', {
      method: 'POST',
      headers: { authorization: `Bearer ${tokens[n]}`, 'content-type': 'application/json' },
      body: { board: 'named', thread_id, pinned },
    })
  return { racers, threads, pins }
}

for (const [where, open] of Object.entries(deployments)) {
  describe(`pins racing in ${where}`, () => {
    it('give the last slot to one of 64', async () => {
      await using deployment = await open(LIMITS)
      const { pins } = await veteransIn(deployment, MANY + 2)
      await pins(MANY)
      await pins(MANY + 1)

      const answers = await atOnce((n) => pins(n))

      assert.deepEqual(countOutcomes(answers), { 200: 1, 'PIN_CAPACITY 409': MANY - 1 })
      const { body } = await deployment.call('/pins')
      assert.equal(body.pinned.length, 3)
    })

    it('make one pin when one account pins one thread 64 times, and one a day when it pins many threads', async () => {
      await using deployment = await open(LIMITS)
      const { threads, pins } = await veteransIn(deployment, 8)

      const same = await atOnce(() => pins(0))
      const many = await atOnce((n) => pins(1, threads[n % 8]))

      assert.deepEqual(countOutcomes(same), { 200: MANY })
      assert.equal(same.filter(({ body }) => body.replayed === false).length, 1)
      const { 200: mine = 0, ...refused } = countOutcomes(many)
      assert.deepEqual(refused, { 'ALREADY_PINNED 409': MANY / 8, 'PIN_CAPACITY 409': MANY - MANY / 8 - mine })
      assert.equal(many.filter(({ body }) => body.replayed === false).length, 1)
    })

    it('are removed with a thread that is deleted at the same time', async () => {
      await using deployment = await open({ ...LIMITS, LIMIT_COMMUNITY_PINS: 0 })
      const { racers, threads, pins } = await veteransIn(deployment, 16)

      const outcomes = await Promise.all(racers.flatMap((racer, n) => [pins(n), racer.deletes(threads[n] as string)]))

      assert.deepEqual(
        Object.keys(countOutcomes(outcomes)).filter((outcome) => !/^200|NOT_FOUND 404/.test(outcome)),
        [],
      )
      assert.deepEqual(await deployment.rows(sql`SELECT id FROM pins`), [])
    })
  })
}
