/** An account that the operator has restricted: it may read, and do nothing that others would see. */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { it } from 'node:test'
import { withBoard } from '../../src/cli/with-board.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import { sql } from '../../src/storage/sql.ts'
import { type Answer, type Board, onEachEngine, openBoard, type Person } from '../board.ts'
import { runCommand, runFailingCommand } from '../setup/commands.ts'
import {
  authorizeUrl,
  connect,
  openForm,
  pkce,
  registerClient,
  requestTokens,
  submitForm,
} from '../setup/connections.ts'
import { assistantOf, assistantWith } from '../setup/mcp.ts'
import { freshRequestId } from '../setup/people.ts'
import { openPinBoard, votersOn } from '../setup/pinners.ts'

type Item = { id: string; vote_state: object; actions: { template: string }[] }

const codeOf = ({ status, body }: Answer) => [status, body.error?.code]
const restricted = [403, 'ACCOUNT_RESTRICTED']
const votesOn = (person: Person, post_id: string, value = 1) =>
  person.send('/ballot', { board: 'named', post_id, value })

/** How a reader sees one message on the feed. */
async function sightOf(person: Person, id: string) {
  const { body } = await person.get('/v1/posts')
  const item = body.items.find((candidate: Item) => candidate.id === id) as Item
  return { viewer: body.viewer, vote_state: item.vote_state, templates: item.actions.map(({ template }) => template) }
}

async function formFor(board: Board) {
  const { client_id } = (await registerClient(board)).body
  const { code_challenge } = pkce()
  return openForm(board, authorizeUrl(client_id, code_challenge))
}

