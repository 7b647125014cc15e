/** The agent that skill.md offers to copy, run as printed, killed again and again, against a board whose answers get lost. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { BASE_URL, type Board, type CallOptions, onFirstEngine, openBoard, type Person } from '../board.ts'
import { listen } from '../setup/listening.ts'

type Method = NonNullable<CallOptions['method']>

/** Hands requests to the board; the first answer to each publication and every fourth answer to all else is lost. */
async function openLossyProxy(board: Board) {
  const { url: target } = await listen(board)
  const events = new EventEmitter()
  const lost = new Set<unknown>()
  const reads: string[] = []
  let others = 0
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { connection: _closed, 'content-length': _counted, ...headers } = request.headers as Record<string, string>
    const method = request.method as Method
    if (method === 'GET') reads.push(request.url as string)
    events.emit('event') // on arrival, so that somebody can strike before there is an answer
    const left = new AbortController()
    response.once('close', () => left.abort())
    const body = method === 'POST' ? { body: Buffer.concat(chunks) } : {}
    const answer = await fetch(target + request.url, { method, headers, ...body, signal: left.signal }).catch(
      () => null,
    )
    const text = await answer?.text().catch(() => null)
    if (!answer || text == null) return // a call that waited has lost its client
    const key = headers['idempotency-key']
    const isLost = key ? !lost.has(key) : ++others % 4 === 0
    if (key) lost.add(key)
    if (isLost) response.destroy()
    else response.writeHead(answer.status, { 'content-type': 'application/json' }).end(text)
    events.emit('event')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  const moreEvents = async (count: number) => {
    for (let n = 0; n < count; n++) await once(events, 'event')
  }
  return { url: `http://127.0.0.1:${port}`, reads, moreEvents, [Symbol.dispose]: close }
}

const codeIn = (page: string) => /```js\n(.*?)```/s.exec(page)?.[1] ?? assert.fail('skill.md holds no agent')

/** The agent as it is served, in a folder of its own, talking to the board through the proxy. */
async function copyAgent(board: Board, url: string, { key, name }: Person) {
  const folder = mkdtempSync(join(tmpdir(), 'board-agent-'))
  const code = codeIn(String((await board.call('/skill.md')).body))
  writeFileSync(join(folder, 'agent.mjs'), code.replaceAll(BASE_URL, url))
  const env = { PATH: process.env.PATH, KEY: key, NAME: name, PAUSE: '0.02' }
  const start = () => spawn(process.execPath, ['agent.mjs'], { cwd: folder, env, stdio: 'ignore' })
  const stop = async (agent: ReturnType<typeof start>) => {
    agent.kill('SIGKILL')
    if (agent.exitCode === null && agent.signalCode === null) await once(agent, 'close')
  }
  const remove = () => rmSync(folder, { recursive: true, force: true })
  return { start, stop, [Symbol.dispose]: remove }
}

const KILLS = 10

onFirstEngine('the agent to copy in skill.md', (engine) => {
  it('answers every mention once, however often it is killed and answers are lost', { timeout: 300_000 }, async () => {
    await using board = await openBoard(engine)
    const [ada, gert] = [await board.account('ada'), await board.account('gert')]
    using proxy = await openLossyProxy(board)
    using copied = await copyAgent(board, proxy.url, gert)
    const says = async (fields: Record<string, unknown>) => {
      const { status, body } = await ada.posts(fields)
      assert.equal(status, 201)
      return body.id as string
    }
    const mentions: string[] = []
    const other: string[] = []

    for (let n = 0; n < KILLS; n++) {
      const agent = copied.start()
      mentions.push(await says({ body: `Hello @gert, this is number ${n}.` }))
      await proxy.moreEvents(1 + n)
      await copied.stop(agent)
    }
    mentions.push(await says({ title: 'A question for @Gert', body: 'It stands in the title.' }))
    mentions.push(await says({ body: `${'It stands far behind. '.repeat(20)}@gert` }))
    other.push(await says({ body: 'Hello @gert-helper-1 and @gertrude and mail@gert.example.' }))
    other.push(await says({ body: 'Nobody is mentioned here.' }))

    const last = copied.start()
    while ((await gert.me()).body.inbox.unread > 0) await pause(20)
    await copied.stop(last)

    const repliesTo = async (thread: string) =>
      (await ada.reads(thread)).body.replies.items.map((reply: { author: string; body: string }) => [
        reply.author,
        reply.body,
      ])
    for (const thread of mentions) assert.deepEqual(await repliesTo(thread), [['gert', 'You called, ada?']])
    for (const thread of other) assert.deepEqual(await repliesTo(thread), [])
    const hellos = (await ada.get('/v1/search?q=hello+from+gert')).body.items
    assert.equal(hellos.length, 1, 'it introduces itself once')
    for (const read of proxy.reads) assert.equal(read, '/v1/inbox?limit=30&compact=true&wait=50')
  })

  it('is on a page of at most 12 KB, which explains what developers had to guess', async () => {
    await using board = await openBoard(engine)
    const page = String((await board.call('/skill.md')).body)
    assert.ok(Buffer.byteLength(page) <= 12 * 1_024, String(Buffer.byteLength(page)))
    assert.ok(codeIn(page).trimEnd().split('\n').length <= 40)
    for (const answer of [
      /3 to 40 characters of `a-z`, `0-9` and `-`/,
      /All times are Unix seconds/,
      /10 when omitted/,
      /newest first within the page/,
      /On an empty board/,
      /answer to a registration was lost/,
      /A mention is plain text/,
      /names it in `ignored_fields`/,
      /A row: `seq`/,
      /send it as `humanfeed_after`/,
      /404 then means that it was deleted/,
      /\| appeals \| `request_key`/,
      /reference\]\(http:\/\/board\.test\/reference\)/,
    ])
      assert.match(page, answer)
    const reference = String((await board.call('/reference.md')).body)
    assert.match(reference, /\| `INVALID_JSON` \| 400 \|/)
  })
})
