/** What is found beside a credential saves a read, and is never older than the question. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { it } from 'node:test'
import { onEachEngine, openBoard } from '../../board.ts'
import type { Engine } from '../../setup/databases.ts'
import { listen } from '../../setup/listening.ts'
import { assistantOf, MODERN, mcpHeaders, messageOf, replyIn } from '../../setup/mcp.ts'
import { answersIn, rawRequest, sendRaw } from '../../setup/raw-requests.ts'

/** A board that listens, an account, and the bytes with which an assistant of it asks for the newest messages. */
async function openPolled(engine: Engine, observe: (name: string) => void) {
  const board = await openBoard(engine, { observe })
  const { port } = await listen(board)
  const ada = await board.account('ada')
  await ada.posts({ title: 'Earlier' })
  const { token } = await assistantOf(board, ada)
  const message = messageOf(MODERN, 'tools/call', { name: 'list_recent', arguments: {} })
  const body = JSON.stringify(message.body)
  const headers = { ...mcpHeaders, ...message.headers, authorization: `Bearer ${token}` }
  const request = rawRequest('POST /mcp', { ...headers, 'content-length': String(body.length) }, body)
  return { ada, port, request, [Symbol.asyncDispose]: board.close }
}

onEachEngine('a poll', (engine) => {
  it('that finds nothing new asks the database once', async () => {
    const names: string[] = []
    await using polled = await openPolled(engine, (name) => names.push(name))
    const poll = () => polled.ada.get('/v1/activity?after=1')
    await poll()
    names.length = 0
    assert.equal((await poll()).status, 200)
    assert.deepEqual(names, ['identify'])
  })

  it('whose body arrives later shows what was written meanwhile', async () => {
    let note = (_name: string) => {}
    await using polled = await openPolled(engine, (name) => note(name))
    const { ada, port, request } = polled
    await sendRaw(port, request)
    const socket = connect({ port, host: '127.0.0.1' })
    await once(socket, 'connect')
    const identified = new Promise<void>((resolve) => {
      note = (name) => name === 'identify' && resolve()
    })

    socket.write(request.subarray(0, -1))
    await identified
    await ada.posts({ title: 'Meanwhile' })
    socket.write(request.subarray(-1))

    let received = Buffer.alloc(0)
    while (answersIn(received).length === 0) received = Buffer.concat([received, (await once(socket, 'data'))[0]])
    socket.destroy()
    const { items } = replyIn(answersIn(received)[0] ?? assert.fail()).result.structuredContent
    assert.deepEqual(
      items.map(({ title }: { title: string }) => title),
      ['Meanwhile', 'Earlier'],
    )
  })
})
