import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Rates } from '../../../src/http/ladder/rate-windows.ts'
import { defaultLimits } from '../../../src/settings/limits.ts'
import { type Answer, onFirstEngine, openBoard, standardHeaders } from '../../board.ts'
import { writtenLog } from '../../setup/written-log.ts'

const guides = ['skill', 'reference', 'ballot', 'pins', 'mcp', 'humanfeed', 'unsorted'].map((name) => `/${name}.md`)
const statuses = (answers: Answer[]) => answers.map(({ status }) => status)

async function times(count: number, act: (n: number) => Promise<Answer>): Promise<Answer[]> {
  const answers: Answer[] = []
  for (let n = 1; n <= count; n++) answers.push(await act(n))
  return answers
}

onFirstEngine('rates per minute', (engine) => {
  it('refuses the request over the limit, reports when to retry, and accepts it then', async () => {
    await using board = await openBoard(engine, { limits: { LIMIT_WRITES_PER_NETWORK_PER_MINUTE: 3 } })
    const ada = await board.account('ada') // this rate does not count a registration
    board.passTime(5)

    const answers = await times(4, () => ada.posts())

    assert.deepEqual(statuses(answers), [201, 201, 201, 429])
    const refused = answers[3] as Answer
    assert.equal(refused.body.error.code, 'RATE_LIMIT')
    assert.deepEqual(refused.body.error.details, {
      scope: 'network',
      counts: 'writes (POST or DELETE)',
      limit: 3,
      window_seconds: 60,
      retry_after_seconds: 60,
    })
    assert.equal(refused.headers['retry-after'], '60')
    assert.equal(answers[1]?.headers['ratelimit-policy'], '"writes";q=3;w=60')
    assert.equal(answers[1]?.headers.ratelimit, '"writes";r=1;t=60')
    assert.equal(refused.headers['ratelimit-policy'], '"writes";q=3;w=60')
    assert.equal(refused.headers.ratelimit, '"writes";r=0;t=60')
    assert.equal((await ada.me()).status, 200) // this rate does not count a read
    board.passTime(59)
    assert.equal((await ada.posts()).headers['retry-after'], '1')
    board.passTime(1)
    assert.equal((await ada.posts()).status, 201)
  })

  it('begins a new minute when the clock was set back', async () => {
    await using board = await openBoard(engine, { limits: { LIMIT_WRITES_PER_NETWORK_PER_MINUTE: 1 } })
    const ada = await board.account('ada')
    assert.deepEqual(statuses(await times(2, () => ada.send('/v1/nowhere', {}))), [404, 429])
    board.passTime(-600)
    assert.deepEqual(statuses(await times(2, () => ada.send('/v1/nowhere', {}))), [404, 429])
  })

  it('counts writes whatever their outcome, deletions and unknown routes included', async () => {
    await using board = await openBoard(engine, { limits: { LIMIT_WRITES_PER_NETWORK_PER_MINUTE: 3 } })
    const ada = await board.account('ada')

    const invalid = await ada.posts({ title: '' })
    const absent = await ada.deletes('00000000-0000-4000-8000-000000000000')
    const nowhere = await ada.send('/v1/nowhere', {})
    const fourth = await ada.posts()

    assert.deepEqual(statuses([invalid, absent, nowhere, fourth]), [400, 404, 404, 429])
  })

  it('counts no acknowledgement of an inbox as a write, but every other request to its address', async () => {
    await using board = await openBoard(engine, { limits: { LIMIT_WRITES_PER_NETWORK_PER_MINUTE: 2 } })
    const ada = await board.account('ada')
    const acknowledge = (path: string) => times(3, () => ada.send(path, { through: 0 }))
    const boxes = ['/v1/inbox/ack', '/v1/humanfeed/inbox/ack']

    const remove = (path: string) =>
      board.call(path, { method: 'DELETE', headers: { ...standardHeaders, authorization: `Bearer ${ada.key}` } })

    for (const path of boxes) assert.ok(!statuses(await acknowledge(path)).includes(429), path)
    assert.deepEqual(statuses(await Promise.all([...boxes, '/v1/inbox/ack'].map(remove))), [405, 405, 429])
  })

  it('counts every served document as a public read, a page too, and never a health check', async () => {
    const documents = ['/', '/openapi.json', '/llms.txt', '/.well-known/board.json', '/reference', ...guides]
    const people = { accept: 'text/html', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
    const limit = documents.length + 2
    await using board = await openBoard(engine, { limits: { LIMIT_PUBLIC_READS_PER_NETWORK_PER_MINUTE: limit } })

    for (const [n, path] of documents.entries()) {
      const { status, headers } = await board.call(path)
      assert.deepEqual([status, headers.ratelimit], [200, `"public-reads";r=${limit - 1 - n};t=60`], path)
    }
    const last = [await board.call('/', { headers: people }), await board.call('/ballot')]
    const refused = [...(await Promise.all(documents.map((path) => board.call(path)))), await board.call('/ballot')]
    const page = await board.call('/skill.md', { headers: people })

    assert.deepEqual(statuses(last), [200, 200])
    for (const { status, body, headers } of refused)
      assert.deepEqual([status, body.error.code, headers['retry-after']], [429, 'RATE_LIMIT', '60'])
    assert.equal(page.status, 429)
    assert.match(page.headers['content-type'], /^text\/html/)
    assert.deepEqual(statuses(await times(3, () => board.call('/healthz'))), [200, 200, 200])
    assert.deepEqual(statuses(await times(3, () => board.call('/readyz'))), [200, 200, 200])
    assert.equal((await board.call('/skill.md', { from: '192.0.2.2' })).status, 200)
  })

  it('counts reads of articles without a credential, and nothing else there', async () => {
    await using board = await openBoard(engine, { limits: { LIMIT_PUBLIC_READS_PER_NETWORK_PER_MINUTE: 2 } })
    const call = (method: 'DELETE' | 'GET') => times(3, () => board.call('/api/humanfeed/feed', { method }))
    assert.deepEqual(statuses(await call('DELETE')), [405, 405, 405])
    assert.deepEqual(statuses(await call('GET')), [200, 200, 429])
  })

  it('counts writes to the anonymous board apart from reads, bad and repeated tickets included', async () => {
    await using board = await openBoard(engine, { limits: { LIMIT_PUBLIC_READS_PER_NETWORK_PER_MINUTE: 3 } })
    const publish = (ticket: string) =>
      board.call('/b/publish', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: { ticket, confirm: 'publish-publicly' },
      })
    const { ticket } = (await board.call('/b/preview?body=Hello&request_id=a-request-of-mine-1')).body

    const sent = [await publish(ticket), await publish(ticket), await publish('made up'), await publish(ticket)]

    assert.deepEqual(statuses(sent), [201, 200, 400, 429])
    assert.equal(sent[3]?.body.error.details.counts, 'writes to /b')
    assert.equal((await board.call('/b')).status, 200)
  })

  it('counts registration attempts after the headers, and registrations after the fields', async () => {
    await using board = await openBoard(engine, {
      limits: { LIMIT_REGISTRATION_ATTEMPTS_PER_NETWORK_PER_MINUTE: 4, LIMIT_REGISTRATIONS_PER_MINUTE: 3 },
    })
    const attempt = (body: object, { headers = board.json(), from = '192.0.2.1' } = {}) =>
      board.call('/v1/agents', { method: 'POST', headers, body, from })

    const headless = await attempt({}, { headers: {} as never })
    const invalid = await attempt({})
    const valid = await times(3, (n) => attempt({ name: `agent-${n}`, operator_authorized: true }))
    const fifth = await attempt({ name: 'agent-5', operator_authorized: true })
    const elsewhere = await attempt({ name: 'agent-6', operator_authorized: true }, { from: '192.0.2.2' })

    assert.deepEqual([headless.status, invalid.status], [400, 400])
    assert.deepEqual(statuses(valid), [201, 201, 201])
    assert.deepEqual([fifth.status, fifth.body.error.details.scope], [429, 'network'])
    assert.deepEqual([elsewhere.status, elsewhere.body.error.details.scope], [429, 'location'])
  })

  it('counts calls with a credential by network, then by credential', async () => {
    await using board = await openBoard(engine, {
      limits: { LIMIT_CREDENTIAL_CALLS_PER_NETWORK_PER_MINUTE: 5, LIMIT_CREDENTIAL_CALLS_PER_CREDENTIAL_PER_MINUTE: 2 },
    })
    const [ada, bob] = [await board.account('ada'), await board.account('bob', { from: '192.0.2.2' })]

    assert.deepEqual(statuses(await times(3, () => ada.me())), [200, 200, 429])
    const wrong = () => board.call('/v1/me', { headers: { ...standardHeaders, authorization: 'Bearer brd_wrong' } })
    assert.deepEqual(statuses(await times(3, wrong)), [401, 401, 429])
    assert.equal((await bob.me()).status, 200)
  })

  it('limits lookups and authenticated calls of the whole process', async () => {
    await using lookups = await openBoard(engine, { limits: { LIMIT_CREDENTIAL_LOOKUPS_PER_MINUTE: 2 } })
    const ada = await lookups.account('ada')
    const none = await lookups.call('/v1/me', { headers: standardHeaders })
    const wrong = (n: number) =>
      lookups.call('/v1/me', { headers: { ...standardHeaders, authorization: `Bearer brd_wrong${n}` } })
    assert.deepEqual(statuses(await times(3, () => ada.me())), [200, 200, 200], 'only the first one asks the database')
    assert.equal((await wrong(1)).status, 401)
    const third = await wrong(2)
    assert.equal(none.status, 401)
    assert.deepEqual([third.status, third.body.error.details.scope], [429, 'location'])
    assert.equal(third.headers.ratelimit, '"lookups";r=0;t=60')

    await using ended = await openBoard(engine, { limits: { LIMIT_CREDENTIAL_LOOKUPS_PER_MINUTE: 2 } })
    const eve = await ended.account('eve')
    assert.equal((await eve.revokes()).status, 200)
    const [, ...later] = statuses(await times(4, () => eve.me()))
    assert.deepEqual(later, [401, 429, 429], 'a key that has ended is a guess from its first refusal on')

    await using calls = await openBoard(engine, { limits: { LIMIT_API_CALLS_PER_MINUTE: 2 } })
    const bob = await calls.account('bob')
    assert.deepEqual(statuses(await times(3, () => bob.me())), [200, 200, 429])
  })
})

