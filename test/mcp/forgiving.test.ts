/** Tools accept what clients add to a call by themselves, and answer a wrong name with the right one. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import Ajv2020 from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { listingOf } from '../../src/mcp/listing.ts'
import { choiceOf } from '../../src/mcp/tool.ts'
import { tools } from '../../src/mcp/tools.ts'
import { type Board, onFirstEngine, openBoard } from '../board.ts'
import { article, commentOn, cut, drawing, idsIn, submits } from '../setup/articles.ts'
import { hardContent, wordsFile } from '../setup/blocked-words.ts'
import { assertNothingChanges } from '../setup/contents.ts'
import { assistantOf } from '../setup/mcp.ts'
import { freshRequestId } from '../setup/people.ts'
import { votersOn } from '../setup/pinners.ts'
import { asAnthropic, asGoogle, asOpenAi, withDefaults, withNulls } from '../setup/vendor-schemas.ts'

type Given = Record<string, unknown>
type Call = readonly [tool: string, given: Given]

const listings = new Map(tools.map((tool) => [tool.name, listingOf(tool)]))
const schemaOf = (name: string) => listings.get(name)?.inputSchema ?? assert.fail(name)

const ajv = new Ajv2020.default({ strict: true, strictTypes: false, allErrors: true })
addFormats.default(ajv)

const everyBlock = [
  ...article().blocks,
  { type: 'heading', level: 2, text: 'What we measured' },
  { type: 'quote', text: 'It was the best of queues, it was the worst of queues.' },
  { type: 'code', text: 'queue.pop()', language: 'python' },
  { type: 'list', items: ['one reader', 'two writers'], ordered: true },
  { type: 'svg', source: drawing(), description: 'A queue', caption: 'Ours' },
]

/** At least one call of every tool, with every action and step. Each may be repeated. */
async function callsOn(board: Board): Promise<{ calls: Call[]; token: { id: string } }> {
  const [ada] = await (await votersOn(board)).veterans('ada')
  assert.ok(ada)
  const bob = await board.account('bob')
  const mine = (await ada.posts()).body.id as string
  const thread = (await bob.posts()).body.id as string
  const of = idsIn(await submits(bob))
  const own = idsIn(await submits(ada))
  const rejected = idsIn(await submits(ada, hardContent()))
  assert.equal(rejected.status, 'rejected')
  const request_id = freshRequestId()
  const { announced, parts } = cut(JSON.stringify(article()))
  const a = await assistantOf(board, ada)
  const start = { step: 'start', ...announced, metadata: { kind: 'post' } }
  const { upload_id } = await a.gets('humanfeed_upload', start)
  const calls: Call[] = [
    ['get_my_agent', {}],
    ['list_recent', {}],
    ['list_recent', { before: 3, humanfeed_after: 1 }],
    ['search', { query: 'thread' }],
    ['create_post', { title: 'Hi', body: 'Hello.', request_id }],
    ['lookup_publication', { request_id }],
    ['reply_to_thread', { thread_id: thread, body: 'Hello.', request_id: freshRequestId() }],
    ['read_thread', { root_id: thread }],
    ['fetch', { id: thread }],
    ['get_voting_status', {}],
    ['get_voting_status', { post_ids: [thread] }],
    ['vote', { board: 'named', post_id: thread, value: 1 }],
    ['inspect_votes', {}],
    ['inspect_votes', { board: 'named', post_id: thread }],
    ['inspect_votes', { board: 'named', post_id: thread, voters: true }],
    ['inspect_votes', { agent: bob.id }],
    ['inspect_votes', { voter: bob.id }],
    ['pin_thread', { board: 'named', thread_id: mine, pinned: true }],
    ['humanfeed_read', { action: 'capabilities' }],
    ['humanfeed_read', { action: 'feed' }],
    ['humanfeed_read', { action: 'post', id: of.post }],
    ['humanfeed_read', { action: 'revision', id: of.revision }],
    ['humanfeed_read', { action: 'comments', id: of.post }],
    ['humanfeed_read', { action: 'profile' }],
    ['humanfeed_read', { action: 'profile', id: bob.id }],
    ['humanfeed_read', { action: 'activity' }],
    ['humanfeed_next_review', {}],
    ['humanfeed_submit', { kind: 'post', publication: article({ blocks: everyBlock }) }],
    ['humanfeed_submit', { kind: 'post', target_id: own.post, publication: article() }],
    ['humanfeed_submit', { kind: 'comment', target_id: of.post, publication: commentOn(of.revision) }],
    ['humanfeed_vote', { revision_id: of.revision, value: 1 }],
    ['humanfeed_preview', { revision_id: of.revision }],
    ['humanfeed_appeal', { revision_id: rejected.revision, reason: 'It is a name.', request_key: freshRequestId() }],
    ['humanfeed_withdraw', { item_id: own.post }],
    ['humanfeed_upload', start],
    ...parts.map((part) => ['humanfeed_upload', { step: 'part', upload_id, ...part }] as const),
    ['humanfeed_upload', { step: 'commit', upload_id }],
  ]
  return { calls, token: ada }
}

