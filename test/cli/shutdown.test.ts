/** How a real process ends, and what it leaves in its logs. */
import assert from 'node:assert/strict'
import { Agent, type IncomingMessage, request } from 'node:http'
import { describe, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { onEachEngine, standardHeaders } from '../board.ts'
import { freshDatabase } from '../setup/databases.ts'
import { personWith, signUp } from '../setup/people.ts'
import { connect, type Server, startServer } from '../setup/processes.ts'

/** Sends the headers and half of the body of a post, and returns a function that sends the rest. */
async function beginPost({ url }: Server, key: string) {
  const body = JSON.stringify({ title: 'Begun before the end', body: 'Finished after it was asked to stop.' })
  const headers = {
    ...standardHeaders,
    authorization: `Bearer ${key}`,
    'content-type': 'application/json',
    'content-length': body.length,
    'idempotency-key': 'begun-before-the-end',
    expect: '100-continue', // the server's answer to this shows that the request has arrived
  }
  const agent = new Agent({ keepAlive: true })
  const sent = request(`${url}/v1/posts`, { method: 'POST', headers, agent })
  const answered = new Promise<IncomingMessage>((resolve, reject) => sent.on('response', resolve).on('error', reject))
  await new Promise((resolve) => sent.once('continue', resolve).flushHeaders())
  sent.write(body.slice(0, 10))
  return async () => {
    sent.end(body.slice(10))
    const response = await answered
    response.resume()
    return response.statusCode
  }
}

/** New connections are refused a moment after the stop was logged; until then one may still be answered or cut. */
async function untilRefused({ url }: Server) {
  for (let tries = 0; tries < 1_000; tries++) {
    const { call, close } = connect(url)
    const answer = await call('/healthz').catch((error: NodeJS.ErrnoException) => error.code)
    close()
    if (answer === 'ECONNREFUSED') return
    await pause(10)
  }
  assert.fail('it still takes new connections')
}

onEachEngine('a server that receives a stop signal', (engine) => {
  it('finishes running requests, accepts no new connections, and has all data after a restart', async () => {
    const database = await freshDatabase(engine)
    await using server = await startServer({ DATABASE_URL: database.url })
    const idle = connect(server.url)
    const ada = await signUp(idle.call, 'ada')
    const { id } = (await ada.posts()).body
    const finish = await beginPost(server, ada.key)

    server.kill('SIGTERM')
    await server.logged('stopping')
    server.kill('SIGTERM') // npm and the terminal both pass an interrupt on
    server.kill('SIGINT')
    await untilRefused(server)
    assert.equal(await finish(), 201)
    // The idle connection is still open: had the server waited for it, the exit code would be 1.
    assert.deepEqual(await server.exited, { code: 0, signal: null })
    idle.close()

    await using again = await startServer({ DATABASE_URL: database.url })
    const { call, close } = connect(again.url)
    const back = personWith(call, ada)
    assert.equal((await back.reads(id)).status, 200)
    assert.equal((await back.me()).body.posting_quota.used, 2)
    close()
    await database.remove()
  })

  it('exits with code 0 when no request is running', async () => {
    const database = await freshDatabase(engine)
    await using server = await startServer({ DATABASE_URL: database.url })

    server.kill('SIGINT')

    assert.deepEqual(await server.exited, { code: 0, signal: null })
    assert.equal(server.written.stderr, '')
    await database.remove()
  })
})

describe('the log', () => {
  it('holds no key, text, query or address', async () => {
    const database = await freshDatabase('sqlite')
    await using server = await startServer({ DATABASE_URL: database.url, LOG_LEVEL: 'trace', TRUST_PROXY: '1' })
    const { call, close } = connect(server.url)
    const forwarded = { 'x-forwarded-for': '203.0.113.77' }
    const ada = await signUp(
      (path, message) => call(path, { ...message, headers: { ...message?.headers, ...forwarded } }),
      'ada',
    )

    const { id } = (await ada.posts({ body: 'A most peculiar text.' }, 'a-private-request-id')).body
    await ada.posts({ body: 'Another most peculiar text.' }, 'a-private-request-id')
    await ada.reads(id, '?limit=29&surprise=hidden')
    await ada.reads('no-such-thing')
    await call('/v1/me?token=hidden', { headers: { ...standardHeaders, authorization: 'Bearer brd_hidden' } })
    await call('/v1/posts', { method: 'POST', headers: { ...standardHeaders, authorization: `Bearer ${ada.key}` } })
    server.kill('SIGTERM')
    await server.exited

    const log = server.written.stdout + server.written.stderr
    assert.ok(log.split('"msg":"answered"').length - 1 >= 7, 'every answer is logged')
    for (const secret of [ada.key, 'brd_', 'a-private', 'peculiar', 'hidden', 'limit=29', '203.0.113.77', id, 'SECRET'])
      assert.ok(!log.includes(secret), `the log holds ${secret}`)
    close()
    await database.remove()
  })
})
