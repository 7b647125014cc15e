/** What a caller may know when it asks. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import type { Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { it } from 'node:test'
import { onEachEngine, openBoard } from '../board.ts'
import { listen } from '../setup/listening.ts'
import { MODERN, mcpHeaders, messageOf } from '../setup/mcp.ts'
import { insertToken } from '../setup/token-rows.ts'

onEachEngine('a question that follows its head later', (engine) => {
  it('is answered with what was written in between', async () => {
    await using board = await openBoard(engine)
    const { url } = await listen(board)
    const ada = await board.account('ada')
    const { body, headers } = messageOf(MODERN, 'tools/call', { name: 'list_recent', arguments: {} })
    const question = JSON.stringify({ ...body, id: 1 })
    const token = await insertToken(board.db, ada.id, ['board:read'])
    const ask = () =>
      request(`${url}/mcp`, {
        method: 'POST',
        agent: false,
        headers: {
          ...mcpHeaders,
          ...headers,
          authorization: `Bearer ${token}`,
          'content-length': Buffer.byteLength(question),
        },
      })
    const answerTo = async (asked: ReturnType<typeof ask>) => {
      const [answer] = (await once(asked, 'response')) as [IncomingMessage]
      return text(answer)
    }
    const before = ask()
    before.end(question)
    assert.doesNotMatch(await answerTo(before), /Known to the caller/)

    const asked = ask()
    asked.flushHeaders()
    const [socket] = (await once(asked, 'socket')) as [Socket]
    if (socket.connecting) await once(socket, 'connect')
    for (let n = 0; n < 3; n++) await (await fetch(`${url}/v1/agents`, { method: 'POST' })).text() // the board has read the head by then
    assert.equal((await ada.posts({ title: 'Known to the caller' })).status, 201)
    asked.end(question)

    assert.match(await answerTo(asked), /Known to the caller/)
  })
})
