/** The twelve tools: their descriptions, results and refusals. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import Ajv2020 from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { z } from 'zod'
import { ToolTemplate } from '../../src/actions/view.ts'
import { statusOf } from '../../src/http/answers/json.ts'
import { describedErrors, Failure, fail } from '../../src/kernel/errors.ts'
import { type Listing, listingOf } from '../../src/mcp/listing.ts'
import { argumentsSchema, type JsonSchema } from '../../src/mcp/schemas.ts'
import { bindingsOf } from '../../src/mcp/tool.ts'
import { Metadata } from '../../src/mcp/tools/fetch.ts'
import { tools } from '../../src/mcp/tools.ts'
import { instructionsFor } from '../../src/mcp/words.ts'
import { operations } from '../../src/operations.ts'
import { type Board, onFirstEngine, openBoard, type Person } from '../board.ts'
import { type ToolTemplate as Template, toolCallOf } from '../setup/actions.ts'
import { type Assistant, assistantOf, assistantWith, eras } from '../setup/mcp.ts'
import { assertFitsOpenApi } from '../setup/openapi.ts'
import { freshRequestId } from '../setup/people.ts'
import { openPinBoard, votersOn } from '../setup/pinners.ts'

const listings = tools.map(listingOf)
const ajv = new Ajv2020.default({ strict: true, strictTypes: false, allErrors: true })
addFormats.default(ajv)

const named: Record<string, string[]> = {
  get_my_agent: [],
  lookup_publication: ['request_id'],
  get_voting_status: ['board', 'post_ids'],
  list_recent: ['after', 'before', 'humanfeed_after', 'humanfeed_before', 'humanfeed_limit', 'limit', 'topic'],
  search: ['after', 'before', 'limit', 'query', 'topic'],
  fetch: ['id'],
  read_thread: ['after', 'before', 'limit', 'root_id'],
  create_post: ['body', 'request_id', 'title', 'topic'],
  reply_to_thread: ['body', 'request_id', 'thread_id'],
  vote: ['board', 'post_id', 'value'],
  inspect_votes: ['agent', 'before', 'board', 'limit', 'post_id', 'voter', 'voters'],
  pin_thread: ['board', 'pinned', 'thread_id'],
  humanfeed_read: ['action', 'after', 'before', 'id', 'limit'],
  humanfeed_next_review: ['exclude_revision_ids'],
  humanfeed_submit: ['kind', 'publication', 'target_id'],
  humanfeed_vote: ['revision_id', 'value'],
  humanfeed_preview: ['revision_id'],
  humanfeed_withdraw: ['item_id'],
  humanfeed_appeal: ['reason', 'request_key', 'revision_id'],
  humanfeed_upload: ['data', 'expected_bytes', 'expected_hash', 'metadata', 'part_number', 'step', 'upload_id'],
}
const writes = [
  'create_post',
  'reply_to_thread',
  'vote',
  'pin_thread',
  'humanfeed_submit',
  'humanfeed_vote',
  'humanfeed_withdraw',
  'humanfeed_appeal',
  'humanfeed_upload',
]
const destructive = ['pin_thread', 'humanfeed_withdraw']
/** What others wrote. */
const showing = [
  'get_my_agent',
  'list_recent',
  'search',
  'fetch',
  'read_thread',
  'inspect_votes',
  'humanfeed_read',
  'humanfeed_next_review',
]

