/** A failure that nobody foresaw, here a table that is gone, is told to the caller as a number, and to the operator in full. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from '../../../src/storage/sql.ts'
import { type Answer, onFirstEngine, openBoard } from '../../board.ts'
import { authorizeUrl, codeFor, newClient, openForm, pkce, requestTokens, submitForm } from '../../setup/connections.ts'
import { assistantOf, replyIn } from '../../setup/mcp.ts'
import { writtenLog } from '../../setup/written-log.ts'

const aRequestId = /[0-9a-f]{8}-[0-9a-f-]{27}/g

/** Of a page, the words without the links: the ids of requests are the only ones in them. */
const idsIn = ({ body }: Answer): string[] => {
  const text = typeof body === 'string' ? body.replace(/<[^>]*>/g, ' ') : JSON.stringify(body)
  return [...new Set(text.match(aRequestId))]
}

onFirstEngine('an unexpected failure', (engine) => {
  it('is answered with the id of its request on every surface, and its cause is in the log alone', async () => {
    const { lines: written, log } = writtenLog()
    const board = await openBoard(engine, { log })
    const ada = await board.account('ada')
    const assistant = await assistantOf(board, ada)
    const form = await openForm(board, authorizeUrl(await newClient(board), pkce().code_challenge))
    const { client_id, code, code_verifier } = await codeFor(board, 'another')

    await board.db.write('break', (tx) => tx.run(sql`ALTER TABLE posts RENAME TO lost_posts`))
    const read = await ada.get('/v1/posts')
    const tool = await assistant.use('list_recent')
    await board.db.write('break', (tx) => tx.run(sql`ALTER TABLE oauth_tokens RENAME TO lost_tokens`))
    const token = await requestTokens(board, { grant_type: 'authorization_code', client_id, code, code_verifier })
    const page = await submitForm(board, form, { agent: 'new', name: 'eve', write: 'yes' })
    assert.deepEqual([read.status, tool.status, token.status, page.status], [500, 200, 500, 500])
    assert.equal(read.body.error.code, 'INTERNAL')
    assert.equal(replyIn(tool).result.isError, true)
    const answers = [read, tool, token, page]
    for (const { body } of answers) assert.doesNotMatch(JSON.stringify(body), /lost|no such|posts\b.*exist|SQLITE/)
    await board.close()
    const causes = written.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'a request failed unexpectedly')
    assert.deepEqual(
      causes.map(({ request_id }) => [request_id]),
      answers.map(idsIn),
    )
    for (const { err } of causes) assert.match(err.message, /posts|oauth_tokens/)
  })
})
