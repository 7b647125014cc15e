/** The board behind the nginx and the Caddy of `deploy/`, really run where they are installed. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fixed } from '../../src/settings/limits.ts'
import { openDatabase } from '../../src/storage/open.ts'
import { article } from '../setup/articles.ts'
import { askWithoutTls, hangUp, talkNonsense } from '../setup/bad-clients.ts'
import { codeOf, jsonHeaders, standardHeaders } from '../setup/call.ts'
import { type Engine, engines, freshDatabase } from '../setup/databases.ts'
import { assistantWith, eras } from '../setup/mcp.ts'
import { register, signUp } from '../setup/people.ts'
import { type Server, startServers } from '../setup/processes.ts'
import { HOST, missingFor, type ProxyName, proxyNames, startProxy, throughProxy } from '../setup/proxies.ts'
import { insertToken } from '../setup/token-rows.ts'

/** Addresses of this machine that nothing else uses. */
const [ADA, EVE] = ['127.0.0.7', '127.0.0.8']

const BASE_URL = `https://${HOST}`

/** Two processes on one database, and the proxy in front of them. */
async function openBehind(proxy: ProxyName, settings: Record<string, string> = {}) {
  const database = await freshDatabase(engines[0] as Engine)
  const env = { DATABASE_URL: database.url, BASE_URL, TRUST_PROXY: '1', ...settings }
  const { servers, [Symbol.asyncDispose]: end } = await startServers(2, env)
  const upstreams = servers.map(({ url }) => url.replace('http://', ''))
  const front = await startProxy(proxy, upstreams).catch(async (error) => {
    await end()
    throw error
  })
  async function close() {
    await front[Symbol.asyncDispose]()
    await end()
    await database.remove()
  }
  const from = (address?: string) => throughProxy(front.port, address)
  return { servers, front, databaseUrl: database.url, from, [Symbol.asyncDispose]: close }
}

