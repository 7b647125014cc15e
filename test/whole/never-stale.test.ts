import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { it } from 'node:test'
import { createGunzip } from 'node:zlib'
import { type Caches, makeCaches } from '../../src/kernel/cache.ts'
import type { Clock } from '../../src/kernel/clock.ts'
import { insertPin } from '../../src/pins/table.ts'
import { seededRandom } from '../../src/seed/rules.ts'
import { type Board, onEachEngine, openBoard, type Person, standardHeaders } from '../board.ts'
import { recommends, submits, withdraws } from '../setup/articles.ts'
import type { Call } from '../setup/call.ts'
import { type Engine, engines, isSoak } from '../setup/databases.ts'
import { listen } from '../setup/listening.ts'
import { MODERN, mcpHeaders, messageOf } from '../setup/mcp.ts'
import { liftsAgent, restrictsAgent } from '../setup/moderation.ts'
import { personWith } from '../setup/people.ts'
import { insertToken } from '../setup/token-rows.ts'

const CHANGES = 50
const HOUR = 3_600
const READERS = 3
const limits = {
  LIMIT_VOTES_PER_AGENT_PER_DAY: 0,
  LIMIT_BOARD_PUBLICATION_BURST: 0,
  LIMIT_ARTICLE_REVISIONS_PER_AGENT_PER_DAY: 0,
  LIMIT_PENDING_ARTICLES_PER_AGENT: 0,
}

/** What agents poll and what people read. */
const paths = [
  '/v1/activity?limit=30',
  '/v1/posts?limit=10',
  '/v1/activity?after=3',
  '/v1/posts?before=6',
  '/v1/activity?topic=logs',
  '/v1/search?q=text',
  '/v1/me',
  '/v1/voting',
]
const pages = ['/humanfeed/', '/humanfeed/about', '/humanfeed/feed.json']
/** What assistants call besides `list_recent`. */
const tools: readonly (readonly [string, object])[] = [
  ['list_recent', { after: 3 }],
  ['search', { query: 'text' }],
  ['get_my_agent', {}],
  ['get_voting_status', {}],
]

const sixtyFourMegabytes = (clock: Clock) => makeCaches(clock, 64 * 2 ** 20)

/** What is drawn by lot may be refused: the history goes on with what was not. */
const refusable =
  (call: Call): Call =>
  async (path, options) => {
    const { status, headers, body } = await call(path, options)
    assert.ok(status < 500, `${path}: ${status}`)
    return { status, headers, body }
  }

/**
 * A random history, written through three processes: one that remembers answers, one that does too and takes half of
 * the writes, and one that remembers nothing. After every change all readers ask the first and the last. Returns the
 * first question that the two answered differently.
 */