describe('networks behind proxies', () => {
  const write = (board: Awaited<ReturnType<typeof openBoard>>, forwarded: string, from = '10.0.0.1') =>
    board.call('/v1/nowhere', { method: 'POST', headers: { ...standardHeaders, 'x-forwarded-for': forwarded }, from })
  const limits = { LIMIT_WRITES_PER_NETWORK_PER_MINUTE: 1 }

  it('are read from the socket unless a proxy is trusted', async () => {
    await using board = await openBoard('sqlite', { limits })
    assert.deepEqual(statuses([await write(board, '198.51.100.1'), await write(board, '198.51.100.2')]), [401, 429])
  })

  it('are read from X-Forwarded-For by the configured number of hops', async () => {
    await using board = await openBoard('sqlite', { limits, env: { TRUST_PROXY: '1' } })
    const spoofed = await write(board, '203.0.113.5, 198.51.100.1')
    assert.deepEqual(
      statuses([spoofed, await write(board, '203.0.113.6, 198.51.100.1'), await write(board, '198.51.100.2')]),
      [401, 429, 401],
    )
  })

  it('are read from X-Forwarded-For of the configured proxies only', async () => {
    await using board = await openBoard('sqlite', { limits, env: { TRUST_PROXY: '10.0.0.0/8, 2001:db8::/32' } })
    assert.equal((await write(board, '198.51.100.1')).status, 401)
    assert.equal((await write(board, '198.51.100.1', '2001:db8::1')).status, 429)
    assert.equal((await write(board, '198.51.100.1', '203.0.113.9')).status, 401)
    assert.equal((await write(board, '198.51.100.3', '203.0.113.9')).status, 429)
    assert.equal((await write(board, 'no address at all')).status, 401)
    assert.equal((await write(board, 'another such')).status, 429)
  })
})

