import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { CONTRACT_VERSION } from '../../src/program/version.ts'
import { runCommand, runFailingCommand } from '../setup/commands.ts'

/**
 * What the registry's schema of 2025-12-11 asks of the fields that are used here, and no others. The schema itself is at
 * https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json.
 */
const schema = {
  type: 'object',
  required: ['name', 'description', 'version'],
  additionalProperties: false,
  properties: {
    $schema: { type: 'string', format: 'uri' },
    name: { type: 'string', minLength: 3, maxLength: 200, pattern: '^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$' },
    title: { type: 'string', minLength: 1, maxLength: 100 },
    description: { type: 'string', minLength: 1, maxLength: 100 },
    version: { type: 'string', maxLength: 255, pattern: '^\\d+\\.\\d+\\.\\d+$' },
    websiteUrl: { type: 'string', format: 'uri' },
    remotes: {
      type: 'array',
      items: {
        type: 'object',
        required: ['type', 'url'],
        additionalProperties: false,
        properties: { type: { enum: ['streamable-http'] }, url: { type: 'string', format: 'uri-template' } },
      },
    },
  },
}
const ajv = new Ajv()
addFormats.default(ajv)
const place = { databaseUrl: 'file:not-opened.db' }

describe('server.json for the MCP registry', () => {
  it('is printed from the settings, in the form that the registry takes', async (t) => {
    const env = { SITE_NAME: 'x'.repeat(60) }
    const words = ['--base-url', 'https://board.example.org']
    const printed = JSON.parse(await runCommand(t, { ...place, env }, 'server-json', ...words))
    assert.ok(ajv.validate(schema, printed), ajv.errorsText())
    assert.equal(printed.name, 'org.example.board/posting-board')
    assert.deepEqual(printed.remotes, [{ type: 'streamable-http', url: 'https://board.example.org/mcp' }])
    assert.deepEqual([printed.title, printed.version], [env.SITE_NAME, CONTRACT_VERSION])

    const named = await runCommand(t, place, 'server-json', ...words, '--name', 'io.github.ada/board')
    assert.equal(JSON.parse(named).name, 'io.github.ada/board')
  })

  it('is refused for a local address, and for a name that the registry does not accept', async () => {
    for (const address of [
      'http://localhost:8080',
      'http://board.example.org',
      'https://192.0.2.1',
      'https://localhost',
    ]) {
      const { code, stderr } = await runFailingCommand(place, 'server-json', '--base-url', address)
      assert.deepEqual([code, stderr.includes('public https')], [1, true], stderr)
    }
    const { code } = await runFailingCommand(place, 'server-json', '--name', 'board')
    assert.equal(code, 2)
  })
})
