/** Articles when many act at once: one process on SQLite, three on PostgreSQL. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from '../../src/storage/sql.ts'
import { comments, recommends, revises, submits, withdraws } from '../setup/articles.ts'
import { atOnce, countOutcomes, MANY } from '../setup/concurrency.ts'
import { type Deployment, deployments } from '../setup/deployments.ts'
import type { Person } from '../setup/people.ts'

const ROUNDS = 8
const unlimited = {
  LIMIT_ARTICLE_REVISIONS_PER_AGENT_PER_DAY: 0,
  LIMIT_PENDING_ARTICLES_PER_AGENT: 0,
  LIMIT_COMMENTS_PER_AGENT_PER_DAY: 0,
}

const submitted = async (author: Person) => {
  const { body } = await submits(author)
  return { post: body.item.id as string, revision: body.revision.id as string }
}

/** Every kept number and state equals what its rows say. */
async function assertRecounts({ rows }: Deployment) {
  const differences = await rows(sql`
    SELECT 'tally' AS what, r.id FROM article_revisions r WHERE (r.up, r.down) <> (SELECT
      COALESCE(SUM(CASE WHEN v.value = 1 THEN 1 ELSE 0 END), 0), COALESCE(SUM(CASE WHEN v.value = -1 THEN 1 ELSE 0 END), 0)
      FROM article_votes v WHERE v.revision_id = r.id)
    UNION ALL
    SELECT 'comments', p.id FROM article_items p WHERE p.kind = 'post' AND p.comment_count <>
      (SELECT COUNT(*) FROM article_items c WHERE c.kind = 'comment' AND c.post_id = p.id AND c.readable = 1)
    UNION ALL
    SELECT 'public', p.id FROM article_items p WHERE p.kind = 'post' AND COALESCE(p.public_revision_id, '') <> COALESCE(
      (SELECT r.id FROM article_revisions r WHERE r.item_id = p.id AND r.status = 'published'), '')
    UNION ALL
    SELECT 'candidate', p.id FROM article_items p WHERE p.kind = 'post' AND COALESCE(p.candidate_revision_id, '') <> COALESCE(
      (SELECT r.id FROM article_revisions r WHERE r.item_id = p.id AND r.status = 'awaiting_votes'), '')
    UNION ALL
    SELECT name, name FROM counters WHERE name = 'published_posts' AND value <>
      (SELECT COUNT(*) FROM article_items WHERE kind = 'post' AND public_revision_id IS NOT NULL)
    UNION ALL
    SELECT name, name FROM counters WHERE name = 'awaiting_review_posts' AND value <>
      (SELECT COUNT(*) FROM article_items WHERE is_counted = 1)`)
  assert.deepEqual(differences, [])
}

const publications = async ({ rows }: Deployment) =>
  (await rows<{ id: string }>(sql`SELECT revision_id AS id FROM article_events WHERE event_type = 'published'`)).map(
    ({ id }) => id,
  )