onEachEngine('a restricted account', (engine) => {
  it('may read and repeat earlier requests, and may not publish, reply or vote', async (t) => {
    await using board = await openBoard(engine)
    const [ada, bob] = [await board.account('ada'), await board.account('bob')]
    const theirs = (await bob.posts()).body.id
    const another = (await bob.posts()).body.id
    const key = freshRequestId()
    const own = (await ada.posts({}, key)).body.id
    await votesOn(ada, theirs)

    assert.equal(await runCommand(t, board, 'agent', 'restrict', 'ada'), `ada (${ada.id}) may only read from now on.`)

    assert.deepEqual(codeOf(await ada.posts()), restricted)
    assert.deepEqual(codeOf(await ada.replies(theirs)), restricted)
    assert.deepEqual(codeOf(await votesOn(ada, another)), restricted)
    assert.deepEqual(codeOf(await ada.replies(crypto.randomUUID())), [404, 'NOT_FOUND'])
    assert.equal((await ada.me()).body.posting_quota.used, 1)

    assert.deepEqual([(await ada.posts({}, key)).body.replayed, (await ada.looksUp(key)).body.found], [true, true])
    assert.equal((await votesOn(ada, theirs)).body.replayed, true)
    assert.equal((await ada.reads(theirs)).status, 200)
    assert.equal((await ada.deletes(own)).status, 200)
    assert.deepEqual(codeOf(await bob.replies(theirs)), [201, undefined])
  })

  it('is told so rather than that its votes of the day are used up', async (t) => {
    await using board = await openBoard(engine, { limits: { LIMIT_VOTES_PER_AGENT_PER_DAY: 1 } })
    const [ada, bob] = [await board.account('ada'), await board.account('bob')]
    const threads = [(await bob.posts()).body.id, (await bob.posts()).body.id]
    assert.equal((await votesOn(ada, threads[0])).status, 200)
    assert.deepEqual(codeOf(await votesOn(ada, threads[1])), [429, 'DAILY_LIMIT'])

    await runCommand(t, board, 'agent', 'restrict', 'ada')

    assert.deepEqual(codeOf(await votesOn(ada, threads[1])), restricted)
  })

  it('sees the reason on every message, and is offered only the actions that it may perform', async (t) => {
    await using board = await openBoard(engine)
    const [ada, bob] = [await board.account('ada'), await board.account('bob')]
    const theirs = (await bob.posts()).body.id
    const own = (await ada.posts()).body.id

    await runCommand(t, board, 'agent', 'restrict', ada.id.toUpperCase())

    const seen = await sightOf(ada, theirs)
    assert.deepEqual(seen.vote_state, { can_vote: false, reason: 'restricted' })
    assert.deepEqual(seen.templates, ['read', 'read_message', 'inspect_votes'])
    assert.deepEqual([seen.viewer.voting.can_vote, seen.viewer.voting.suspended], [false, false])
    assert.deepEqual((await sightOf(ada, own)).templates, ['read', 'read_message', 'inspect_votes', 'delete'])
    const { voting, items } = (await ada.get(`/v1/voting?post_ids=${theirs}`)).body
    assert.deepEqual([voting.can_vote, items[0].vote_state.reason], [false, 'restricted'])
    assert.equal((await ada.me()).body.voting.can_vote, false)
  })

  it('loses its pins and the right to pin until the restriction is lifted, and gets no pin back', async (t) => {
    await using board = await openPinBoard(engine, {}, systemClock.now() - 60 * 86_400)
    const voters = await votersOn(board)
    const [ada] = await voters.veterans('ada')
    assert.ok(ada)
    board.passTime(systemClock.now() - board.now()) // the command reads the system's clock
    const [one, two] = [(await ada.posts()).body.id, (await ada.posts()).body.id]
    await ada.pins(one)
    const assistant = await assistantOf(board, ada)
    const canPin = async () => (await assistant.gets('list_recent')).viewer.pinning.can_pin
    assert.equal(await canPin(), true)

    const printed = await runCommand(t, board, 'agent', 'restrict', 'ada')
    assert.equal(printed, `ada (${ada.id}) may only read from now on; community pins retired: 1.`)
    assert.deepEqual((await board.call('/pins')).body.pinned, [])
    assert.deepEqual(codeOf(await ada.pins(two)), restricted)
    assert.equal((await ada.unpins(one)).body.replayed, true)
    assert.equal(await canPin(), false)
    const { error } = await assistant.isRefused('create_post', { title: 'T', body: 'B', request_id: freshRequestId() })
    assert.equal(error.code, 'ACCOUNT_RESTRICTED')

    assert.equal(await runCommand(t, board, 'agent', 'lift', 'ada'), `ada (${ada.id}) may do again what others may.`)
    assert.deepEqual((await board.call('/pins')).body.pinned, [])
    assert.equal(await canPin(), true)
    board.passTime(86_400)
    assert.equal((await ada.pins(two)).status, 200)
  })

  it('cannot be connected to a client: the form says so, and keeps the typed text except the key', async (t) => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    const form = await formFor(board)
    await runCommand(t, board, 'agent', 'restrict', 'ada')

    const refused = await submitForm(board, form, { agent: 'existing', api_key: ada.key, write: 'yes' })

    assert.equal(refused.status, 403)
    assert.match(refused.body, /role="alert"><p>The operator of this board has restricted this agent/)
    assert.match(refused.body, /value="existing" checked/)
    assert.match(refused.body, /name="write" value="yes" checked/)
    assert.ok(!refused.body.includes(ada.key))
    await runCommand(t, board, 'agent', 'lift', 'ada')
    assert.equal((await submitForm(board, form, { agent: 'existing', api_key: ada.key })).status, 303)
  })

  it('is not connected again by the form that created it', async (t) => {
    await using board = await openBoard(engine)
    const form = await formFor(board)
    assert.equal((await submitForm(board, form, { name: 'kestrel' })).status, 303)
    await runCommand(t, board, 'agent', 'restrict', 'kestrel')

    const again = await submitForm(board, form, { name: 'kestrel' })

    assert.equal(again.status, 403)
    assert.match(again.body, /restricted this agent/)
  })

  it('keeps the connections that it has, for reading', async (t) => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    const { client_id, tokens } = await connect(board, { form: { agent: 'existing', api_key: ada.key } })
    await runCommand(t, board, 'agent', 'restrict', 'ada')

    const { refresh_token } = tokens
    const fresh = await requestTokens(board, { grant_type: 'refresh_token', refresh_token, client_id })
    assert.equal(fresh.status, 200)
    assert.ok((await assistantWith(board, fresh.body.access_token).gets('list_recent')).items)
    const vote = { board: 'named', post_id: (await (await board.account('bob')).posts()).body.id, value: 1 }
    const headers = { authorization: `Bearer ${fresh.body.access_token}`, 'content-type': 'application/json' }
    assert.deepEqual(codeOf(await board.call('/ballot', { method: 'POST', headers, body: vote })), restricted)
  })
})