async function findDifference(
  engine: Engine,
  seed: number,
  caches = sixtyFourMegabytes,
  changes = CHANGES,
): Promise<string | undefined> {
  await using cached = await openBoard(engine, { limits, caches })
  const { databaseUrl } = cached
  await using other = await openBoard(engine, { limits, caches, databaseUrl })
  await using uncached = await openBoard(engine, { limits, databaseUrl, env: { CACHE_MB: '0' } })
  const boards = [cached, other, uncached]
  using lines = keptLines((await listen(cached)).url)
  const random = seededRandom(seed)
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T
  const people: Person[] = []
  const assistants = new Map<Person, string>()
  for (let n = 0; n < READERS; n++) {
    const person = await cached.account(`reader-${n}`)
    people.push(person)
    // The token of one ends by time alone.
    const expires = n === 0 ? { expiresAt: cached.now() + HOUR } : {}
    assistants.set(person, await insertToken(cached.db, person.id, undefined, expires))
  }
  const messages: { id: string; root: string; author: Person }[] = []
  const articles: { id: string; revision: string; author: Person }[] = []
  /** The same account, calling any of the processes. */
  const anywhere = ({ id }: Person) =>
    personWith(refusable(pick(boards).call), people.find((one) => one.id === id) as Person)
  /** People with keys that were replaced. */
  const former: Person[] = []

  const publish = async () => {
    const author = pick(people)
    const { id } = (await anywhere(author).posts({ topic: pick(['general', 'logs']) })).body
    if (id) messages.push({ id, root: id, author })
  }
  const reply = async () => {
    const author = pick(people)
    const { root } = pick(messages)
    const { id } = (await anywhere(author).replies(root)).body
    if (id) messages.push({ id, root, author })
  }
  const vote = () => anywhere(pick(people)).votes(pick(messages).id, pick([1, 1, -1]))
  const remove = async () => {
    const { id, author } = pick(messages)
    if (random() < 0.4) await anywhere(author).deletes(id)
  }
  const submit = async () => {
    const author = pick(people)
    const { item, revision } = (await submits(anywhere(author))).body
    if (item) articles.push({ id: item.id, revision: revision.id, author })
  }
  const judge = async () => {
    const chosen = pick(articles)
    if (chosen && random() < 0.7) await recommends(anywhere(pick(people)), chosen.revision)
    else if (chosen) await withdraws(anywhere(chosen.author), chosen.id)
  }
  /** As the operator does, from a command line of its own. */
  const restrict = () => pick([restrictsAgent, liftsAgent])(pick(boards) as Board, pick(people).id)
  /** Not drawn by lot: the last one leaked, which ends the connection too. */
  const replaceKey = async (n: number) => {
    const person = people[n % READERS] as Person
    const { call } = boards[n % boards.length] as Board
    const { status, body } = await personWith(call, person).send('/v1/me/key', { leaked: n > changes - 7 })
    assert.equal(status, 200)
    former.push(person)
    people[n % READERS] = personWith(cached.call, { ...person, key: body.api_key })
  }
  const passTime = async () => {
    const seconds = pick([1, 40, 7_200])
    for (const board of boards) board.passTime(seconds)
  }

  let calls = 0
  for (let n = 0; n < 5; n++) await publish()
  await pinForAnHour(cached, pick(people), pick(messages).root)
  for (let n = 1; n <= changes; n++) {
    const act = pick([publish, reply, vote, vote, remove, submit, judge, restrict, passTime])
    await act()
    if (n % 7 === 0) await replaceKey(n)
    const asked = [
      ...people.flatMap((reader) => [...paths, `/v1/posts/${pick(messages).root}`].map((path) => ({ path, reader }))),
      ...former.slice(-3).map((reader) => ({ path: '/v1/posts?before=6', reader })),
      ...pages.map((path) => ({ path, reader: undefined })),
    ]
    for (const { path, reader } of asked) {
      const read = await ask(uncached, path, reader)
      for (const remembered of [await ask(cached, path, reader), await lines.ask(path, reader)])
        if (remembered !== read)
          return `${path} for ${reader?.name ?? 'guests'} after change ${n}, ${act.name}: ${parting(remembered, read)}`
    }
    const called = [
      ['list_recent', { limit: 30 }] as const,
      pick([...tools, ['read_thread', { root_id: pick(messages).root }] as const]),
    ]
    for (const [{ name: reader }, token] of assistants)
      for (const [name, given] of called) {
        const call = { token, name, given, id: ++calls }
        const [remembered, read] = [await use(cached, call), await use(uncached, call)]
        if (remembered !== read)
          return `${name} for the assistant of ${reader} after change ${n}, ${act.name}: ${parting(remembered, read)}`
      }
  }
  return undefined
}

/** Both answers from shortly before the place where they begin to differ. */
function parting(remembered: string, read: string): string {
  const at = Math.max(0, [...remembered].findIndex((sign, n) => sign !== read[n]) - 60)
  return `remembered ${remembered.slice(at, at + 120)}, read ${read.slice(at, at + 120)}`
}

/** Ends by time alone, too. */
const pinForAnHour = ({ db, now }: Board, { id: account_id }: Person, thread_id: string) =>
  db.write('pin', (tx) => {
    const lasting = { created_at: now(), expires_at: now() + HOUR }
    return insertPin(tx, { id: randomUUID(), board: 'named', thread_id, kind: 'community', account_id, ...lasting })
  })

const headersFor = (reader: Person | undefined) =>
  reader ? { ...standardHeaders, authorization: `Bearer ${reader.key}` } : {}

/** The answer as it was sent. */
async function ask({ app }: Board, url: string, reader: Person | undefined): Promise<string> {
  const { statusCode, body } = await app.server.inject({ url, headers: headersFor(reader) })
  return `${statusCode} ${body}`
}

/**
 * A connection for each reader and path, kept open. They ask for compressed answers.
 */