describe('the schemas of arguments', () => {
  it('convert to the strict formats of OpenAI, Google and Anthropic', () => {
    for (const { name, inputSchema } of listings.values())
      for (const convert of [asOpenAi, asGoogle, asAnthropic])
        assert.ok(convert(inputSchema, name).type, `${name} ${convert.name}`)
  })
})

onFirstEngine('a client of the tools', (engine) => {
  it('may send every default, and null for all that it leaves out', async () => {
    using words = wordsFile()
    const limits = { LIMIT_ARTICLE_REVISIONS_PER_AGENT_PER_DAY: 0, LIMIT_VOTES_PER_AGENT_PER_DAY: 0 }
    await using board = await openBoard(engine, { limits, env: { BLOCKED_WORDS_FILE: words.path } })
    const { calls, token } = await callsOn(board)
    const a = await assistantOf(board, token)
    const called = new Set(calls.map(([tool, given]) => `${tool} ${given.action ?? given.step ?? ''}`.trim()))
    const known = tools.flatMap((tool) => {
      const choice = choiceOf(tool)
      return choice ? Object.keys(choice.operations).map((chosen) => `${tool.name} ${chosen}`) : [tool.name]
    })
    assert.deepEqual(
      known.filter((name) => !called.has(name)),
      [],
    )

    for (const [tool, given] of calls) {
      const schema = schemaOf(tool)
      const strict = withNulls(schema, given) as Given
      const validate = ajv.compile(asOpenAi(schema))
      assert.ok(validate(strict), `${tool}: ${ajv.errorsText(validate.errors)}`)
      const plainly = await a.gets(tool, given)
      for (const form of [withDefaults(schema, given), strict]) {
        const answer = await a.gets(tool, form)
        // A preview has an address of its own each time; a write that is repeated says so.
        const isRead = listings.get(tool)?.annotations.readOnlyHint && tool !== 'humanfeed_preview'
        if (isRead) assert.deepEqual(answer, plainly, `${tool} ${JSON.stringify(form)}`)
      }
    }
  })

  it('gets the right name of a wrong argument', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    const a = await assistantOf(board, ada)
    const id = (await ada.posts()).body.id as string
    const { revision } = idsIn(await submits(ada))
    const wrong: [tool: string, given: Given, message: string][] = [
      ['read_thread', { thread_id: id }, 'thread_id is not known here; send root_id.'],
      ['read_thread', { threadId: id }, 'A field is not known here; send root_id.'],
      [
        'read_thread',
        { root_id: id, page: 2 },
        'page is not known here; what is taken: root_id, limit, before, after.',
      ],
      ['reply_to_thread', { root_id: id, body: 'x' }, 'root_id is not known here; send thread_id.'],
      ['fetch', { post_id: id }, 'post_id is not known here; send id.'],
      ['search', { q: 'x' }, 'q is not known here; send query.'],
      ['search', { query: 'x', q: 'x' }, 'q is not known here; what is taken: query, topic, limit, before, after.'],
      ['list_recent', { since: 3 }, 'since is not known here; send after.'],
      ['list_recent', { topics: 'x' }, 'topics is not known here; send topic.'],
      ['list_recent', { count: 3 }, 'count is not known here; send limit.'],
      ['create_post', { title: 'x', content: 'y' }, 'content is not known here; send body.'],
      [
        'create_post',
        { title: 'x', body: 'y', idempotency_key: 'z' },
        'idempotency_key is not known here; send request_id.',
      ],
      ['lookup_publication', { idempotency_key: 'z' }, 'idempotency_key is not known here; send request_id.'],
      ['vote', { board: 'named', id, value: 1 }, 'id is not known here; send post_id.'],
      ['vote', { board: 'named', post_id: id, vote: 1 }, 'vote is not known here; send value.'],
      ['inspect_votes', { agent_id: ada.id }, 'agent_id is not known here; send agent.'],
      ['get_my_agent', { name: 'ada' }, 'name is not known here; nothing is taken, so remove it.'],
      ['humanfeed_vote', { id: revision, value: 1 }, 'id is not known here; send revision_id.'],
      ['humanfeed_withdraw', { post_id: id }, 'post_id is not known here; send item_id.'],
      [
        'humanfeed_read',
        { action: 'feed', after: 3 },
        'after is not taken by action feed; what is taken: limit, before.',
      ],
      [
        'humanfeed_read',
        { action: 'capabilities', id },
        'id is not taken by action capabilities; nothing is taken, so remove it.',
      ],
      ['humanfeed_read', { action: 'revision', revision_id: id }, 'revision_id is not known here; send id.'],
      ['humanfeed_submit', {}, 'kind is required: one of post, comment.'],
      [
        'humanfeed_submit',
        { schema_version: 1 },
        'schema_version is not known here; send schema_version in publication.',
      ],
      ['humanfeed_submit', article(), 'schema_version is not known here; send schema_version in publication.'],
      ['humanfeed_submit', { kind: 'post', article: {} }, 'article is not known here; send publication.'],
      ['humanfeed_submit', { kind: 'post' }, 'publication is required: an object, the article or comment.'],
      [
        'humanfeed_submit',
        { kind: 'post', publication: 'Hello' },
        'publication must be an object, the article or comment.',
      ],
      [
        'humanfeed_next_review',
        { exclude_revision_ids: Array(21).fill(id) },
        'exclude_revision_ids may name at most 20 revisions.',
      ],
    ]
    await assertNothingChanges(board, async () => {
      for (const [tool, given, message] of wrong) {
        const { error } = await a.isRefused(tool, given)
        assert.equal(error.message, message, `${tool} ${JSON.stringify(given).slice(0, 100)}`)
      }
    })
    const { error } = await a.isRefused('read_thread', { thread_id: id })
    assert.deepEqual(error.details, {
      field: 'thread_id',
      problem: 'unknown',
      use: 'root_id',
      allowed: ['root_id', 'limit', 'before', 'after'],
    })
  })

  it('is not sent to the upload of articles with a message that is too long', async () => {
    await using board = await openBoard(engine)
    const a = await assistantOf(board, await board.account('ada'))
    const post = (body: string) => ({ title: 'Long', body, request_id: freshRequestId() })

    const whole = await a.use('create_post', post('x'.repeat(40_000)))
    assert.equal(whole.status, 413)
    assert.match(whole.body.error.message, /32768 bytes.*the body of a message 8192.*An article.*humanfeed_upload/)
    const { error } = await a.isRefused('create_post', post('x'.repeat(20_000)))
    assert.deepEqual([error.code, error.details.max_bytes], ['BODY_TOO_LARGE', 8_192])
    assert.doesNotMatch(error.message, /upload/)
  })
})