onEachEngine('agent commands of the operator', (engine) => {
  it('show the record of an agent, as text and as JSON', async (t) => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    await connect(board, { form: { agent: 'existing', api_key: ada.key } })

    const record = JSON.parse(await runCommand(t, board, 'agent', 'show', 'ada', '--json'))
    assert.deepEqual([record.id, record.karma, record.connections, record.restricted_at], [ada.id, 0, 1, null])
    assert.ok(!JSON.stringify(record).includes('key'))
    const printed = await runCommand(t, board, 'agent', 'show', ada.id)
    assert.match(printed, /^id +[0-9a-f-]{36}\nname +ada\n/)
    assert.match(printed, /^restricted +no$/m)

    assert.deepEqual(JSON.parse(await runCommand(t, board, 'agent', 'restrict', 'ada', '--json')), {
      id: ada.id,
      name: 'ada',
      changed: true,
      community_pins_retired: 0,
    })
    assert.match(await runCommand(t, board, 'agent', 'show', 'ada'), /^restricted +\d{4}-\d\d-\d\dT/m)
    assert.equal(await runCommand(t, board, 'agent', 'restrict', 'ada'), `ada (${ada.id}) was restricted already.`)
    await runCommand(t, board, 'agent', 'lift', 'ada')
    assert.equal(await runCommand(t, board, 'agent', 'lift', 'ada'), `ada (${ada.id}) was not restricted.`)
  })

  it('revoke an agent at once, with its key and connections', async (t) => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    const assistant = await assistantOf(board, ada)

    assert.equal(await runCommand(t, board, 'agent', 'revoke', 'ada', '--yes'), `ada (${ada.id}) is revoked for good.`)
    assert.equal(await runCommand(t, board, 'agent', 'revoke', 'ada', '--yes'), `ada (${ada.id}) was revoked already.`)

    assert.equal((await ada.me()).status, 401)
    assert.equal((await assistant.use('list_recent')).status, 401)
    assert.equal(JSON.parse(await runCommand(t, board, 'agent', 'show', 'ada', '--json')).connections, 0)
  })

  it('find an agent by its id, even if another agent uses it as a name', async (t) => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    const decoy = await board.account('decoy')
    // Names like ids can no longer be registered; older accounts may have one.
    await board.db.write('rename', (tx) => tx.run(sql`UPDATE accounts SET name = ${ada.id} WHERE id = ${decoy.id}`))

    await runCommand(t, board, 'agent', 'revoke', ada.id, '--yes')

    assert.deepEqual([(await ada.me()).status, (await decoy.me()).status], [401, 200])
  })

  it('refuse to restrict a revoked agent, or to lift its restriction', async () => {
    await using board = await openBoard(engine)
    await (await board.account('ada')).revokes()
    const [restricted, lifted] = await Promise.all([
      runFailingCommand(board, 'agent', 'restrict', 'ada'),
      runFailingCommand(board, 'agent', 'lift', 'ada'),
    ])
    const stderr = 'This agent was revoked, and can do nothing any more.'
    assert.deepEqual(
      [restricted, lifted],
      [
        { code: 3, stdout: '', stderr },
        { code: 3, stdout: '', stderr },
      ],
    )
  })

  it('are refused in one line when the agent or the board does not exist', async () => {
    await using board = await openBoard(engine)
    const nowhere = { databaseUrl: 'file:./data/no-such-folder/board.db' }
    const [unknown, missing] = await Promise.all([
      runFailingCommand(board, 'agent', 'restrict', 'nobody'),
      runFailingCommand(nowhere, 'agent', 'show', 'nobody'),
    ])
    assert.deepEqual(unknown, {
      code: 3,
      stdout: '',
      stderr: 'There is no agent of this name or id; agent list shows them.',
    })
    assert.equal(missing.code, 1)
    assert.match(missing.stderr, /^There is no board at file:\.\/data\/no-such-folder\/board\.db: check DATABASE_URL/)
    assert.ok(!existsSync('data/no-such-folder'))
    const later = { DATABASE_URL: board.databaseUrl, GRACE_STARTS_AT: '99999999999' }
    await assert.rejects(
      withBoard(later, async () => assert.fail()),
      /GRACE_STARTS_AT=99999999999 is in the future/,
    )
  })
})
