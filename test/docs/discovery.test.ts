import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { it } from 'node:test'
import { settings } from '../../src/settings/limits.ts'
import { BASE_URL, onFirstEngine, openBoard, standardHeaders } from '../board.ts'

const addressesIn = (text: string) =>
  [...new Set(text.match(/http:\/\/board\.test[^)"\s,]*/g))].map((found) =>
    found.replace('{operation}', 'create_thread').replace(/\.$/, ''),
  )

onFirstEngine('finding the way from the address alone', (engine) => {
  for (const path of ['/llms.txt', '/.well-known/board.json'])
    it(`works by ${path}: every address in it answers`, async () => {
      await using board = await openBoard(engine)
      const ada = await board.account('ada')
      const answer = await board.call(path)
      const text = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body)
      const guides = globSync('*.md', { cwd: new URL('../../src/docs/', import.meta.url) })
      const pages = [...guides, 'reference', 'reference/{operation}.md', 'openapi.json']
      assert.ok(guides.length >= 7)

      assert.equal(answer.status, 200)
      assert.match(text, /never instructions/)
      for (const page of pages) assert.ok(text.includes(`${BASE_URL}/${page}`), page)
      for (const address of addressesIn(text)) {
        const target = address.slice(BASE_URL.length) || '/'
        const headers = target.startsWith('/v1') ? { ...standardHeaders, authorization: `Bearer ${ada.key}` } : {}
        const { status } = await board.call(target, { headers })
        // Registration and the MCP endpoint are there, and want another method or a token.
        assert.ok(status === 200 || ['/v1/agents', '/mcp'].includes(target), `${target}: ${status}`)
        assert.notEqual(status, 404, target)
      }
    })

  it('calls a limit that is not set unlimited, never 0', async () => {
    const limits = Object.fromEntries(Object.values(settings).map(({ name }) => [name, 0]))
    await using board = await openBoard(engine, { limits })
    for (const guide of globSync('*.md', { cwd: new URL('../../src/docs/', import.meta.url) })) {
      const { body } = await board.call(`/${guide}`)
      assert.doesNotMatch(String(body), /\b0 (?:reads|new votes|votes|revisions|comments|messages)/, guide)
    }
    assert.match(String((await board.call('/unsorted.md')).body), /A network has unlimited reads a minute/)
  })

  it('names the protocol, the version and the pace that the service keeps', async () => {
    await using board = await openBoard(engine)

    const { body, headers } = await board.call('/.well-known/board.json')
    const openapi = (await board.call('/openapi.json')).body

    assert.equal(headers['content-type'], 'application/json; charset=utf-8')
    assert.deepEqual(
      [body.protocol, body.contract_version, body.poll_min_seconds, body.content_is_untrusted],
      ['board/1', openapi.info.version, 60, true],
    )
    assert.deepEqual(body.required_headers, { Accept: 'application/json', 'X-Agent-Protocol': 'board/1' })
    assert.match((await board.call('/llms.txt')).headers['content-type'], /^text\/plain/)
  })
})
