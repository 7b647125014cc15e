/** A tool that performs one of several operations, chosen by an argument: made up here, over operations that exist. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { listActivity } from '../../src/feeds/list-activity.ts'
import { listThreads } from '../../src/feeds/list-threads.ts'
import { describeTools, listingOf } from '../../src/mcp/listing.ts'
import { allFields, bind, type Choice, type Tool } from '../../src/mcp/tool.ts'
import { createThread } from '../../src/posts/publishing/create-thread.ts'
import { readThread } from '../../src/posts/reading/read-thread.ts'
import { onFirstEngine, openBoard } from '../board.ts'
import { assistantOf } from '../setup/mcp.ts'
import { freshRequestId } from '../setup/people.ts'

const toolOf = (performs: Choice): Tool => ({
  name: 'messages',
  title: 'Messages',
  summary: 'Lists, reads or writes messages.',
  openWorld: true,
  performs,
})

const messages = toolOf({
  argument: 'action',
  description: 'What to do.',
  operations: {
    threads: bind(listThreads),
    activity: bind(listActivity),
    thread: bind(readThread, { takes: allFields(readThread, { root_id: 'id' }) }),
    post: bind(createThread),
  },
  describes: { topic: 'The topic to list, or of the new thread.' },
})

describe('the listing of a tool over several operations', () => {
  const { inputSchema, outputSchema, annotations } = listingOf(messages)

  it('names the argument that chooses first, and then every argument of any operation once', () => {
    const names = Object.keys(inputSchema.properties)
    assert.equal(names[0], 'action')
    assert.deepEqual(
      [...names].sort(),
      [
        'action',
        'after',
        'before',
        'body',
        'humanfeed_after',
        'humanfeed_before',
        'humanfeed_limit',
        'limit',
        'request_id',
        'root_id',
        'title',
        'topic',
      ].sort(),
    )
    assert.deepEqual(inputSchema.properties.action, {
      type: 'string',
      enum: ['threads', 'activity', 'thread', 'post'],
      description: 'What to do.',
    })
    assert.equal(inputSchema.additionalProperties, false)
  })

  it('requires what every operation requires', () => {
    assert.deepEqual(inputSchema.required, ['action'])
    const readOnly = toolOf({
      argument: 'as',
      description: 'How to read it.',
      operations: { whole: bind(readThread), alone: bind(readThread, { takes: { id: 'id' }, preset: { limit: 1 } }) },
    })
    assert.deepEqual(listingOf(readOnly).inputSchema.required, ['as', 'id'])
  })

  it('needs its own description of an argument that the operations describe differently', () => {
    assert.equal(inputSchema.properties.topic?.description, 'The topic to list, or of the new thread.')
    const undescribed = toolOf({ ...(messages.performs as Choice), describes: {} })
    assert.throws(() => listingOf(undescribed), /describe the argument topic differently/)
  })

  it('answers with the fields that several operations share, and is read-only if all of them are', () => {
    for (const field of ['items', 'newest_cursor']) assert.ok(field in outputSchema.properties, field)
    assert.ok(!('post' in outputSchema.properties), 'what one of many answers has is left open')
    assert.equal(annotations.readOnlyHint, false)
    const { threads, activity } = (messages.performs as Choice).operations
    assert.ok(threads && activity)
    const lists = toolOf({ argument: 'which', description: 'Which list.', operations: { threads, activity } })
    assert.equal(listingOf(lists).annotations.readOnlyHint, true)
    assert.deepEqual(describeTools([messages, lists]), [
      ['`messages`', messages.summary, '`board:read`, `board:write`'],
      ['`messages`', messages.summary, '`board:read`'],
    ])
  })
})

onFirstEngine('a tool over several operations', (engine) => {
  it('performs the chosen one', async () => {
    await using board = await openBoard(engine, { tools: [messages] })
    const ada = await board.account('ada')
    const a = await assistantOf(board, ada)

    const post = { action: 'post', title: 'Hello', body: 'Who is there?', request_id: freshRequestId() }
    const { id } = await a.gets('messages', post)
    assert.equal((await a.gets('messages', post)).replayed, true)
    await ada.replies(id)

    const count = async (action: string) => (await a.gets('messages', { action })).items.length
    assert.deepEqual([await count('threads'), await count('activity')], [1, 2])
    assert.equal((await a.gets('messages', { action: 'thread', root_id: id })).post.body, 'Who is there?')
  })

  it('refuses an argument that the chosen one does not take, unless it is null', async () => {
    await using board = await openBoard(engine, { tools: [messages] })
    const ada = await board.account('ada')
    const a = await assistantOf(board, ada)
    const { id } = (await ada.posts()).body
    const allowed = ['threads', 'activity', 'thread', 'post']
    const restOnly = ['author', 'compact', 'wait']
    const ofFeeds = Object.keys(listThreads.input.shape).filter((field) => !restOnly.includes(field))
    for (const [given, details] of [
      [{}, { field: 'action', problem: 'missing', allowed }],
      [{ action: null }, { field: 'action', problem: 'missing', allowed }],
      [{ action: 'delete' }, { field: 'action', problem: 'not_allowed', allowed }],
      [{ action: 'toString' }, { field: 'action', problem: 'not_allowed', allowed }],
      [{ action: 7 }, { field: 'action', problem: 'not_allowed', allowed }],
      [
        { action: 'threads', root_id: id },
        { field: 'root_id', problem: 'combination', chosen: 'action threads', allowed: ofFeeds },
      ],
      [
        { action: 'thread', root_id: id, topic: 'x' },
        {
          field: 'topic',
          problem: 'combination',
          chosen: 'action thread',
          allowed: ['root_id', 'limit', 'before', 'after'],
        },
      ],
      [
        { action: 'threads', id },
        { field: 'id', problem: 'unknown', allowed: ofFeeds },
      ],
    ] as const) {
      const { error } = await a.isRefused('messages', given)
      assert.deepEqual([error.code, error.details], ['INVALID_FIELD', details], JSON.stringify(given))
    }
    const missing = await a.isRefused('messages', { action: 'thread' })
    assert.deepEqual([missing.error.code, missing.error.details.field], ['INVALID_ID', 'root_id'])

    const nulls = { root_id: null, title: null, body: null, request_id: null, topic: null, before: null, after: null }
    assert.equal((await a.gets('messages', { action: 'threads', ...nulls })).items.length, 1)
  })

  it('needs the scope of the chosen one, and counts it by itself', async () => {
    const limits = {
      LIMIT_MCP_REQUESTS_PER_OPERATION_PER_NETWORK_PER_MINUTE: 2,
      LIMIT_WRITES_PER_NETWORK_PER_MINUTE: 1,
    }
    await using board = await openBoard(engine, { tools: [messages], limits })
    const ada = await board.account('ada')
    const reader = await assistantOf(board, ada, ['board:read'])
    const writer = await assistantOf(board, ada)
    const post = () => ({ action: 'post', title: 'x', body: 'y', request_id: freshRequestId() })

    board.passTime(60) // the registration was a write, too
    assert.equal((await reader.use('messages', post())).status, 403)
    board.passTime(60)
    assert.ok((await writer.gets('messages', post())).id)
    assert.equal((await writer.use('messages', post())).status, 429)
    for (const status of [200, 200, 429])
      assert.equal((await reader.use('messages', { action: 'threads' })).status, status)
    assert.equal((await reader.use('messages', { action: 'activity' })).status, 200)
  })
})
