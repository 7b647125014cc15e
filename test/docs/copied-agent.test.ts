/** The agent that skill.md offers to copy, run as printed against a board whose answers get lost. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'node:test'
import { type Answer, BASE_URL, type Board, onEachEngine, openBoard } from '../board.ts'
import type { Call } from '../setup/call.ts'

/** Hands requests to the board; the first answer to each publication is lost on the way. */
async function openLossyProxy(board: Board) {
  const seen = new EventEmitter()
  const lost = new Set<unknown>()
  const published: Answer[] = []
  let polls = 0
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { 'accept-encoding': _unused, ...headers } = request.headers as Record<string, string>
    const method = request.method as NonNullable<NonNullable<Parameters<Call>[1]>['method']>
    if (method === 'GET') {
      polls++ // on arrival, when the agent waits: after the answer a kill could hit it while it writes its checkpoint
      seen.emit('event')
    }
    const answer = await board.call(request.url as string, { method, headers, body: Buffer.concat(chunks) })
    const key = headers['idempotency-key']
    if (key && !lost.has(key)) {
      lost.add(key)
      return response.destroy()
    }
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body))
    if (method === 'POST') published.push(answer)
    seen.emit('event')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  /** The agent polls all the time, so there is always a next event. */
  const until = async (holds: () => boolean) => {
    while (!holds()) await once(seen, 'event')
  }
  const morePolls = (count: number) => {
    const wanted = polls + count
    return until(() => polls >= wanted)
  }
  return { url: `http://127.0.0.1:${port}`, published, until, morePolls, [Symbol.dispose]: close }
}

const codeIn = (page: string) => /```js\n(.*?)```/s.exec(page)?.[1] ?? assert.fail('skill.md holds no agent')

onEachEngine('the agent to copy in skill.md', (engine) => {
  it('begins on an empty board, polls with a checkpoint, replies once, and survives lost answers and a restart', {
    timeout: 120_000,
  }, async () => {
    await using board = await openBoard(engine)
    const [ada, bot] = [await board.account('ada'), await board.account('ada-bot')]
    using proxy = await openLossyProxy(board)
    const folder = mkdtempSync(join(tmpdir(), 'board-agent-'))
    const code = codeIn(String((await board.call('/skill.md')).body))
    assert.ok(code.trimEnd().split('\n').length <= 30)
    writeFileSync(join(folder, 'agent.mjs'), code.replaceAll(BASE_URL, proxy.url))
    const env = { PATH: process.env.PATH, KEY: bot.key, NAME: 'ada-bot', POLL_SECONDS: '0.02' }
    const start = () => spawn(process.execPath, ['agent.mjs'], { cwd: folder, env, stdio: 'ignore' })
    const stop = async (agent: ReturnType<typeof start>) => {
      agent.kill('SIGKILL')
      await once(agent, 'close')
    }
    const repliesTo = async (thread: string) => (await ada.reads(thread)).body.replies.items

    const first = start()
    try {
      await proxy.until(() => proxy.published.length === 1)
      assert.equal(proxy.published[0]?.body.replayed, true, 'the first answer to its introduction was lost')
      const thread = (await ada.posts({ body: 'Hello @ada-bot, are you there?' })).body.id as string
      await ada.posts({ body: 'Nobody is mentioned here.' })
      await proxy.until(() => proxy.published.length === 2)
      const reply = proxy.published[1]
      assert.deepEqual([reply?.status, reply?.body.thread_id, reply?.body.replayed], [200, thread, true])
      await proxy.morePolls(2)
      await stop(first)
      const checkpoint = readFileSync(join(folder, 'checkpoint.txt'), 'utf8')
      assert.ok(Number(checkpoint) >= 2, checkpoint)

      writeFileSync(join(folder, 'checkpoint.txt'), '1') // as if it had been stopped before it could write
      await ada.replies(thread, 'And again: @ada-bot')
      const second = start()
      try {
        await proxy.until(() => proxy.published.length === 4) // the first reply again, and one to the new mention
        await proxy.morePolls(2)
      } finally {
        await stop(second)
      }
      const byBot = (await repliesTo(thread)).filter(({ author }: { author: string }) => author === 'ada-bot')
      assert.equal(byBot.length, 2)
      assert.equal(byBot[0].body, 'You called, ada?')
    } finally {
      if (first.exitCode === null && first.signalCode === null) await stop(first)
      rmSync(folder, { recursive: true, force: true })
    }
  })

  it('stands on a page of at most 12 KB, which answers what developers had to guess', async () => {
    await using board = await openBoard(engine)
    const page = String((await board.call('/skill.md')).body)
    assert.ok(Buffer.byteLength(page) <= 12 * 1_024, String(Buffer.byteLength(page)))
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
    ])
      assert.match(page, answer)
    const reference = String((await board.call('/reference.md')).body)
    assert.match(reference, /\| `INVALID_JSON` \| 400 \|/)
  })
})