describe('tools/list', () => {
  it('names the tools of the rules with their arguments, and no others', () => {
    const listed = Object.fromEntries(
      listings.map((tool) => [tool.name, Object.keys(tool.inputSchema.properties).sort()]),
    )
    assert.deepEqual(listed, named)
  })

  it('has a tool for every operation that names one, and that tool performs it', () => {
    for (const op of operations.filter((operation) => operation.tool)) {
      const tool = tools.find(({ name }) => name === op.tool) ?? assert.fail(`src/mcp/tools.ts lacks ${op.tool}`)
      assert.ok(
        bindingsOf(tool).some((binding) => binding.op.name === op.name),
        op.name,
      )
    }
    const performed = tools.flatMap((tool) => bindingsOf(tool).map(({ op }) => op))
    const named = new Map(operations.map((op) => [op.name, op]))
    for (const { name } of performed) assert.ok(named.get(name)?.tool, name)
  })

  it('describes arguments, not headers and queries', () => {
    for (const listing of listings)
      assert.doesNotMatch(JSON.stringify(listing), /\bkey\b|Idempotency-Key/i, listing.name)
    for (const [code, , sentence] of describedErrors())
      if (String(sentence).includes('Idempotency-Key')) assert.match(String(sentence), /request_id/, String(code))
  })

  it('says what a model must know before it calls', () => {
    for (const name of ['create_post', 'reply_to_thread'])
      assert.match(listed(name).description, /no tool can delete it/, name)
    for (const name of ['list_recent', 'search', 'fetch', 'read_thread', 'inspect_votes'])
      assert.match(listed(name).description, /\d+ KB/, name)
    for (const name of ['create_post', 'reply_to_thread', 'lookup_publication'])
      assert.match(String(listed(name).inputSchema.properties.request_id?.description), /16 to 128 characters/, name)
    assert.equal(listed('get_voting_status').inputSchema.properties.post_ids?.description, 'Ids of up to 30 messages.')
  })

  it('explains how to poll with cursors, and where the ids of the other board come from', () => {
    for (const text of [instructionsFor('Posting Board'), listed('list_recent').description])
      assert.match(text, /repeat with after = next_after until that is null; an empty page leaves/)
    const onBoards = listings.flatMap<JsonSchema>(({ inputSchema }) => inputSchema.properties.board ?? [])
    assert.equal(onBoards.length, 4)
    for (const { description } of onBoards) assert.match(String(description), /GET \/b\b/)
  })

  for (const { name, title, description, inputSchema, outputSchema, annotations } of listings) {
    it(`describes ${name} briefly, and says that content is data where it shows some`, () => {
      assert.match(title, /^[A-Z][\w ]{4,30}$/)
      assert.ok(description.length <= 600 && description.length >= 80, String(description.length))
      assert.equal(/data, never instructions\.$/.test(description), showing.includes(name))
      const isWrite = writes.includes(name)
      assert.equal(annotations.readOnlyHint, !isWrite)
      assert.equal(annotations.destructiveHint, destructive.includes(name))
      assert.deepEqual(
        Object.values(annotations).map((hint) => typeof hint),
        Array(4).fill('boolean'),
      )
      assert.equal(inputSchema.additionalProperties, false)
      for (const [argument, schema] of Object.entries(inputSchema.properties))
        assert.match(String(schema.description), /^[A-Z`1].+\.$/, argument)
      for (const schema of [inputSchema, outputSchema]) assert.ok(ajv.compile(schema))
    })

    it(`declares the types of the top-level fields of ${name}, and leaves the rest open`, () => {
      assert.equal(outputSchema.type, 'object')
      assert.ok(Object.keys(outputSchema.properties).length > 0)
      for (const [field, schema] of Object.entries(outputSchema.properties)) {
        assert.ok(schema.type, field)
        assert.ok(!('properties' in schema), field)
      }
    })
  }
})

describe('a failure with other details', () => {
  it('keeps its own sentence, and rebuilds a sentence of the table', () => {
    const own = new Failure('INVALID_FIELD', { field: 'q' }, { message: 'Its own.', retryAfter: 7 })
    const changed = own.withDetails({ field: 'query' })
    assert.deepEqual(
      [changed.message, changed.details, changed.retryAfter],
      ['Its own.', { field: 'query', retry_after_seconds: 7 }, 7],
    )
    const plain = new Failure('INVALID_ID', { field: 'id' }).withDetails({ field: 'root_id' })
    assert.equal(plain.message, 'root_id must be a UUID, as in the id of an item.')
  })
})

describe('the schema of an argument', () => {
  it('has the type of the literals that it allows', () => {
    const input = z.object({
      sign: z.union([z.literal(1), z.literal(-1)]),
      word: z.union([z.literal('a'), z.literal('b')]),
      any: z.union([z.literal('a'), z.literal(null), z.literal(0.5)]),
    })
    const { sign, word, any } = argumentsSchema(input, (field) => field).properties
    assert.deepEqual(sign, { type: 'integer', enum: [1, -1] })
    assert.deepEqual(word, { type: 'string', enum: ['a', 'b'] })
    assert.deepEqual(any, { type: ['string', 'null', 'number'], enum: ['a', null, 0.5] })
  })
})

type Item = { kind: string; vote_state: { can_vote: boolean } }

const listed = (name: string) => listings.find((listing) => listing.name === name) as Listing

/** Puts the parts back that tools leave out or shorten, after a look at what they have instead. */
function asInRest(result: Record<string, unknown>): object {
  z.record(z.string(), ToolTemplate).parse(result.action_templates ?? {})
  const withActions = (items: object[]) =>
    items.map((item) => {
      assert.ok(!('actions' in item))
      return { ...item, actions: [] }
    })
  const { items, pinned, post, replies, viewer, action_templates } = result as Shortened
  const pinning = { status_url: 'http://board.test/v1/me', requires: '', ...viewer?.pinning }
  return {
    ...result,
    ...(action_templates && { action_templates: {} }),
    ...(viewer && { viewer: { ...viewer, pinning } }),
    ...(items && action_templates && { items: withActions(items) }),
    ...(Array.isArray(pinned) && { pinned: withActions(pinned) }),
    ...(post && { post: withActions([post])[0] }),
    ...(replies && { replies: { ...replies, items: withActions(replies.items) } }),
  }
}

type Shortened = Partial<{
  items: object[]
  pinned: object[] | boolean
  post: object
  replies: { items: object[] }
  viewer: { pinning: object }
  action_templates: object
}>

/** Holds a result against what tools/list promises, and against the answer of the REST route in OpenAPI. */
function assertFits(name: string, result: Record<string, unknown>) {
  const { outputSchema } = listed(name)
  const validate = ajv.compile(outputSchema)
  assert.ok(validate(result), `${name}: ${ajv.errorsText(validate.errors)}`)
  const unlisted = Object.keys(result).filter((field) => !(field in outputSchema.properties))
  // It has four answers; what only one of them has is left open.
  if (name !== 'inspect_votes') assert.deepEqual(unlisted, [], `${name} answers what tools/list does not name`)

  if (name === 'fetch') return void Metadata.strict().parse(result.metadata)
  const { results: _short, note: _note, ...rest } = result
  const body = name === 'get_my_agent' ? result.agent : asInRest(rest)
  const tool = tools.find((known) => known.name === name) ?? assert.fail()
  const op = bindingsOf(tool)[0]?.op ?? assert.fail()
  const { http } = op
  const status = result.replayed ? 200 : statusOf(op, result)
  assertFitsOpenApi(http.method, http.path.replace(/\{\w+\}/, crypto.randomUUID()), { status, body })
}

/** An assistant all of whose answers are held against both promises. */
const checked = ({ gets, ...assistant }: Assistant) => ({
  ...assistant,
  async gets(name: string, given: Record<string, unknown> = {}) {
    const result = await gets(name, given)
    assertFits(name, result)
    return result
  },
})

const connect = async (board: Board, person: Pick<Person, 'id'>, scopes?: ('board:read' | 'board:write')[]) =>
  checked(await assistantOf(board, person, scopes))

onFirstEngine('MCP tools', (engine) => {
  it('return the same as REST, each of them', async () => {
    await using board = await openPinBoard(engine)
    const voters = await votersOn(board)
    const [ada] = await voters.veterans('ada')
    const bob = await board.account('bob')
    assert.ok(ada)
    const [a, b] = [await connect(board, ada), await connect(board, bob)]

    const { agent } = await a.gets('get_my_agent')
    assert.deepEqual(agent, (await ada.me()).body)

    const request_id = freshRequestId()
    const post = { title: 'Wombats', body: 'Who has met a wombat?', topic: 'animals', request_id }
    const thread = await a.gets('create_post', post)
    assert.deepEqual(await a.gets('create_post', post), { ...thread, replayed: true })
    const lookup = await a.gets('lookup_publication', { request_id })
    assert.deepEqual(lookup.publication, thread)
    assert.equal((await b.gets('lookup_publication', { request_id })).found, false)

    const reply = await b.gets('reply_to_thread', {
      thread_id: thread.id,
      body: 'A wombat? I.',
      request_id: freshRequestId(),
    })
    assert.equal(reply.thread_id, thread.id)

    const page = await b.gets('list_recent', { topic: 'animals', limit: 5 })
    assert.deepEqual(
      page.items.map(({ id }: { id: string }) => id),
      [reply.id, thread.id],
    )
    assert.deepEqual(page.viewer.scopes, ['board:read', 'board:write'])
    assert.equal(page.viewer.authentication, 'oauth')
    assert.ok('pinned' in page)
    const later = await b.gets('list_recent', { after: thread.seq })
    assert.deepEqual([later.items.length, 'pinned' in later], [1, false])

    const found = await b.gets('search', { query: 'WOMBAT' })
    assert.deepEqual(found.results, [
      { id: reply.id, title: 'Reply by bob', url: reply.url },
      { id: thread.id, title: 'Wombats', url: thread.url },
    ])
    assert.deepEqual(
      found.items.map(({ id }: { id: string }) => id),
      [reply.id, thread.id],
    )

    const fetched = await b.gets('fetch', { id: thread.id })
    const { metadata, ...short } = fetched
    assert.deepEqual(short, { id: thread.id, title: 'Wombats', text: post.body, url: thread.url })
    assert.deepEqual(['body' in metadata, metadata.content_is_untrusted], [false, true])
    assert.equal(metadata.seq, thread.seq)
    assert.equal((await b.gets('fetch', { id: reply.id })).title, 'Reply by bob')

    const read = await b.gets('read_thread', { root_id: thread.id, limit: 1 })
    assert.deepEqual([read.post.id, read.replies.items[0].id], [thread.id, reply.id])

    const vote = await b.gets('vote', { board: 'named', post_id: thread.id, value: 1 })
    assert.deepEqual([vote.replayed, vote.score], [false, 1])
    assert.equal((await b.gets('vote', { board: 'named', post_id: thread.id, value: 1 })).replayed, true)
    const status = await b.gets('get_voting_status', { post_ids: [thread.id, reply.id] })
    assert.deepEqual(
      status.items.map(({ vote_state }: { vote_state: { reason: string } }) => vote_state.reason),
      ['already_voted', 'self_vote'],
    )
    await b.gets('get_voting_status')

    assert.match((await b.gets('inspect_votes')).vote, /the tool vote/)
    const votes = await b.gets('inspect_votes', { board: 'named', post_id: thread.id, voters: true, limit: 5 })
    assert.equal(votes.votes[0].voter, 'bob')
    assert.equal((await b.gets('inspect_votes', { agent: ada.id })).karma, 7)
    assert.equal((await b.gets('inspect_votes', { voter: bob.id })).votes.length, 1)

    const pin = await a.gets('pin_thread', { board: 'named', thread_id: thread.id, pinned: true })
    assert.deepEqual([pin.pinned, pin.replayed], [true, false])
    const [notice] = (await b.gets('list_recent')).pinned
    assert.equal(notice.id, thread.id)
    assert.equal((await a.gets('pin_thread', { board: 'named', thread_id: thread.id, pinned: false })).pinned, false)
  })

  it('refuse with the envelope of REST as text, and name the argument that was wrong', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    const thread = (await ada.posts()).body.id as string
    const a = await connect(board, ada)
    const request_id = freshRequestId()
    const stranger = crypto.randomUUID()
    for (const [tool, given, code, details] of [
      ['list_recent', { limit: '10' }, 'INVALID_LIMIT', { field: 'limit', max: 30, example: 10 }],
      ['list_recent', { limit: 31 }, 'INVALID_LIMIT', { field: 'limit' }],
      ['list_recent', { limit: 1.5 }, 'INVALID_LIMIT', { field: 'limit' }],
      ['list_recent', { before: '7' }, 'INVALID_CURSOR', { field: 'before' }],
      ['list_recent', { before: 7, after: 7 }, 'INVALID_CURSOR', { field: 'after' }],
      ['list_recent', { topics: 'x' }, 'INVALID_FIELD', { field: 'topics', problem: 'unknown' }],
      ['list_recent', { 'Do this': 'x' }, 'INVALID_FIELD', { problem: 'unknown' }],
      ['get_my_agent', { id: stranger }, 'INVALID_FIELD', { field: 'id', problem: 'unknown' }],
      ['get_my_agent', JSON.parse('{"__proto__":{}}'), 'INVALID_FIELD', { field: '__proto__', problem: 'unknown' }],
      ['search', {}, 'INVALID_QUERY', { field: 'query' }],
      ['search', { query: null }, 'INVALID_QUERY', { field: 'query' }],
      ['search', { q: 'x' }, 'INVALID_FIELD', { field: 'q', problem: 'unknown' }],
      ['search', { query: '!' }, 'INVALID_QUERY', { field: 'query', actual_chars: 1 }],
      ['search', { query: 'a b c d e f g h i j k l m' }, 'SEARCH_QUERY_TOO_LONG', { actual_terms: 13 }],
      ['fetch', { id: stranger }, 'NOT_FOUND', undefined],
      ['fetch', { id: 'x' }, 'INVALID_ID', { field: 'id' }],
      ['fetch', { id: thread, limit: 1 }, 'INVALID_FIELD', { field: 'limit', problem: 'unknown' }],
      ['read_thread', { root_id: 7 }, 'INVALID_ID', { field: 'root_id' }],
      ['read_thread', {}, 'INVALID_ID', { field: 'root_id', problem: 'missing' }],
      ['create_post', { title: 'x', body: 'y' }, 'IDEMPOTENCY_KEY_REQUIRED', { field: 'request_id', min_length: 16 }],
      ['create_post', { title: '', body: 'y', request_id }, 'INVALID_FIELD', { field: 'title', problem: 'too_short' }],
      ['create_post', { title: 'x', body: 'y'.repeat(8193), request_id }, 'BODY_TOO_LARGE', { actual_bytes: 8193 }],
      ['create_post', { title: 'x', body: ada.key, request_id }, 'INVALID_FIELD', { problem: 'contains_credential' }],
      ['reply_to_thread', { thread_id: stranger, body: 'y', request_id }, 'NOT_FOUND', undefined],
      ['vote', { board: 'named', post_id: thread, value: 1 }, 'SELF_VOTE', undefined],
      ['vote', { board: 'named', post_id: thread, value: '1' }, 'INVALID_FIELD', { field: 'value' }],
      ['vote', { board: 'x', post_id: thread, value: 1 }, 'INVALID_BOARD', { field: 'board' }],
      ['inspect_votes', { post_id: thread }, 'INVALID_BOARD', { field: 'board' }],
      ['inspect_votes', { agent: ada.id, voters: true }, 'INVALID_FIELD', { field: 'voters', problem: 'combination' }],
      ['get_voting_status', { post_ids: 'a,b' }, 'INVALID_FIELD', { field: 'post_ids', accepted: 'a list of UUIDs' }],
      ['get_voting_status', { post_ids: ['x'] }, 'INVALID_ID', { field: 'post_ids', index: 0, accepted: 'uuid' }],
      ['get_voting_status', { post_ids: [thread, 5] }, 'INVALID_ID', { field: 'post_ids', index: 1 }],
      ['pin_thread', { board: 'named', thread_id: thread, pinned: 'true' }, 'INVALID_FIELD', { field: 'pinned' }],
      ['pin_thread', { board: 'named', thread_id: thread, pinned: true }, 'PIN_NOT_ELIGIBLE', undefined],
    ] as const) {
      const { error, docs } = await a.isRefused(tool, given)
      assert.equal(error.code, code, `${tool} ${JSON.stringify(given)}`)
      for (const [name, value] of Object.entries(details ?? {}))
        assert.equal(error.details[name], value, `${tool} ${name}`)
      const page = { vote: 'ballot', inspect_votes: 'ballot', pin_thread: 'pins' }[tool as string] ?? 'skill'
      assert.equal(docs, `http://board.test/${page}.md`)
      assert.ok(!JSON.stringify(error).includes('Do this') && !error.message.includes(ada.key))
    }
  })

  it('accept null for an optional argument', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    const thread = (await ada.posts()).body.id
    const a = await connect(board, ada)

    const page = await a.gets('list_recent', { limit: null, before: null, after: null, topic: null })
    assert.deepEqual(page, await a.gets('list_recent'))
    const nothing = { board: null, post_id: null, voters: null, agent: null, voter: null, before: null, limit: null }
    assert.equal((await a.gets('inspect_votes', nothing)).system, 'ballot')
    assert.equal((await a.gets('inspect_votes', { ...nothing, agent: ada.id })).karma, 0)
    assert.equal((await a.gets('read_thread', { root_id: thread, limit: null })).post.id, thread)
    const post = { title: 'x', body: 'y', topic: null, request_id: freshRequestId() }
    const { id } = await a.gets('create_post', post)
    assert.equal((await ada.reads(id)).body.post.topic, 'general')
    assert.equal((await a.isRefused('create_post', { ...post, request_id: null })).error.details.field, 'request_id')
  })

  it('report how long to wait in the text, as REST does besides its header', async () => {
    await using board = await openBoard(engine, {
      limits: { LIMIT_POSTS_PER_AGENT_PER_DAY: 1, LIMIT_VOTES_PER_AGENT_PER_DAY: 1 },
    })
    const [ada, bob] = [await board.account('ada'), await board.account('bob')]
    const thread = (await ada.posts()).body.id as string
    const a = await connect(board, ada)
    const post = { title: 'x', body: 'y', request_id: freshRequestId() }

    const { error } = await a.isRefused('create_post', post)
    const byRest = await ada.posts()
    assert.equal(error.code, 'DAILY_LIMIT')
    assert.equal(String(error.details.retry_after_seconds), byRest.headers['retry-after'])
    assert.deepEqual(error.details, byRest.body.error.details)

    const b = await connect(board, bob)
    board.db.write = () => fail('UNAVAILABLE')
    const busy = await b.isRefused('vote', { board: 'named', post_id: thread, value: 1 })
    assert.deepEqual([busy.error.code, busy.error.details], ['UNAVAILABLE', { retry_after_seconds: 5 }])
  })

  it('describe in words what a valid argument is', async () => {
    await using board = await openBoard(engine)
    const a = await connect(board, await board.account('ada'))
    for (const [tool, given, message] of [
      ['get_voting_status', { post_ids: 'a,b' }, 'post_ids must be a list of UUIDs.'],
      ['get_voting_status', { post_ids: [5] }, 'Every entry of post_ids must be a UUID, as in the id of an item.'],
      [
        'get_voting_status',
        { post_ids: Array(31).fill(crypto.randomUUID()) },
        'post_ids may name at most 30 messages.',
      ],
      ['fetch', { id: 5 }, 'id must be a UUID, as in the id of an item.'],
      ['create_post', { title: 5, body: 'x', request_id: freshRequestId() }, 'title must be text.'],
      [
        'pin_thread',
        { board: 'named', thread_id: crypto.randomUUID(), pinned: 'true' },
        'pinned must be true or false.',
      ],
    ] as const)
      assert.equal((await a.isRefused(tool, given)).error.message, message)
  })

  it('publish once, however often they are called, together with REST', async () => {
    await using board = await openBoard(engine, { limits: { LIMIT_POSTS_PER_AGENT_PER_DAY: 1 } })
    const ada = await board.account('ada')
    const a = await connect(board, ada)
    const request_id = freshRequestId()
    const post = { title: 'Once', body: 'Only.', request_id }

    const results = await Promise.all(Array.from({ length: 4 }, () => a.gets('create_post', post)))
    const byRest = await ada.posts({ title: post.title, body: post.body }, request_id)

    assert.equal(new Set([byRest.body.id, ...results.map(({ id }) => id)]).size, 1)
    assert.equal(results.filter(({ replayed }) => !replayed).length, 1)
    assert.equal((await a.isRefused('create_post', { ...post, body: 'Other.' })).error.code, 'IDEMPOTENCY_CONFLICT')
    const spent = await a.isRefused('create_post', { ...post, request_id: freshRequestId() })
    assert.deepEqual([spent.error.code, spent.error.details.used], ['DAILY_LIMIT', 1])
  })

  it('return every character of a message unchanged', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    const assistants = await Promise.all(
      eras.map(async (era) => assistantWith(board, (await connect(board, ada)).token, era)),
    )
    const body = 'data: $& $` $\' $1 "quoted" \\u0041 \u2028\r\n\r\ndata: {"jsonrpc":"2.0"} 🦘 {"mark":null}'
    const { id } = (await ada.posts({ title: '$& {}', body })).body

    for (const assistant of assistants) {
      assert.equal((await assistant.gets('fetch', { id })).text, body)
      const [item] = (await assistant.gets('list_recent')).items
      assert.deepEqual([item.title, item.preview], ['$& {}', body])
    }
  })

  it('show a read-only connection what it cannot do', async () => {
    await using board = await openBoard(engine)
    const [ada, bob] = [await board.account('ada'), await board.account('bob')]
    const thread = (await ada.posts()).body.id as string
    await bob.send('/ballot', { board: 'named', post_id: thread, value: 1 })
    const reader = await connect(board, bob, ['board:read'])

    const { items, viewer, action_templates } = await reader.gets('list_recent')

    assert.deepEqual(viewer.scopes, ['board:read'])
    assert.equal(viewer.voting.can_vote, false)
    assert.deepEqual([viewer.pinning.can_pin, viewer.pinning.eligibility_checked], [false, false])
    assert.deepEqual(items[0].vote_state, { can_vote: false, reason: 'scope_required' })
    assert.equal(items[0].your_vote, 1)
    assert.deepEqual(Object.keys(action_templates), ['read', 'read_message', 'inspect_votes'])
    const status = await reader.gets('get_voting_status', { post_ids: [thread] })
    assert.deepEqual([status.voting.can_vote, status.items[0].vote_state.reason], [false, 'scope_required'])
  })

  it('perform every action that a page offers a connection, filled from the fields of its items', async () => {
    await using board = await openPinBoard(engine)
    const voters = await votersOn(board)
    const [ada] = await voters.veterans('ada')
    const bob = await board.account('bob')
    assert.ok(ada)
    const thread = (await ada.posts()).body.id as string
    await bob.posts()
    await ada.replies(thread)
    await bob.replies(thread)
    const a = await connect(board, ada)
    const { items, action_templates } = await a.gets('list_recent')
    assert.deepEqual(Object.keys(action_templates), ['read', 'read_message', 'reply', 'inspect_votes', 'vote', 'pin'])

    const isOffered = (name: string, { kind, vote_state }: Item) =>
      name === 'vote' ? vote_state.can_vote : name === 'pin' ? kind === 'thread' : true
    for (const item of items as Item[])
      for (const [name, template] of Object.entries(action_templates as Record<string, Template>))
        if (isOffered(name, item)) await a.gets(...toolCallOf(template, item))
  })

  it('answer a page of ten nearly empty items in less than half of what REST answers', async () => {
    await using board = await openBoard(engine)
    const [ada, bob] = [await board.account('ada'), await board.account('bob')]
    for (let n = 0; n < 10; n++) await ada.posts({ title: 'Hi', body: 'x' })
    const b = await connect(board, bob)

    const bytesOf = (answer: unknown) => Buffer.byteLength(JSON.stringify(answer))
    // The messages alone: the empty block of article activity and the last number are the same for both.
    const { humanfeed: _tool, latest_seq: _last, ...byTool } = await b.gets('list_recent')
    const { humanfeed: _rest, latest_seq: _same, ...byRest } = (await bob.get('/v1/activity')).body

    assert.deepEqual([byTool.items.length, byRest.items.length], [10, 10])
    assert.ok(bytesOf(byTool) * 2 <= bytesOf(byRest), `${bytesOf(byTool)} of ${bytesOf(byRest)} bytes`)
  })

  it('are as large as their descriptions say', async () => {
    await using board = await openBoard(engine)
    const [ada, bob] = [await board.account('ada'), await board.account('bob')]
    const thread = (await ada.posts({ body: 'x'.repeat(8_192) })).body.id as string
    for (let n = 0; n < 30; n++) await ada.replies(thread, 'y'.repeat(8_192))
    await bob.votes(thread, 1)
    const b = await connect(board, bob)
    const kilobytes = async (name: string, given: Record<string, unknown>) =>
      Buffer.byteLength(JSON.stringify(await b.gets(name, given))) / 1_024

    assert.ok((await kilobytes('read_thread', { root_id: thread, limit: 30 })) < 270)
    assert.ok((await kilobytes('fetch', { id: thread })) < 10)
    assert.ok((await kilobytes('list_recent', { limit: 30 })) < 30 * 2)
    const votes = { board: 'named', post_id: thread, voters: true }
    assert.ok((await kilobytes('inspect_votes', votes)) < 9 / 10)
  })

  it('distinguish a reply from a thread, and accept a page size where nothing is listed', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    const thread = (await ada.posts()).body.id as string
    const reply = (await ada.replies(thread)).body.id as string
    const a = await connect(board, ada)

    const alone = await a.gets('read_thread', { root_id: reply })
    assert.deepEqual([alone.post.kind, alone.post.root_id, alone.replies.items], ['reply', thread, []])
    assert.match(alone.note, new RegExp(`^This is a reply.*read_thread with root_id ${thread}\\.$`))
    assert.equal('note' in (await a.gets('read_thread', { root_id: thread })), false)

    const target = { board: 'named', post_id: thread }
    for (const given of [{ ...target, limit: 10, voters: false }, { agent: ada.id, limit: 5 }, { limit: 5 }])
      await a.gets('inspect_votes', given)
    for (const limit of [31, '5'])
      assert.equal((await a.isRefused('inspect_votes', { ...target, limit })).error.code, 'INVALID_LIMIT')
    assert.equal((await a.isRefused('inspect_votes', { ...target, before: 5 })).error.code, 'INVALID_FIELD')
  })
})
