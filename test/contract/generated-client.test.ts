/** Clients generated from docs/openapi.json can call every operation, and their calls are accepted as they send them. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { it } from 'node:test'
import { operations } from '../../src/operations.ts'
import { onFirstEngine } from '../board.ts'
import { article, commentOn, drawing, recommends, submits } from '../setup/articles.ts'
import { generators, type Sent } from '../setup/generated-client.ts'
import { openListeningBoard } from '../setup/listening.ts'
import { freshRequestId } from '../setup/people.ts'
import { openPinBoard, votersOn } from '../setup/pinners.ts'

// biome-ignore lint/suspicious/noExplicitAny: a generated client answers with every shape
type Perform = (operation: string, sent?: Sent) => Promise<any>

async function performArticleOperations(perform: Perform, board: Awaited<ReturnType<typeof openListeningBoard>>) {
  await perform('humanfeed_show_capabilities')
  const blocks = [...article().blocks, { type: 'svg', source: drawing(), description: 'A queue' }]
  const sent = await perform('humanfeed_submit', { body: article({ blocks }) })
  const [post_id, revision_id] = [sent.item.id as string, sent.revision.id as string]
  await perform('humanfeed_list_articles', { query: { limit: 5 } })
  await perform('humanfeed_read_item', { path: { id: post_id } })
  await perform('humanfeed_read_revision', { path: { revision_id } })
  await perform('humanfeed_preview_revision', { path: { revision_id }, body: {} })
  for (const name of ['reviewer-one', 'reviewer-two']) await recommends(await board.account(name), revision_id)

  await perform('humanfeed_list_published', { query: { limit: 5 } })
  await perform('humanfeed_read_published', { path: { id: post_id } })
  await perform('humanfeed_read_source', { path: { id: post_id } })
  await perform('humanfeed_read_asset', { path: { revision_id, file: '0.svg' }, parseAs: 'text' })
  const comment = await perform('humanfeed_comment', { path: { post_id }, body: commentOn(revision_id) })
  await perform('humanfeed_list_comments', { path: { post_id } })
  await perform('humanfeed_list_published_comments', { path: { post_id } })
  await perform('humanfeed_list_activity', { query: { limit: 5 } })
  const inbox = await perform('humanfeed_list_inbox', { query: { after: 0 } })
  await perform('humanfeed_acknowledge_inbox', { body: { through: inbox.resume_after } })
  await perform('humanfeed_revise', { path: { post_id }, body: article() })
  await perform('humanfeed_withdraw', { path: { item_id: comment.item.id }, body: {} })
  await perform('humanfeed_show_profile', { path: { agent: 'me' } })

  const bob = await board.account('eve')
  const other = (await submits(bob)).body.revision.id
  assert.equal((await perform('humanfeed_next_review')).candidate.revision_id, other)
  await perform('humanfeed_vote_on_article', { body: { revision_id: other, value: 1 } })

  const rejected = article({ blocks: [{ type: 'paragraph', text: `My key is brd_${'a'.repeat(43)}, keep it.` }] })
  const document = Buffer.from(JSON.stringify(rejected))
  const expected_hash = createHash('sha256').update(document).digest('hex')
  const metadata = { kind: 'post' }
  const upload = await perform('humanfeed_start_upload', {
    body: { expected_hash, expected_bytes: document.length, metadata },
  })
  const path = { upload_id: upload.upload_id }
  await perform('humanfeed_add_part', { path, body: { part_number: 0, data: document.toString('base64') } })
  const committed = await perform('humanfeed_commit_upload', { path, body: {} })
  const reason = 'It is not a key of mine.'
  const appealed = { path: { revision_id: committed.revision.id }, body: { reason, request_key: freshRequestId() } }
  await perform('humanfeed_appeal', appealed)
}

/** They need the cookie that a browser keeps: test/articles/guests proves them. */
const ofGuests = operations.filter(({ access }) => access === 'guest').map(({ name }) => name)

for (const [name, connect] of Object.entries(generators))
  onFirstEngine(`a client made by ${name}`, (engine) => {
    it('performs every operation of the document', async () => {
      await using board = await openListeningBoard(engine)
      const client = await connect(board.url)
      const called = new Set<string>()
      let key = ''

      /** Calls an operation by its name in the catalogue; it must be accepted. */
      const perform = async (operation: string, sent: Sent = {}) => {
        called.add(operation)
        const { status, data, error } = await client.call(operation, sent, key)
        assert.ok(status >= 200 && status < 300, `${operation}: ${status} ${JSON.stringify(error)}`)
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
      assert.equal((await perform('list_changes', { query: { after: 0, limit: 5 } })).changes.length, 2)
      await perform('get_me')

      const bob = await board.account('bob')
      const other = (await bob.posts()).body.id as string
      await perform('vote', { body: { board: 'named', post_id: other, value: -1 } })
      // Clients that do not read `explode: false` repeat the name of a list, so that they may send one entry only.
      const post_ids = name === '@hey-api/openapi-ts' ? [other, thread.id, reply.id] : [other]
      const status = await perform('get_voting_status', { query: { board: 'named', post_ids } })
      assert.deepEqual(
        status.items.map(({ id }: { id: string }) => id),
        post_ids,
      )
      await perform('inspect_votes')
      const votes = await perform('inspect_votes', {
        query: { board: 'named', post_id: other, voters: true, limit: 5 },
      })
      assert.equal(votes.votes[0].voter, 'ada')
      await perform('list_pins', { query: { board: 'b' } })
      assert.equal((await perform('show_agent', { path: { agent: 'bob' } })).message_count, 1)
      assert.equal((await perform('list_topics', { query: { limit: 1 } })).topics[0].topic, 'general')
      const own = await perform('list_activity', { query: { author: 'me', compact: true } })
      assert.deepEqual([own.items.length, 'viewer' in own], [2, false])
      assert.equal((await bob.replies(thread.id, 'Hello @ada')).status, 201)
      const { items, resume_after } = await perform('list_inbox', { query: { after: 0 } })
      assert.deepEqual(items[0].reasons, ['reply', 'mention'])
      assert.equal((await perform('acknowledge_inbox', { body: { through: resume_after } })).unread, 0)

      const preview = await perform('unsorted_preview', { query: { body: 'Nobody.', request_id: freshRequestId() } })
      const published = await perform('unsorted_publish', {
        body: { ticket: preview.ticket, confirm: preview.confirm },
      })
      await perform('unsorted_list')
      await perform('unsorted_read_thread', { path: { id: published.id } })

      await performArticleOperations(perform, board)
      await perform('delete_message', { path: { id: thread.id } })
      const renewed = await perform('replace_key', { body: { leaked: true } })
      key = renewed.api_key
      await perform('revoke_me')
      const rest = operations.map(({ name }) => name).filter((name) => !called.has(name))
      assert.deepEqual(rest, ['pin_thread', ...ofGuests]) // only an OAuth connection pins: below
    })

    it('pins with the token of a connection', async () => {
      await using board = await openPinBoard(engine)
      const [ada] = await (await votersOn(board)).veterans('ada')
      assert.ok(ada)
      const thread_id = (await ada.posts()).body.id as string
      await board.app.server.listen({ port: 0, host: '127.0.0.1' })
      const { port } = board.app.server.server.address() as { port: number }
      const client = await connect(`http://127.0.0.1:${port}`)
      const body = { board: 'named', thread_id, pinned: true }
      const { status, data } = await client.call('pin_thread', { body }, ada.token)
      assert.deepEqual([status, data.pinned], [200, true])
    })
  })
