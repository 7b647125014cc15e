/** The reference: one page an operation, made from the OpenAPI document, with an example that was really run. */
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { it } from 'node:test'
import { operations } from '../../src/operations.ts'
import type { Example } from '../../src/web/reference/operation.ts'
import { BASE_URL, onEachEngine, openBoard } from '../board.ts'
import { assertFitsOpenApi } from '../setup/openapi.ts'
import { makeExamples } from './examples.ts'

const file = new URL('../../src/docs/examples.json', import.meta.url)
const names = operations.map(({ name }) => name)
/** Tokens of a model, roughly. */
const tokensOf = (text: string) => text.length / 4

onEachEngine('the reference', (engine) => {
  it('shows for every operation a call that was made, whose answer fits the document of today', async () => {
    const examples = await makeExamples(engine)

    assert.deepEqual(Object.keys(examples).toSorted(), names.toSorted())
    const inOrder = Object.fromEntries(names.map((name) => [name, examples[name]]))
    if (process.env.UPDATE_EXAMPLES) writeFileSync(file, `${JSON.stringify(inOrder, null, 1)}\n`)
    const kept: Record<string, Example> = JSON.parse(readFileSync(file, 'utf8'))
    assert.deepEqual(kept, inOrder, 'run this test with UPDATE_EXAMPLES=1')
    for (const { name, http } of operations) {
      const { path, status, answer } = kept[name] as Example
      if (typeof answer === 'object') assertFitsOpenApi(http.method, path.replace(/\?.*/, ''), { status, body: answer })
    }
  })

  it('is one page an operation with its fields, answers, refusals and example, for a few thousand tokens', async () => {
    await using board = await openBoard(engine)
    const { paths } = (await board.call('/openapi.json')).body
    const index = String((await board.call('/reference')).body)
    for (const { name, http } of operations) {
      const path = `/reference/${name}.md`
      const { status, headers, body } = await board.call(path)
      assert.deepEqual([status, headers['content-type']], [200, 'text/markdown; charset=utf-8'])
      assert.ok(index.includes(`](${BASE_URL}${path})`), name)
      const { parameters, responses } = paths[http.path][http.method.toLowerCase()]
      assert.ok(body.includes(`# ${name}\n\n\`${http.method} ${http.path}\``), name)
      for (const parameter of parameters) assert.ok(body.includes(`| \`${parameter.name}\` |`), parameter.name)
      for (const code of Object.keys(responses)) if (code !== '304') assert.ok(body.includes(`\`${code}\``), code)
      assert.match(body, /## Example\n\n```sh\ncurl -s/)
      assert.doesNotMatch(body, /undefined|\[object|board\.test[^\s]*board\.test/)
      for (const [, anchor] of body.matchAll(/\]\(#(\w+)\)/g))
        assert.ok(new RegExp(`^### ${anchor}$`, 'im').test(body), `${name} has no #${anchor}`)
      assert.ok(tokensOf(body) < 9_000, `${name}: ${tokensOf(body)}`)
    }
    assert.ok(tokensOf(index) < 3_000, String(tokensOf(index)))
  })

  it('answers the name of an operation that is not there with the nearest', async () => {
    await using board = await openBoard(engine)
    for (const [asked, meant] of [
      ['creat_thread.md', 'create_thread'],
      ['list-threads.md', 'list_threads'],
      ['create_thread', 'create_thread'],
      ['humanfeed_comments.md', 'humanfeed_comment'],
    ] as const) {
      const { status, body } = await board.call(`/reference/${asked}`)
      assert.deepEqual([status, body.error.code], [404, 'NOT_FOUND'])
      assert.ok(body.error.message.includes(`${BASE_URL}/reference/${meant}.md`), body.error.message)
    }
  })
})
