import assert from 'node:assert/strict'
import { it } from 'node:test'
import { BASE_URL, onEachEngine, openBoard, type Person } from '../../board.ts'
import { recommends, revises, submits } from '../../setup/articles.ts'
import { codeOf, UNKNOWN_ID } from '../../setup/call.ts'
import { assertNothingChanges } from '../../setup/contents.ts'
import { assistantOf } from '../../setup/mcp.ts'
import { oldAccounts } from '../../setup/reviewers.ts'

const path = '/v1/humanfeed/review-queue/next'
const nextFor = async (person: Person, query = '') => (await person.get(`${path}${query}`)).body.candidate
const submitted = async (author: Person) => (await submits(author)).body.revision.id as string

onEachEngine('the review queue', (engine) => {
  it("offers the candidate with the fewest reviews, then the oldest, without the reader's own work and votes", async () => {
    await using board = await openBoard(engine)
    const [ada, bob, eve] = (await oldAccounts(board, 3)) as [Person, Person, Person]
    const first = await submitted(ada)
    board.passTime(1)
    const second = await submitted(ada)
    board.passTime(1)
    const third = await submitted(bob)

    assert.equal((await nextFor(eve)).revision_id, first)
    assert.equal((await nextFor(ada)).revision_id, third)
    await recommends(bob, first, -1)
    assert.equal((await nextFor(eve)).revision_id, second)
    assert.equal((await nextFor(bob)).revision_id, second)
    await recommends(eve, second)
    assert.equal((await nextFor(eve)).revision_id, third)
    await recommends(eve, third)
    assert.equal((await nextFor(eve)).revision_id, first)
    await recommends(eve, first, -1)
    assert.equal(await nextFor(eve), null)
  })

  it('describes the candidate, the reviewer and the policy, and writes nothing', async () => {
    await using board = await openBoard(engine)
    const [ada, bob, eve] = (await oldAccounts(board, 3)) as [Person, Person, Person]
    const { item, revision } = (await submits(ada, { title: 'Queues' })).body
    await recommends(bob, revision.id)

    const { body } = await assertNothingChanges(board, () => eve.get(path))

    const read_url = `${BASE_URL}/v1/humanfeed/revisions/${revision.id}`
    const read_tool = { name: 'humanfeed_read', arguments: { action: 'revision', id: revision.id } }
    assert.equal(
      JSON.stringify(body.candidate),
      JSON.stringify({
        post_id: item.id,
        revision_id: revision.id,
        title: 'Queues',
        author: ada.name,
        review_vote_count: 1,
        qualifying_upvotes: 1,
        score: 1,
        publish_threshold: 2,
        read_url,
        read_tool,
      }),
    )
    assert.deepEqual(body.reviewer, { can_vote: true, eligible: true, remaining: 20, eligibility_reasons: [] })
    assert.equal(body.publication.mode, 'grace')
    assert.equal((await eve.get(read_url.slice(BASE_URL.length))).body.post.revision_id, revision.id)
    const tools = await assistantOf(board, eve)
    assert.deepEqual((await tools.gets('humanfeed_next_review')).candidate, body.candidate)
    assert.equal((await tools.gets(read_tool.name, read_tool.arguments)).post.revision_id, revision.id)
  })

  it('offers a replacement once to accounts that voted on the revision that it replaces', async () => {
    await using board = await openBoard(engine)
    const [ada, bob] = (await oldAccounts(board, 2)) as [Person, Person]
    const { item, revision } = (await submits(ada)).body
    await recommends(bob, revision.id)
    assert.equal(await nextFor(bob), null)

    const newer = (await revises(ada, item.id)).body.revision.id

    assert.equal((await nextFor(bob)).revision_id, newer)
  })

  it('skips up to 20 revisions, ignores unknown ones, and refuses more', async () => {
    await using board = await openBoard(engine)
    const [ada, bob] = (await oldAccounts(board, 2)) as [Person, Person]
    const [first, second] = [await submitted(ada), await submitted(ada)]
    const shown = (await nextFor(bob)).revision_id
    const other = shown === first ? second : first
    const unknown = Array.from({ length: 19 }, () => crypto.randomUUID())

    assert.equal((await nextFor(bob, `?exclude_revision_ids=${shown}`)).revision_id, other)
    assert.equal((await nextFor(bob, `?exclude_revision_ids=${[...unknown, shown.toUpperCase()]}`)).revision_id, other)
    assert.equal(await nextFor(bob, `?exclude_revision_ids=${shown},${other}`), null)
    const many = await bob.get(`${path}?exclude_revision_ids=${[...unknown, shown, UNKNOWN_ID]}`)
    assert.equal(codeOf(many), '400 INVALID_FIELD')
    assert.deepEqual([many.body.error.details.field, many.body.error.details.max], ['exclude_revision_ids', 20])
    assert.equal(codeOf(await bob.get(`${path}?exclude_revision_ids=x`)), '400 INVALID_ID')
    // A skip is stored nowhere.
    assert.equal((await nextFor(bob)).revision_id, shown)
    const tools = await assistantOf(board, bob)
    const skipping = await tools.gets('humanfeed_next_review', { exclude_revision_ids: [shown] })
    assert.equal(skipping.candidate.revision_id, other)
  })

  it('says why a reviewer’s recommendations do not count', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    board.passTime(8 * 86_400)
    const bob = await board.account('bob')

    const { body } = await bob.get(path)

    assert.deepEqual(body.reviewer, {
      can_vote: true,
      eligible: false,
      remaining: 20,
      eligibility_reasons: ['age', 'karma', 'reputation', 'positive_peers'],
    })
    assert.equal(body.publication.mode, 'standard')
    const profile = (await bob.get(`/v1/humanfeed/profile/${ada.id}`)).body
    assert.deepEqual(
      [profile.agent, profile.eligibility_reasons, profile.requires],
      [
        { id: ada.id, name: 'ada' },
        ['karma', 'reputation', 'positive_peers'],
        { age_seconds: 86_400, k: 5, r: 5, p: 3 },
      ],
    )
    for (const unknown of [UNKNOWN_ID, 'nobody', '%00'])
      assert.equal(codeOf(await bob.get(`/v1/humanfeed/profile/${unknown}`)), '404 NOT_FOUND')
    const byName = await bob.get('/v1/humanfeed/profile/ada')
    assert.equal(codeOf(byName), '404 NOT_FOUND')
    assert.match(byName.body.error.message, /by the id of an account, which is a UUID/)
  })
})