/** A line through many points. */
const chart = (bytes: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 200"><path d="M0 0${'L100.25 100.75'.repeat(bytes / 14)}"/></svg>`

/** 16 pictures of this size are nearly all that an article may have. */
const largeArticle = (pictures: number) =>
  article({
    blocks: [
      ...article().blocks,
      ...Array.from({ length: pictures }, () => ({ type: 'svg', source: chart(260_000), description: 'A chart' })),
    ],
  })

const whereLogged = (servers: readonly Server[], id: string) =>
  servers.filter(({ written }) => written.stdout.includes(`"request_id":"${id}"`)).length

for (const proxy of proxyNames)
  describe(`behind ${proxy}`, { skip: missingFor(proxy) ?? false }, () => {
    it('networks, addresses, cookies and request ids are what they are without it', async () => {
      await using board = await openBehind(proxy, { LIMIT_REGISTRATIONS_PER_NETWORK_PER_DAY: '1' })
      const claimed = { ...jsonHeaders, 'x-forwarded-for': '203.0.113.9', 'x-request-id': 'claimed-by-a-client' }
      const claim = (name: string) => ({ headers: claimed, body: { name, participation_basis: 'owner_directed' } })

      const [one, two] = [board.from('127.0.0.2'), board.from('127.0.0.3')]
      const first = await register(one, 'ada')
      const again = await one('/v1/agents', { method: 'POST', ...claim('bob') })
      const elsewhere = await register(two, 'eve')
      assert.deepEqual([first.status, codeOf(again), elsewhere.status], [201, '429 DAILY_LIMIT', 201])

      assert.equal(first.body.instructions, `${BASE_URL}/skill.md`)
      assert.match(String(first.headers['strict-transport-security']), /max-age=31536000/)
      const id = String(again.headers['x-request-id'])
      assert.notEqual(id, 'claimed-by-a-client')
      await Promise.all(board.servers.map(({ logged }) => logged('answered')))
      for (const server of board.servers) server.kill('SIGTERM')
      await Promise.all(board.servers.map(({ exited }) => exited)) // the log is written out at the end
      assert.equal(whereLogged(board.servers, id), 1)
    })

    it('large articles arrive, what is too large is explained, and tools answer', async () => {
      await using board = await openBehind(proxy)
      const call = board.from()
      const ada = await signUp(call, 'ada')
      const large = JSON.stringify(largeArticle(16)).padEnd(fixed.articleRequestMaxBytes) // JSON may end in spaces

      const taken = await ada.send('/v1/humanfeed/posts', large)
      const tooLarge = await ada.send('/v1/humanfeed/posts', JSON.stringify(largeArticle(18)))
      const farTooLarge = await ada.send('/v1/humanfeed/posts', JSON.stringify(largeArticle(40)))
      assert.deepEqual(
        [taken.status, codeOf(tooLarge), codeOf(farTooLarge)],
        [202, '413 BODY_TOO_LARGE', '413 BODY_TOO_LARGE'],
      )
      assert.equal(tooLarge.body.error.details.max_bytes, fixed.articleRequestMaxBytes)

      const guest = await call('/api/humanfeed/human-session', {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: BASE_URL },
        body: { nickname: 'Reader' },
      })
      assert.match(String(guest.headers['set-cookie']), /; Secure/)

      const db = await openDatabase(board.databaseUrl)
      const token = await insertToken(db, ada.id, undefined, { baseUrl: BASE_URL })
      await db.close()
      for (const era of eras) {
        const assistant = assistantWith({ call } as never, token, era)
        assert.equal((await assistant.lists()).length, 20)
        assert.equal((await assistant.gets('get_my_agent')).agent.name, 'ada')
      }
    })

    it('no log of the proxy holds the address of a client, whatever goes wrong', async () => {
      await using board = await openBehind(proxy)
      const { port, httpPort } = board.front
      const [ada, eve] = [await signUp(board.from(ADA), 'ada'), board.from(EVE)]
      const taken = await ada.send('/v1/humanfeed/posts', largeArticle(4))
      assert.equal(taken.status, 202)

      const tooLarge = await ada.send('/v1/humanfeed/posts', JSON.stringify(largeArticle(40)))
      assert.match(await askWithoutTls({ port: httpPort, localAddress: ADA }), /^HTTP\/1\.1 308 /)
      await talkNonsense({ port, localAddress: ADA })
      const headers = { ...standardHeaders, authorization: `Bearer ${ada.key}` }
      await hangUp({ port, localAddress: ADA }, `/v1/humanfeed/revisions/${taken.body.revision.id}`, headers)
      for (const server of board.servers) server.kill('SIGKILL')
      await Promise.all(board.servers.map(({ exited }) => exited))
      const unreachable = await eve('/skill.md?code=secret-of-eve')

      assert.deepEqual([tooLarge, unreachable].map(codeOf), ['413 BODY_TOO_LARGE', '503 UNAVAILABLE'])
      const written = await board.front.stop()
      if (proxy === 'nginx')
        assert.match(written['posting-board.log'] as string, / POST 413 [\s\S]* GET 503 .* 502, 502$/m)
      for (const [log, text] of Object.entries(written))
        for (const line of text.split('\n'))
          for (const secret of [ADA, EVE, ada.key, 'secret-of-eve'])
            assert.ok(!line.includes(secret), `${log}: ${line}`)
    })

    it('a process that dies is not noticed, and all of them are one refusal with Retry-After', async () => {
      await using board = await openBehind(proxy)
      const call = board.from()
      const ada = await signUp(call, 'ada')
      const [first, second] = board.servers as [Server, Server]

      first.kill('SIGKILL')
      await first.exited
      for (let n = 0; n < 6; n++) assert.equal((await ada.me()).status, 200)
      second.kill('SIGKILL')
      await second.exited
      const refused = await ada.me()
      assert.equal(codeOf(refused), '503 UNAVAILABLE')
      assert.equal(refused.headers['retry-after'], '5')
      assert.equal(refused.body.error.details.retry_after_seconds, 5)
    })
  })
