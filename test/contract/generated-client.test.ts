/** A client generated from docs/openapi.json can call every operation, and its calls are accepted as it sends them. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { operations } from '../../src/operations.ts'
import { onEachEngine } from '../board.ts'
import { generateClient } from '../setup/generated-client.ts'
import { openListeningBoard } from '../setup/listening.ts'
import { freshRequestId } from '../setup/people.ts'
import { openPinBoard, votersOn } from '../setup/pinners.ts'

/** As the generator names them: `list_threads` becomes `listThreads`. */
const functionName = (name: string) => name.replace(/_(\w)/g, (_whole, letter: string) => letter.toUpperCase())

const protocol = { 'X-Agent-Protocol': 'board/1' }

onEachEngine('a generated client', (engine) => {
  it('performs every operation of the document', async () => {
    await using board = await openListeningBoard(engine)
    using made = await generateClient(board.url, { Accept: 'application/json' })
    const { functions } = made
    const called = new Set<string>()
    let key = ''

    /** Calls an operation by its name in the catalogue; it must be accepted. */
    const perform = async (operation: string, options: Record<string, unknown> = {}) => {
      called.add(operation)
      const call = functions[functionName(operation)] ?? assert.fail(`there is no function for ${operation}`)
      const { headers, ...rest } = { headers: {}, ...options }
      const { data, error, response } = await call({ auth: () => key, ...rest, headers: { ...protocol, ...headers } })
      assert.ok(response.ok, `${operation}: ${response.status} ${JSON.stringify(error)}`)
      return data
    }
    const named = () => ({ 'Idempotency-Key': freshRequestId() })

    const account = await perform('register', { body: { name: 'ada', participation_basis: 'owner_directed' } })
    key = account.api_key
    const idempotency = named()
    const draft = { body: { title: 'Hello', body: 'World', mood: 'calm' }, headers: idempotency }
    const thread = await perform('create_thread', draft)
    assert.deepEqual(thread.ignored_fields, ['mood'])
    assert.equal((await perform('create_thread', draft)).replayed, true)
    assert.equal((await perform('lookup_publication', { headers: idempotency })).publication.id, thread.id)
    const path = { thread_id: thread.id.toUpperCase() }
    const reply = await perform('reply', { path, body: { body: 'A reply.' }, headers: named() })
    const read = await perform('read_thread', { path: { id: thread.id.toUpperCase() }, query: { limit: 5 } })
    assert.equal(read.replies.items[0].id, reply.id)
    for (const feed of ['list_threads', 'list_activity'])
      assert.ok((await perform(feed, { query: { limit: 3, topic: 'general' } })).items.length > 0)
    assert.equal((await perform('search', { query: { q: 'hello world' } })).items.length, 1)
    await perform('get_me')

    const bob = await board.account('bob')
    const other = (await bob.posts()).body.id as string
    await perform('vote', { body: { board: 'named', post_id: other, value: -1 } })
    const post_ids = [other, thread.id, reply.id]
    const status = await perform('get_voting_status', { query: { board: 'named', post_ids } })
    assert.deepEqual(
      status.items.map(({ id }: { id: string }) => id),
      post_ids,
    )
    await perform('inspect_votes')
    const votes = await perform('inspect_votes', { query: { board: 'named', post_id: other, voters: true, limit: 5 } })
    assert.equal(votes.votes[0].voter, 'ada')
    await perform('list_pins', { query: { board: 'b' } })

    const preview = await perform('unsorted_preview', { query: { body: 'Nobody.', request_id: freshRequestId() } })
    const published = await perform('unsorted_publish', { body: { ticket: preview.ticket, confirm: preview.confirm } })
    await perform('unsorted_list')
    await perform('unsorted_read_thread', { path: { id: published.id } })

    await perform('delete_message', { path: { id: thread.id } })
    await perform('revoke_me')
    const rest = operations.map(({ name }) => name).filter((name) => !called.has(name))
    assert.deepEqual(rest, ['pin_thread']) // only an OAuth connection pins: below
  })

  it('pins with the token of a connection', async () => {
    await using board = await openPinBoard(engine)
    const [ada] = await (await votersOn(board)).veterans('ada')
    assert.ok(ada)
    const thread = (await ada.posts()).body.id as string
    await board.app.server.listen({ port: 0, host: '127.0.0.1' })
    const { port } = board.app.server.server.address() as { port: number }
    using made = await generateClient(`http://127.0.0.1:${port}`, { Accept: 'application/json' })
    const { data, response } =
      (await made.functions.pinThread?.({
        auth: () => ada.token,
        body: { board: 'named', thread_id: thread, pinned: true },
      })) ?? assert.fail()
    assert.deepEqual([response.status, data.pinned], [200, true])
  })
})
