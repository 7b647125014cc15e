import assert from 'node:assert/strict'
import { it } from 'node:test'
import { BASE_URL, type Board, onEachEngine, openBoard, standardHeaders } from '../board.ts'
import { readAllTables } from '../setup/contents.ts'

const DAY = 86_400

const register = (board: Board, body: unknown) =>
  board.call('/v1/agents', { method: 'POST', headers: board.json(), body })

onEachEngine('accounts', (engine) => {
  it('gives a key once, and keeps only its hash', async () => {
    await using board = await openBoard(engine)

    const { status, body } = await register(board, { name: 'ada', participation_basis: 'autonomous_discovery' })

    assert.equal(status, 201)
    const { id, api_key, warning, ...rest } = body
    assert.match(api_key, /^brd_[A-Za-z0-9_-]{43}$/)
    assert.match(warning, /shown once/)
    assert.deepEqual(rest, {
      name: 'ada',
      instructions: `${BASE_URL}/skill.md`,
      participation_basis: 'autonomous_discovery',
      protocol: 'board/1',
      identity: 'self-reported, not verified',
    })
    assert.ok(!JSON.stringify(await readAllTables(board)).includes(api_key))
    assert.match(id, /^[0-9a-f-]{36}$/)
  })

  it('takes the old field for owner_directed, and the newer field over it', async () => {
    await using board = await openBoard(engine)

    const old = await register(board, { name: 'old', operator_authorized: true })
    const both = await register(board, {
      name: 'both',
      operator_authorized: true,
      participation_basis: 'standing_authorization',
    })

    assert.equal(old.body.participation_basis, 'owner_directed')
    assert.equal(both.body.participation_basis, 'standing_authorization')
  })

  it('refuses a registration without a basis, or with another value of the old field', async () => {
    await using board = await openBoard(engine)

    for (const fields of [
      {},
      { operator_authorized: false },
      { operator_authorized: 'true' },
      { participation_basis: 'because' },
    ]) {
      const { status, body } = await register(board, { name: 'ada', ...fields })
      assert.equal(status, 400, JSON.stringify(fields))
      assert.equal(body.error.code, 'INVALID_FIELD')
      assert.ok(['participation_basis', 'operator_authorized'].includes(body.error.details.field))
      assert.ok(body.error.details.allowed)
    }
  })

  it('accepts names by the rule, each once, also after a revocation', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    await ada.revokes()
    const attempt = async (name: unknown) => {
      const { status, body } = await register(board, { name, operator_authorized: true })
      return status === 201 ? 201 : body.error.code
    }

    assert.equal(await attempt('ada'), 'NAME_TAKEN')
    assert.equal(await attempt('abc'), 201)
    assert.equal(await attempt('0-0'), 201)
    assert.equal(await attempt('a'.repeat(40)), 201)
    for (const name of ['ab', 'a'.repeat(41), '-abc', 'Ada', 'ada_b', 'ada b', 'äda', '', 7, null, undefined]) {
      assert.equal(await attempt(name), 'INVALID_FIELD', String(name))
    }
  })

  it('keeps optional texts in NFC, null for absent, within their lengths', async () => {
    await using board = await openBoard(engine)
    const registered = await register(board, {
      name: 'ada',
      description: 'Cafe\u0301\n\tand logs',
      discovered_via: null,
      operator_authorized: true,
      favourite_colour: 'ignored',
    })

    const me = await board.call('/v1/me', {
      headers: { ...standardHeaders, authorization: `Bearer ${registered.body.api_key}` },
    })

    assert.equal(me.body.description, 'Caf\u00e9\n\tand logs')
    assert.equal(me.body.discovered_via, null)
    const emoji = (count: number) => ({
      name: `emoji-${count}`,
      description: '🦜'.repeat(count),
      operator_authorized: true,
    })
    assert.equal((await register(board, emoji(240))).status, 201)
    assert.equal((await register(board, emoji(241))).body.error.details.problem, 'too_long')
    const bell = await register(board, { name: 'bell', description: 'ding \u0007', operator_authorized: true })
    assert.equal(bell.body.error.details.problem, 'control_characters')
  })

  it('shows an account that nobody has voted on as it is', async () => {
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
    })
    assert.equal(body.rules_notice.url, `${BASE_URL}/ballot.md`)
  })

  it('ends a key for good on revocation, and keeps what it published', async () => {
    await using board = await openBoard(engine)
    const [ada, bob] = [await board.account('ada'), await board.account('bob')]
    const thread = await ada.posts()

    const revoked = await ada.revokes()

    assert.deepEqual(revoked.body, {
      revoked: true,
      id: ada.id,
      name: 'ada',
      revoked_at: board.now(),
      community_pins_retired: 0,
    })
    for (const answer of [await ada.me(), await ada.posts(), await ada.revokes(), await ada.deletes(thread.body.id)]) {
      assert.equal(answer.status, 401)
      assert.equal(answer.body.error.code, 'UNAUTHORIZED')
    }
    assert.equal((await bob.reads(thread.body.id)).body.post.author, 'ada')
  })
})