describe('the costs of a conversation', () => {
  it('begin with a list of tools of at most 22 KB', async () => {
    await using board = await openBoard('sqlite')
    const a = await assistantOf(board, await board.account('ada'))
    const { body } = await a.ask('tools/list')
    const bytes = Buffer.byteLength(typeof body === 'string' ? body : JSON.stringify(body))
    assert.ok(bytes <= 22 * 1024, `${bytes} bytes`)
    assert.match(String(listings.get('list_recent')?.description), /humanfeed_limit make a page cheaper/)
  })
})

/** Such pages have 3.2 bytes a token: counted once with the tables of o200k (js-tiktoken), 3,279 tokens in 10,508 bytes. */
const MAX_BYTES = 3_500 * 3.2

onFirstEngine('a default page of recent messages', (engine) => {
  it('has ten messages and ten events in at most 3,500 tokens', async () => {
    const limits = { LIMIT_ARTICLE_REVISIONS_PER_AGENT_PER_DAY: 0, LIMIT_PENDING_ARTICLES_PER_AGENT: 0 }
    await using board = await openBoard(engine, { limits })
    const [ada, bob] = [await board.account('ada'), await board.account('bob')]
    const body =
      'I have tried three libraries and none of them keeps its order when a worker dies. Which one do you use, and why?'
    for (let n = 0; n < 10; n++)
      assert.equal((await ada.posts(n % 2 ? { title: 'What do you use for queues?', body } : {})).status, 201)
    for (let n = 0; n < 10; n++) assert.equal((await submits(ada)).status, 202)

    const page = await (await assistantOf(board, bob)).gets('list_recent')
    assert.deepEqual([page.items.length, page.humanfeed.items.length], [10, 10])
    const bytes = Buffer.byteLength(JSON.stringify(page))
    assert.ok(bytes <= MAX_BYTES, `${bytes} bytes`)
  })
})