describe('X-Forwarded-For', () => {
  const warningsWith = async (TRUST_PROXY: string) => {
    const { lines, log } = writtenLog()
    await using board = await openBoard('sqlite', { log, env: { TRUST_PROXY } })
    const warnings = () => lines.filter((line) => line.includes('came with X-Forwarded-For')).length
    await board.call('/healthz')
    assert.equal(warnings(), 0)
    for (const forwarded of ['198.51.100.1', '198.51.100.2']) {
      assert.equal((await board.call('/healthz', { headers: { 'x-forwarded-for': forwarded } })).status, 200)
      board.passTime(86_400)
    }
    return warnings()
  }

  it('is warned of once if nothing allows for it, and never if something does', async () => {
    assert.equal(await warningsWith('false'), 1)
    assert.equal(await warningsWith('1'), 0)
    assert.equal(await warningsWith('10.0.0.0/8'), 0)
  })
})

describe('more networks than are remembered', () => {
  it('displace neither the limits of the process nor those of credentials', () => {
    const rates = new Rates(
      { now: () => 0 },
      { ...defaultLimits, registrationsPerMinute: 1, credentialCallsPerCredentialPerMinute: 1 },
    )
    const isRefused = (act: () => void) => {
      try {
        act()
        return false
      } catch {
        return true
      }
    }
    const attempts = () => [
      isRefused(() => rates.count([], 'registrations')),
      isRefused(() => rates.count([], 'credential', 'ada')),
    ]
    assert.deepEqual(attempts(), [false, false])

    for (let n = 0; n < 60_000; n++) rates.count([], 'public-reads', `network ${n}`)

    assert.deepEqual(attempts(), [true, true])
  })
})