function keptLines(url: string) {
  const agents = new Map<string, Agent>()
  const agentFor = (key: string) => {
    const agent = agents.get(key) ?? new Agent({ keepAlive: true, maxSockets: 1 })
    agents.set(key, agent)
    return agent
  }
  const askOnLine = async (path: string, reader: Person | undefined): Promise<string> => {
    const agent = agentFor(`${reader?.id} ${path}`)
    const sent = get(url + path, { agent, headers: { ...headersFor(reader), 'accept-encoding': 'gzip' } })
    try {
      const [answer] = (await once(sent, 'response')) as [IncomingMessage]
      const isCompressed = answer.headers['content-encoding'] === 'gzip'
      return `${answer.statusCode} ${await text(isCompressed ? answer.pipe(createGunzip()) : answer)}`
    } catch (error) {
      if (!sent.reusedSocket) throw error
      return askOnLine(path, reader) // on a slow machine the connection was idle for too long, and was closed
    }
  }
  const close = () => {
    for (const agent of agents.values()) agent.destroy()
  }
  return { ask: askOnLine, [Symbol.dispose]: close }
}

type ToolCall = { token: string; name: string; given: object; id: number }

/** The answer to a call of a tool, as it was sent. */
async function use({ app }: Board, { token, name, given, id }: ToolCall): Promise<string> {
  const message = messageOf(MODERN, 'tools/call', { name, arguments: given })
  const headers = { ...mcpHeaders, ...message.headers, authorization: `Bearer ${token}` }
  const payload = JSON.stringify({ ...message.body, id })
  const { statusCode, body } = await app.server.inject({ method: 'POST', url: '/mcp', headers, payload })
  return `${statusCode} ${body}`
}

/** One fault for each thing that keeps answers from being stale. */
const faults: Readonly<Record<string, (caches: Caches) => Caches>> = {
  'a commit is not noticed': withState((state) => state.split(' ').at(-1) as string),
  'the time is not noticed': withState((state) => state.split(' ').slice(0, -1).join(' ')),
  'a page is sent at another address': withKey((key) => key.replace(/^page .*/, 'page')),
  'a page of a feed is sent for another question': withKey((key) => key.replace(/^(feed rootsOnly=\S+).*/, '$1')),
  'a new score is not noticed': withKey((key) => key.replace(/^(row .*)score=-?\d+/, '$1')),
  'a new reply is not noticed': withKey((key) => key.replace(/^(row .*)thread_reply_count=\d+/, '$1')),
  "the viewer's vote is not noticed": withKey((key) =>
    key.startsWith('viewer part') ? key.replace(/your_vote=\S+|reason=\S+/g, '') : key,
  ),
  "a newer vote of the viewer's is not noticed": withKey((key) => key.replace(/^(own votes .*)newest=\d+/, '$1')),
}

function withState(fault: (state: string, key: string) => string) {
  return ({ currentCache: { get, set }, ...caches }: Caches): Caches => ({
    ...caches,
    currentCache: {
      get: (key, state) => get(key, fault(state, key)),
      set: (key, state, value, bytes) => set(key, fault(state, key), value, bytes),
    },
  })
}

function withKey(fault: (key: string) => string) {
  return ({ currentCache: current, permanentCache: permanent, ...caches }: Caches): Caches => ({
    ...caches,
    currentCache: {
      get: (key, state) => current.get(fault(key), state),
      set: (key, state, value, bytes) => current.set(fault(key), state, value, bytes),
    },
    permanentCache: {
      get: (key) => permanent.get(fault(key)),
      set: (key, value, bytes) => permanent.set(fault(key), value, bytes),
    },
  })
}

const SEED = 7
/** Another history finds these after fewer changes. */
const seedOf: Readonly<Record<string, number>> = {
  'a new reply is not noticed': 12,
  "a newer vote of the viewer's is not noticed": 12,
}

onEachEngine('what a process remembers', (engine) => {
  it('is never stale: after every change by any process, it gives the same answer as a process without a cache', async () => {
    // The faults below are found on the first database; another one needs to show only that its commits are noticed.
    const isWhole = isSoak || engine === engines[0]
    assert.equal(await findDifference(engine, SEED, sixtyFourMegabytes, isWhole ? CHANGES : CHANGES / 2), undefined)
    if (!isWhole) return
    const hardlyAny = (clock: Clock) => makeCaches(clock, 20_000)
    assert.equal(await findDifference(engine, 8, hardlyAny, 15), undefined, 'with hardly any memory')
  })

  // The faults are in the memory of the process, which is the same with every database.
  for (const [fault, breakCaches] of Object.entries(engine === engines[0] ? faults : {}))
    it(`is found to be stale by this test if ${fault}`, async () => {
      const seed = seedOf[fault] ?? SEED
      const difference = await findDifference(engine, seed, (clock) => breakCaches(sixtyFourMegabytes(clock)))
      assert.notEqual(difference, undefined)
    })
})
