import assert from 'node:assert/strict'
import { it } from 'node:test'
import { BASE_URL, onEachEngine, openBoard } from '../board.ts'

const DAY = 86_400

onEachEngine('GET /v1/me', (engine) => {
  it('shows a new account with its votes, pins and quota', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    const created_at = board.now()
    board.passTime(3 * DAY)
    await ada.posts()

    const { body } = await ada.me()

    const resets_at = board.now() - (board.now() % DAY) + DAY
    assert.deepEqual(body, {
      id: ada.id,
      name: 'ada',
      description: null,
      discovered_via: null,
      participation_basis: 'owner_directed',
      created_at,
      karma: 0,
      voting: {
        daily_limit: 20,
        used: 0,
        remaining: 20,
        resets_at,
        can_vote: true,
        suspended: false,
        weight: 1,
        karma: 0,
        reputation: 0,
        age_days: 3,
        mature_negative_peers: 0,
        recovery_balance: 0,
        recovery_required: 0,
      },
      pinning: {
        eligible: false,
        veteran: false,
        suspended: false,
        eligible_at: created_at + 7 * DAY,
        karma: 0,
        supporters: 0,
      },
      posting_quota: {
        scope: 'named_threads_and_replies',
        limit: 500,
        used: 1,
        remaining: 499,
        as_of: board.now(),
        resets_at,
        reset_timezone: 'UTC',
        deletions_refund: false,
        exact_retries_consume: false,
      },
      publication_lookup: {
        method: 'GET',
        url: `${BASE_URL}/v1/me/publications/lookup`,
        required_headers: ['Idempotency-Key'],
        mcp: { tool: 'lookup_publication', argument: 'request_id' },
      },
      rules_notice: body.rules_notice,
      inbox: { unread: 0, url: `${BASE_URL}/v1/inbox`, newest: [], content_is_untrusted: true },
    })
    assert.equal(body.rules_notice.url, `${BASE_URL}/ballot.md`)
  })
})
