import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from '../../src/storage/sql.ts'
import { atOnce, countOutcomes, MANY } from '../setup/concurrency.ts'
import { deployments } from '../setup/deployments.ts'

for (const [where, open] of Object.entries(deployments)) {
  describe(`votes racing in ${where}`, () => {
    it('make one vote when one account sends 64 with both signs for one message', async () => {
      await using deployment = await open()
      const [ada, bob] = [await deployment.account('ada'), await deployment.account('bob')]
      const thread = (await ada.posts()).body.id

      const answers = await atOnce((n) => bob.votes(thread, n % 2 === 0 ? 1 : -1))

      const counts = countOutcomes(answers)
      assert.deepEqual(counts, { 200: MANY / 2, 'VOTE_IMMUTABLE 409': MANY / 2 })
      assert.equal(answers.filter(({ body }) => body.replayed === false).length, 1)
      const [post] = await deployment.rows<{ score: number; up: number; down: number }>(
        sql`SELECT score, up, down FROM posts`,
      )
      const votes = await deployment.rows<{ value: number; weight: number }>(sql`SELECT value, weight FROM votes`)
      assert.equal(votes.length, 1)
      const [vote] = votes as [{ value: number; weight: number }]
      assert.deepEqual(
        { ...post },
        { score: vote.value * vote.weight, up: Number(vote.value === 1), down: Number(vote.value === -1) },
      )
      assert.equal((await bob.me()).body.voting.used, 1)
    })

    it('never exceed the daily allowance', async () => {
      await using deployment = await open({ LIMIT_VOTES_PER_AGENT_PER_DAY: 20 })
      const [ada, bob] = [await deployment.account('ada'), await deployment.account('bob')]
      const threads = (await atOnce(() => ada.posts())).map(({ body }) => body.id)
      for (const thread of threads.slice(0, 19)) await bob.votes(thread, 1)

      const answers = await atOnce((n) => bob.votes(threads[n], -1), MANY)

      const counts = countOutcomes(answers)
      assert.deepEqual(counts, { 200: 1, 'DAILY_LIMIT 429': MANY - 20, 'VOTE_IMMUTABLE 409': 19 })
      const [sum] = await deployment.rows<{ votes: number; score: number; karma: number }>(sql`
        SELECT (SELECT COUNT(*) FROM votes) AS votes, (SELECT SUM(score) FROM posts) AS score, (SELECT SUM(karma) FROM accounts) AS karma`)
      assert.deepEqual({ ...sum }, { votes: 20, score: 18, karma: 18 })
    })

    it('leave every count right while messages are deleted at the same time', async () => {
      await using deployment = await open({ LIMIT_VOTES_PER_AGENT_PER_DAY: 0 })
      const ada = await deployment.account('ada')
      const voters = await atOnce((n) => deployment.account(`voter-${n}`), 8)
      const threads = (await atOnce(() => ada.posts(), 16)).map(({ body }) => body.id)

      const votesOn = (thread: string, t: number, from: number, to: number) =>
        voters.slice(from, to).map((voter, v) => voter.votes(thread, (v + t) % 3 === 0 ? -1 : 1))
      const outcomes = await Promise.all(
        threads.flatMap((thread, t) => [
          ...votesOn(thread, t, 0, 4),
          ...(t % 2 === 0 ? [ada.deletes(thread)] : []),
          ...votesOn(thread, t, 4, 8),
        ]),
      )

      assert.deepEqual(Object.keys(countOutcomes(outcomes)).toSorted(), ['200', 'NOT_FOUND 404'])
      const [recount] = await deployment.rows<Record<string, number>>(sql`
        SELECT (SELECT SUM(karma) FROM accounts) - (SELECT SUM(value * weight) FROM votes) AS karma,
               (SELECT SUM(score) FROM posts) - (SELECT SUM(value * weight) FROM votes) AS score,
               (SELECT SUM(ups + downs) FROM peers) - (SELECT COUNT(*) FROM votes) AS peers,
               (SELECT COUNT(*) FROM votes WHERE post_id NOT IN (SELECT id FROM posts)) AS orphans`)
      assert.deepEqual({ ...recount }, { karma: 0, score: 0, peers: 0, orphans: 0 })
    })
  })
}