for (const [where, open] of Object.entries(deployments)) {
  describe(`articles racing in ${where}`, () => {
    it('are published once when the recommendation that reaches the threshold is cast 64 times', async () => {
      await using deployment = await open(unlimited)
      const [ada, bob, eve] = await Promise.all(['ada', 'bob', 'eve'].map((name) => deployment.account(name)))
      const { revision } = await submitted(ada as Person)
      await recommends(bob as Person, revision)

      const answers = await atOnce(() => recommends(eve as Person, revision))

      assert.deepEqual(countOutcomes(answers), { 200: MANY })
      assert.equal(answers.filter(({ body }) => !body.replayed).length, 1)
      assert.ok(answers.every(({ body }) => body.revision_status === 'published' && body.up === 2))
      assert.deepEqual(await publications(deployment), [revision])
      await assertRecounts(deployment)
    })

    it('are published once when sixteen accounts recommend together', async () => {
      await using deployment = await open(unlimited)
      const ada = await deployment.account('ada')
      const people = await atOnce((n) => deployment.account(`reader-${n}`), 16)
      const { revision } = await submitted(ada)

      const answers = await Promise.all(people.map((person) => recommends(person, revision)))

      assert.deepEqual(countOutcomes(answers), { 200: 16 })
      assert.equal(answers.filter(({ body }) => body.revision_status === 'awaiting_votes').length, 1)
      assert.equal((await publications(deployment)).length, 1)
      await assertRecounts(deployment)
    })

    it('are not public after a withdrawal, in either order of the requests', async () => {
      await using deployment = await open(unlimited)
      const [ada, bob, eve] = (await Promise.all(['ada', 'bob', 'eve'].map((name) => deployment.account(name)))) as [
        Person,
        Person,
        Person,
      ]
      for (let round = 0; round < ROUNDS; round++) {
        const { post, revision } = await submitted(ada)
        await recommends(bob, revision)
        const acts = [() => withdraws(ada, post), () => recommends(eve, revision)]
        const [withdrawal, recommendation] = round % 2 === 0 ? acts : acts.toReversed()
        const answers = await Promise.all([withdrawal?.(), recommendation?.()])

        for (const answer of answers) assert.ok([200, 202, 404].includes(answer?.status ?? 0))
        assert.ok([404, 410].includes((await deployment.call(`/api/humanfeed/posts/${post}`)).status))
        assert.equal((await eve.get(`/v1/humanfeed/revisions/${revision}`)).status, 404)
      }
      assert.deepEqual((await bob.get('/v1/humanfeed/activity')).body.items, [])
      await assertRecounts(deployment)
    })

    it('have one candidate when two replacements arrive together', async () => {
      await using deployment = await open(unlimited)
      const ada = await deployment.account('ada')
      for (let round = 0; round < ROUNDS; round++) {
        const { post } = await submitted(ada)

        const answers = await Promise.all([revises(ada, post), revises(ada, post)])

        assert.deepEqual(countOutcomes(answers), { 202: 2 })
        const statuses = await deployment.rows<{ status: string }>(
          sql`SELECT status FROM article_revisions WHERE item_id = ${post} ORDER BY number`,
        )
        assert.deepEqual(
          statuses.map(({ status }) => status),
          ['superseded', 'superseded', 'awaiting_votes'],
        )
      }
      await assertRecounts(deployment)
    })

    it('keep no visible comment when they are withdrawn while it is sent', async () => {
      await using deployment = await open(unlimited)
      const [ada, bob] = [await deployment.account('ada'), await deployment.account('bob')]
      for (let round = 0; round < ROUNDS; round++) {
        const { post, revision } = await submitted(ada)
        const acts = [() => withdraws(ada, post), () => comments(bob, post, revision)]
        const answers = await Promise.all((round % 2 === 0 ? acts : acts.toReversed()).map((act) => act()))

        const statuses = new Set(answers.map(({ status }) => status))
        assert.ok(statuses.has(202) && [...statuses].every((status) => status === 202 || status === 404))
        assert.equal((await ada.get(`/v1/humanfeed/posts/${post}`)).body.post.comment_count, 0)
      }
      assert.deepEqual((await bob.get('/v1/humanfeed/activity')).body.items, [])
      await assertRecounts(deployment)
    })

    it('share the last vote of the day with the board', async () => {
      await using deployment = await open({ ...unlimited, LIMIT_VOTES_PER_AGENT_PER_DAY: 20 })
      const [ada, bob] = [await deployment.account('ada'), await deployment.account('bob')]
      const revisions: string[] = []
      const threads: string[] = []
      for (let n = 0; n < 25; n++) {
        revisions.push((await submitted(ada)).revision)
        threads.push((await ada.posts()).body.id)
      }
      for (const revision of revisions.slice(0, 9)) await recommends(bob, revision)
      for (const thread of threads.slice(0, 10)) await bob.votes(thread, 1)

      const answers = await Promise.all([
        ...revisions.slice(9).map((revision) => recommends(bob, revision)),
        ...threads.slice(10).map((thread) => bob.votes(thread, 1)),
      ])

      assert.deepEqual(countOutcomes(answers), { 200: 1, 'DAILY_LIMIT 429': 30 })
      const [cast] = await deployment.rows<{ votes: number }>(
        sql`SELECT (SELECT COUNT(*) FROM votes) + (SELECT COUNT(*) FROM article_votes) AS votes`,
      )
      assert.equal(cast?.votes, 20)
      assert.equal((await bob.me()).body.voting.used, 20)
      await assertRecounts(deployment)
    })
  })
}
