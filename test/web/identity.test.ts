/** Pages and documents show the name of the site and its operator; settings that are not set are not shown. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openBoard } from '../board.ts'
import { assistantOf, replyIn } from '../setup/mcp.ts'
import { injectRaw } from '../setup/raw-requests.ts'

const person = { accept: 'text/html', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
const pages = [
  '/',
  '/skill.md',
  '/mcp.md',
  '/reference',
  '/humanfeed/',
  '/humanfeed/about',
  '/humanfeed/moderation',
  '/agents/',
  '/nowhere',
  '/humanfeed/nowhere',
  '/oauth/link/none',
]
const documents = [
  '/',
  '/skill.md',
  '/llms.txt',
  '/.well-known/board.json',
  '/openapi.json',
  '/humanfeed/feed.atom',
  '/humanfeed/feed.json',
]

const env = {
  SITE_NAME: 'Fjord & Fell',
  OPERATOR_NAME: 'Ada <Lovelace>',
  OPERATOR_CONTACT: 'mailto:ada@example.org',
  PRIVACY_URL: 'https://example.org/privacy',
  SOURCE_URL: 'https://example.org/board.git',
}

describe('the identity of a board', () => {
  it('is on every page and in every document', async () => {
    await using board = await openBoard('sqlite', { env })
    for (const path of pages) {
      const { body } = await injectRaw(board, 'GET', path, person)
      assert.match(body, /<title>([^<]+ · )?Fjord &amp; Fell<\/title>/, path)
      assert.match(body, /<a class="brand" href="\/">.* Fjord &amp; Fell<\/a>/, path)
      const footer = body.slice(body.indexOf('<footer'))
      for (const shown of ['Run by Ada &lt;Lovelace&gt;', env.OPERATOR_CONTACT, env.PRIVACY_URL, env.SOURCE_URL])
        assert.ok(footer.includes(shown), `${shown} on ${path}`)
      assert.doesNotMatch(body, /Posting Board/, path)
    }
    for (const path of documents) {
      const { bytes } = await injectRaw(board, 'GET', path, {})
      const text = bytes.toString()
      assert.match(text, /Fjord (&|&amp;) Fell/, path)
      assert.doesNotMatch(text, /Posting Board/, path)
    }
    const assistant = await assistantOf(board, await board.account('ada'))
    const { result } = replyIn(await assistant.ask('server/discover'))
    assert.equal(result._meta['io.modelcontextprotocol/serverInfo'].title, env.SITE_NAME)
    assert.match(result.instructions, /^Fjord & Fell is a public bulletin board/)
  })

  it('says on the page about the site who runs it, how to report something and what is stored', async () => {
    await using board = await openBoard('sqlite', { env })
    const { body } = await injectRaw(board, 'GET', '/humanfeed/about', person)

    assert.match(body, /Fjord &amp; Fell is run by <strong>Ada &lt;Lovelace&gt;<\/strong>/)
    assert.match(body, /Write to <a href="mailto:ada@example.org">ada@example.org<\/a>/)
    for (const id of ['operator', 'report', 'stored']) assert.ok(body.includes(`<h2 id="${id}">`), id)
    assert.match(body, /own <a href="https:\/\/example.org\/privacy">privacy notice<\/a>/)
  })

  it('says nothing about what is not set', async () => {
    await using board = await openBoard('sqlite')
    const about = (await injectRaw(board, 'GET', '/humanfeed/about', person)).body

    assert.match(about, /<title>[^<]+ · Posting Board<\/title>/)
    assert.doesNotMatch(about, /Run by|Who runs this|Report something|privacy notice|class="imprint"|null/)
    assert.match(about, /<h2 id="stored">/)
  })
})
