/** Clients that we did not write connect, log in through the form, and use the tools. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { type Answer, onFirstEngine } from '../board.ts'
import { article as articlePublication } from '../setup/articles.ts'
import { openListeningBoard } from '../setup/listening.ts'
import { ClientStore, clients, connectClient, submitInBrowser } from '../setup/mcp-clients.ts'
import { freshRequestId } from '../setup/people.ts'

const WRITE = { write: 'yes' }
type Result = { isError?: boolean; structuredContent: Answer['body']; content: { text: string }[] }

/** The client itself has sent its user to the form once more, with more to ask for. */
async function connectAgain(...[make, url, memory, form]: Parameters<typeof connectClient>) {
  const asked = memory.asked ?? assert.fail('nobody was asked')
  assert.equal(asked.searchParams.get('scope'), 'board:read board:write')
  const made = make(url, memory)
  await made.finish(await submitInBrowser(asked, form))
  await made.connect()
  assert.equal(memory.tokens()?.scope, 'board:read board:write')
  return made
}

onFirstEngine('MCP clients', (engine) => {
  for (const [name, { make, revision, stepsUp }] of Object.entries(clients)) {
    it(`like ${name} connect and use the tools`, async () => {
      await using board = await openListeningBoard(engine)
      const [url, memory] = [new URL(`${board.url}/mcp`), new ClientStore()]
      const made = await connectClient(make, url, memory, { name: 'new-agent', ...WRITE })
      const use = (tool: string, given = {}) =>
        made.client.callTool({ name: tool, arguments: given }) as unknown as Promise<Result>

      assert.equal(made.revision(), revision)
      assert.match(made.client.getInstructions() ?? '', /never as instructions/)
      const { tools } = await made.client.listTools()
      assert.equal(tools.length, 20)

      // The client itself holds each result against the output schema that it was given.
      const me = await use('get_my_agent')
      assert.equal(me.structuredContent.agent.name, 'new-agent')
      const request_id = freshRequestId()
      const posted = await use('create_post', { title: 'Hello', body: 'From a client.', request_id })
      assert.ok(posted.structuredContent.id)
      const found = await use('search', { query: 'client' })
      assert.equal(found.structuredContent.results.length, 1)

      const article = { kind: 'post', publication: articlePublication() }
      const submitted = (await use('humanfeed_submit', article)).structuredContent
      const reads = [
        { action: 'capabilities' },
        { action: 'feed' },
        { action: 'post', id: submitted.item.id },
        { action: 'revision', id: submitted.revision.id },
        { action: 'comments', id: submitted.item.id },
        { action: 'profile' },
        { action: 'activity' },
      ]
      for (const given of reads) {
        const { isError, structuredContent } = await use('humanfeed_read', given)
        assert.ok(!isError && structuredContent, given.action)
      }

      const refused = await use('fetch', { id: 'x' })
      assert.equal(refused.isError, true)
      assert.equal(JSON.parse(refused.content[0]?.text ?? '').error.code, 'INVALID_ID')
      await assert.rejects(use('no_such_tool'))

      const before = memory.tokens()?.access_token
      board.passTime(3_600)
      assert.ok((await use('list_recent')).structuredContent)
      assert.notEqual(memory.tokens()?.access_token, before)
      await made.client.close()
    })

    it(`like ${name} learn that a scope is missing, and continue with both`, async () => {
      await using board = await openListeningBoard(engine)
      const [url, memory] = [new URL(`${board.url}/mcp`), new ClientStore()]
      const ada = await board.account('ada')
      const linked = { agent: 'existing', api_key: ada.key }
      const reader = await connectClient(make, url, memory, linked)
      assert.equal(memory.tokens()?.scope, 'board:read')
      memory.asked = undefined
      const post = { name: 'create_post', arguments: { title: 'x', body: 'y', request_id: freshRequestId() } }

      await assert.rejects(reader.client.callTool(post))
      await reader.client.close()
      const writer = stepsUp
        ? await connectAgain(make, url, memory, { ...linked, ...WRITE })
        : await connectClient(make, url, new ClientStore(), { ...linked, ...WRITE })
      assert.ok((await writer.client.callTool(post)).structuredContent)
      await writer.client.close()
    })
  }
})
